import { expect, test, vi } from 'vitest';
import { no, ok } from '#contract/result.ts';
import type { Call } from '#src/sync/call.ts';
import { createTokens } from './tokens.ts';

const bearer = { userId: 1, customerId: 2, actingAs: null };
const reply = (access_token: string, userId = 1) => ok({ access_token, expires_in: 600, bearer: { ...bearer, userId } });
const alone = <T>(work: () => Promise<T>) => work();
const make = (answer: () => unknown) => {
  const call = vi.fn(async () => answer());
  const onEnded = vi.fn();
  return { call, onEnded, tokens: createTokens({ call: call as unknown as Call, alone, onEnded }) };
};

test('[edge case 3] Asks that come together share one refresh', async () => {
  const { call, tokens } = make(() => reply('a'));
  const answers = await Promise.all([tokens.refresh(null), tokens.refresh(null), tokens.refresh(null)]);
  expect([answers, call.mock.calls.length, tokens.current()]).toEqual([['fresh', 'fresh', 'fresh'], 1, 'a']);
});

test('[edge case 3] A token that is newer than the stale one is not replaced again', async () => {
  const { call, tokens } = make(() => reply('b'));
  tokens.take({ access_token: 'a', bearer });
  expect(await tokens.refresh('old')).toBe('fresh');
  expect([call.mock.calls.length, tokens.current()]).toEqual([0, 'a']);
});

test('No answer keeps the session', async () => {
  const { tokens, onEnded } = make(() => no({ kind: 'offline' }));
  tokens.take({ access_token: 'a', bearer });
  expect(await tokens.refresh('a')).toBe('unreachable');
  expect([onEnded.mock.calls.length, tokens.current()]).toEqual([0, 'a']);
});

test('A clear no of the service ends it', async () => {
  const { tokens, onEnded } = make(() => no({ kind: 'forbidden' }));
  tokens.take({ access_token: 'a', bearer });
  expect(await tokens.refresh('a')).toBe('signed_out');
  expect([onEnded.mock.calls, tokens.current()]).toEqual([[['ended']], null]);
});

test('[edge case 3] A token for another person than the page shows is never used', async () => {
  const { tokens, onEnded } = make(() => reply('other', 7));
  tokens.take({ access_token: 'a', bearer });
  expect(await tokens.refresh('a')).toBe('signed_out');
  expect([onEnded.mock.calls, tokens.current()]).toEqual([[['other-person']], 'a']);
});
