import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { no, ok } from '#contract/result.ts';
import type { Call } from '#src/sync/call.ts';
import { createTokens, type PageTokens, type SharedToken, type Turn } from './tokens.ts';

const bearer = { userId: 1, customerId: 2, actingAs: null };
const reply = (access_token: string, userId = 1) => ok({ access_token, expires_in: 600, bearer: { ...bearer, userId } });
const alone = async (work: () => Promise<Turn>) => (await work()).outcome;
const make = (answer: () => unknown) => {
  const call = vi.fn(async () => answer());
  const onEnded = vi.fn();
  const share = vi.fn(async () => undefined);
  const ports = { call: call as unknown as Call, alone, onEnded, share };
  return { call, onEnded, share, tokens: createTokens(ports) };
};

/** Tabs with one lock; what one tells reaches the others a moment after it has its own answer. */
function tabs(count: number, answer: () => unknown, holdMs = 5_000) {
  const call = vi.fn(async () => answer());
  const onEnded = vi.fn();
  const all: PageTokens[] = [];
  let last = Promise.resolve();
  for (let i = 0; i < count; i++) {
    const queue = async (work: () => Promise<Turn>) => {
      const turn = last.then(work);
      last = turn.then(({ until }) => until);
      return (await turn).outcome;
    };
    const share = async (shared: SharedToken) => {
      await wait(5);
      for (const other of all) if (other !== all[i]) other.adopt(shared);
      await wait(holdMs);
    };
    all.push(createTokens({ call: call as unknown as Call, alone: queue, onEnded, share }));
  }
  return { call, onEnded, all };
}

test('[edge case 3] Five tabs with an expired token ask once, and nobody is signed out', async () => {
  const { call, onEnded, all } = tabs(5, () => reply('new'));
  for (const tab of all) tab.take({ access_token: 'old', bearer });
  const answers = await Promise.all(all.map((tab) => tab.refresh('old')));
  expect(answers).toEqual(['fresh', 'fresh', 'fresh', 'fresh', 'fresh']);
  expect(all.map((tab) => tab.current())).toEqual(['new', 'new', 'new', 'new', 'new']);
  expect([call.mock.calls.length, onEnded.mock.calls.length]).toEqual([1, 0]);
});

test('[edge case 3] A tab that hears of its old token after another has a new one, and before the message of it, waits for that', async () => {
  const { call, all } = tabs(2, () => reply('new'));
  for (const tab of all) tab.take({ access_token: 'old', bearer });
  expect(await all[0]?.refresh('old')).toBe('fresh');
  expect(await all[1]?.refresh('old')).toBe('fresh');
  expect([call.mock.calls.length, all[1]?.current()]).toEqual([1, 'new']);
});

test('Whoever signs out after another tab helped, and before the turn of this one, is not asked about again', async () => {
  const { call, onEnded, all } = tabs(2, () => reply('new'), 10);
  for (const tab of all) tab.take({ access_token: 'old', bearer });
  await Promise.all(all.map((tab) => tab.refresh('old')));
  all[1]?.drop();
  await wait(50);
  expect([call.mock.calls.length, onEnded.mock.calls.length]).toEqual([1, 0]);
});

test('[edge case 3] A tab that starts while another refreshes takes what that was given', async () => {
  const { call, all } = tabs(2, () => reply('new'));
  all[0]?.take({ access_token: 'old', bearer });
  expect(await Promise.all([all[0]?.refresh('old'), all[1]?.refresh(null)])).toEqual(['fresh', 'fresh']);
  expect([call.mock.calls.length, all[1]?.current()]).toEqual([1, 'new']);
});

test('A page on which nobody is signed in takes no token that it did not ask for', () => {
  const { tokens } = make(() => reply('a'));
  tokens.adopt({ token: 'b', bearer });
  expect(tokens.current()).toBeNull();
});

test('A token told for another person than the page shows is not taken', () => {
  const { tokens } = make(() => reply('a'));
  tokens.take({ access_token: 'a', bearer });
  tokens.adopt({ token: 'b', bearer: { ...bearer, userId: 7 } });
  tokens.adopt({ token: 'c', bearer: { ...bearer, actingAs: { by: 'x', until: '2026-11-20T12:00:00Z' } } });
  expect(tokens.current()).toBe('a');
});

test('No other tab is told when no token was given', async () => {
  const { tokens, share } = make(() => no({ kind: 'forbidden' }));
  await tokens.refresh(null);
  expect(share).not.toHaveBeenCalled();
});

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
