import { expect, test } from 'vitest';
import { ok } from '#contract/kit/result.ts';
import { steppedClock } from '#server/demo/double-kit/stepped-clock.ts';
import { seededRandom } from '#server/demo/world/random.ts';
import { memoryBook, noCalls, turnsAt } from '#tests/posting/memory-book.ts';
import type { Send } from '../adapter/outbound.ts';
import { type PaceBook, turnMs } from './pace-book.ts';
import { pacedSend } from './paced-send.ts';
import { givingWay } from './priority.ts';

const mostWithin = (times: readonly number[], span: number): number => {
  const sorted = times.toSorted((a, b) => a - b);
  let first = 0;
  return sorted.reduce((most, at, last) => {
    while (at - (sorted[first] ?? 0) >= span) first++;
    return Math.max(most, last - first + 1);
  }, 0);
};

/** Three processes ask at random times, in bursts, and call as early or late within each turn as it is valid. Only the database has a clock. */
function callsOf(perMinute: number, seed: number): { at: number[]; asked: number } {
  const random = seededRandom(seed);
  const at: number[] = [];
  let [state, now, asked] = [noCalls, 0, 0];
  while (now < 240_000) {
    const priority = random.next() < 0.5 ? ('post' as const) : ('read' as const);
    const count = 1 + Math.floor(random.next() * (random.next() < 0.1 ? 400 : 8));
    const next = turnsAt(state, { perMinute }, { priority, count, now });
    state = next.state;
    asked += count;
    for (let n = 0; n < next.turns.count; n++) {
      const turn = now + next.turns.afterMs + n * next.turns.spacingMs;
      const end = [0, turnMs, random.next() * turnMs][Math.floor(random.next() * 3)] ?? 0;
      at.push(turn + end);
    }
    // Often at once, sometimes after a silence in which no turn may be saved up.
    now += random.next() < 0.0002 ? random.next() * 10_000 : random.next() * 30;
  }
  return { at, asked };
}

test.each([1500, 120, 40])(
  'with a limit of %i, no 60 s have more than nine tenths of it, in whatever order three processes ask',
  (perMinute) => {
    for (let seed = 1; seed <= 40; seed++) {
      const { at, asked } = callsOf(perMinute, seed);
      const most = mostWithin(at, 60_000);
      expect(most, `seed ${seed}`).toBeLessThanOrEqual(Math.floor(perMinute * 0.9));
      expect(asked).toBeGreaterThan(at.length);
      // The limit is used, not only kept.
      expect(most, `seed ${seed}`).toBeGreaterThan(perMinute * 0.7);
    }
  },
);

test('while posts wait, reads get two thirds of the turns at most; without posts they get all', () => {
  const shareOf = (posts: boolean) => {
    let state = noCalls;
    const given = { post: 0, read: 0 };
    for (let now = 0; now < 60_000; now += 20) {
      // Reads ask first, and for more.
      for (const [priority, count] of [['read', 50] as const, ...(posts ? [['post', 10] as const] : [])]) {
        const next = turnsAt(state, { perMinute: 600 }, { priority, count, now });
        state = next.state;
        given[priority] += next.turns.count;
      }
    }
    return given.read / (given.read + given.post);
  };
  expect(shareOf(false)).toBe(1);
  expect(shareOf(true)).toBeLessThanOrEqual(0.68);
});

const place = { method: 'GET' } as const;
const replies = (sent: string[], reply: { status?: number; headers?: Record<string, string> } = {}): Send => {
  return async (url) => {
    sent.push(url);
    return ok({ status: 200, headers: {}, bytes: Buffer.alloc(0), url, ...reply });
  };
};

test('a pause that a target asks for keeps all processes from calling, and a long one is answered at once', async () => {
  const clock = steppedClock();
  const book = memoryBook({ perMinute: 1500 }, clock);
  const sent: string[] = [];
  const first = pacedSend(replies(sent, { status: 429, headers: { 'retry-after': '90' } }), book, clock).send;
  const second = pacedSend(replies(sent), book, clock).send;
  await first('a', place);
  const began = clock.now();
  const answer = await second('b', place);
  expect(answer).toMatchObject({ ok: true, value: { status: 429, headers: { 'retry-after': '90' } } });
  expect(sent).toEqual(['a']);
  expect(clock.now()).toBe(began);
  clock.step(89_000);
  await second('c', place);
  expect(sent).toEqual(['a', 'c']);
  expect(clock.now()).toBeGreaterThanOrEqual(began + 90_000);
});

test('a turn that is over when its call could be made is not used', async () => {
  const clock = steppedClock();
  const book = memoryBook({ perMinute: 60 }, clock);
  let asked = 0;
  const slow: PaceBook = {
    ...book,
    async take(priority, count) {
      const turns = await book.take(priority, count);
      if (asked++ === 0) clock.step(turnMs + 1);
      return turns;
    },
  };
  const sent: string[] = [];
  await pacedSend(replies(sent), slow, clock).send('a', place);
  expect(sent).toEqual(['a']);
  expect(asked).toBe(2);
});

test('calls that wait together are asked for together, by their priority', async () => {
  const clock = steppedClock();
  const book = memoryBook({ perMinute: 1500 }, clock);
  const asked: string[] = [];
  const counted: PaceBook = {
    ...book,
    take: (priority, count) => (asked.push(`${priority} ${count}`), book.take(priority, count)),
  };
  const sent: string[] = [];
  const { send } = pacedSend(replies(sent), counted, clock);
  await Promise.all([send('a', place), send('b', place), send('c', place), givingWay(() => send('d', place))]);
  expect(sent.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  expect(asked.toSorted()).toEqual(['post 1', 'post 2', 'read 1']);
});

test('without its book no call is made, and its caller learns that nothing was sent', async () => {
  const sent: string[] = [];
  const lost: PaceBook = {
    take: () => Promise.reject(new Error('no database')),
    pause: async () => undefined,
    daySaid: async () => undefined,
  };
  expect(await pacedSend(replies(sent), lost).send('a', place)).toMatchObject({ ok: false, error: { unsent: true } });
  expect(sent).toEqual([]);
});
