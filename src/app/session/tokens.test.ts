import { expect, test, vi } from 'vitest';
import { no, ok } from '#contract/kit/result.ts';
import type { Call } from '#src/sync/call.ts';
import { VirtualClock } from '#tests/doubles/sync/virtual-clock.ts';
import { createTokens, type PageTokens, type SharedToken } from './tokens.ts';

const bearer = { userId: 1, customerId: 2, actingAs: null };
const reply = (access_token: string, userId = 1) =>
  ok({ accessToken: access_token, expiresInSeconds: 600, bearer: { ...bearer, userId } });
const make = (answer: () => unknown) => {
  const call = vi.fn(async () => answer());
  const onEnded = vi.fn();
  const tell = vi.fn();
  const locks = { hold: <T>(_name: string, _waitMs: number, work: () => Promise<T>) => work() };
  const clock = new VirtualClock();
  return { call, onEnded, tell, clock, tokens: createTokens({ call: call as unknown as Call, locks, clock, onEnded, tell }) };
};

/** Time that a message takes between tabs. */
const messageMs = 300;

/** Tabs that share one lock and have the same old token. */
function tabs(count: number, answer: () => unknown) {
  const call = vi.fn(async () => answer());
  const onEnded = vi.fn();
  const clock = new VirtualClock();
  const all: PageTokens[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const locks = {
    hold<T>(_name: string, _waitMs: number, work: () => Promise<T>): Promise<T> {
      const turn = last.then(work);
      last = turn;
      return turn;
    },
  };
  for (let i = 0; i < count; i++) {
    const tell = (shared: SharedToken) =>
      void clock.after(messageMs, () => {
        for (const other of all) if (other !== all[i]) other.adopt(shared);
      });
    all.push(createTokens({ call: call as unknown as Call, locks, clock, onEnded, tell }));
  }
  for (const tab of all) tab.take({ accessToken: 'old', bearer });
  return { call, onEnded, clock, all };
}

test('[edge case 3] Five tabs with an expired token send one refresh, and none is signed out', async () => {
  const { call, onEnded, clock, all } = tabs(5, () => reply('new'));
  const asked = Promise.all(all.map((tab) => tab.refresh('old')));
  await clock.pass(messageMs);
  expect(await asked).toEqual(['fresh', 'fresh', 'fresh', 'fresh', 'fresh']);
  expect(all.map((tab) => tab.current())).toEqual(['new', 'new', 'new', 'new', 'new']);
  expect([call.mock.calls.length, onEnded.mock.calls.length]).toEqual([1, 0]);
});

test('[edge case 3] A tab that refreshes after another tab, but before its message arrives, waits for it', async () => {
  const { call, clock, all } = tabs(2, () => reply('new'));
  expect(await all[0]?.refresh('old')).toBe('fresh');
  const late = all[1]?.refresh('old');
  await clock.pass(messageMs);
  expect(await late).toBe('fresh');
  expect([call.mock.calls.length, all[1]?.current()]).toEqual([1, 'new']);
});

test('A tab that got its token from another tab and then signed out sends no refresh when its turn comes', async () => {
  const { call, onEnded, clock, all } = tabs(2, () => reply('new'));
  const asked = Promise.all(all.map((tab) => tab.refresh('old')));
  await clock.pass(messageMs);
  await asked;
  all[1]?.drop();
  await clock.pass(10_000);
  expect([call.mock.calls.length, onEnded.mock.calls.length]).toEqual([1, 0]);
});

test('[edge case 3] A tab that starts while another tab refreshes takes the new token from it', async () => {
  const { call, clock, all } = tabs(2, () => reply('new'));
  all[1]?.drop();
  const asked = Promise.all([all[0]?.refresh('old'), all[1]?.refresh(null)]);
  await clock.pass(messageMs);
  expect(await asked).toEqual(['fresh', 'fresh']);
  expect([call.mock.calls.length, all[1]?.current()]).toEqual([1, 'new']);
});

test('A page without a session takes no token that it did not request', () => {
  const { tokens } = make(() => reply('a'));
  tokens.adopt({ token: 'b', bearer });
  expect(tokens.current()).toBeNull();
});

test('A token for another user than the page shows is not taken', () => {
  const { tokens } = make(() => reply('a'));
  tokens.take({ accessToken: 'a', bearer });
  tokens.adopt({ token: 'b', bearer: { ...bearer, userId: 7 } });
  tokens.adopt({ token: 'c', bearer: { ...bearer, actingAs: { by: 'x', until: '2026-11-20T12:00:00Z' } } });
  expect(tokens.current()).toBe('a');
});

test('Other tabs get no message if the refresh returned no token', async () => {
  const { tokens, tell } = make(() => no({ kind: 'forbidden' }));
  await tokens.refresh(null);
  expect(tell).not.toHaveBeenCalled();
});

test('[edge case 3] Concurrent calls share one refresh', async () => {
  const { call, tokens } = make(() => reply('a'));
  const answers = await Promise.all([tokens.refresh(null), tokens.refresh(null), tokens.refresh(null)]);
  expect([answers, call.mock.calls.length, tokens.current()]).toEqual([['fresh', 'fresh', 'fresh'], 1, 'a']);
});

test('[edge case 3] A token that is newer than the stale one is not refreshed again', async () => {
  const { call, tokens } = make(() => reply('b'));
  tokens.take({ accessToken: 'a', bearer });
  expect(await tokens.refresh('old')).toBe('fresh');
  expect([call.mock.calls.length, tokens.current()]).toEqual([0, 'a']);
});

test('Without a response, the session stays', async () => {
  const { tokens, onEnded } = make(() => no({ kind: 'offline' }));
  tokens.take({ accessToken: 'a', bearer });
  expect(await tokens.refresh('a')).toBe('unreachable');
  expect([onEnded.mock.calls.length, tokens.current()]).toEqual([0, 'a']);
});

test('A second refusal by the service ends the session', async () => {
  const { call, tokens, onEnded, clock } = make(() => no({ kind: 'forbidden' }));
  tokens.take({ accessToken: 'a', bearer });
  const asked = tokens.refresh('a');
  await clock.pass(1_000);
  expect([await asked, call.mock.calls.length]).toEqual(['signed_out', 2]);
  expect([onEnded.mock.calls, tokens.current()]).toEqual([[['ended']], null]);
});

test('[edge case 3] A refusal while another tab signs in is asked again, with the cookie that has arrived since', async () => {
  const answers: unknown[] = [no({ kind: 'signed_out' }), reply('b')];
  const { tokens, onEnded, clock } = make(() => answers.shift());
  tokens.take({ accessToken: 'a', bearer });
  const asked = tokens.refresh('a');
  await clock.pass(1_000);
  expect([await asked, onEnded.mock.calls.length, tokens.current()]).toEqual(['fresh', 0, 'b']);
});

test('[edge case 3] A token for another user than the page shows is never used', async () => {
  const { tokens, onEnded } = make(() => reply('other', 7));
  tokens.take({ accessToken: 'a', bearer });
  expect(await tokens.refresh('a')).toBe('signed_out');
  expect([onEnded.mock.calls, tokens.current()]).toEqual([[['other-person']], 'a']);
});
