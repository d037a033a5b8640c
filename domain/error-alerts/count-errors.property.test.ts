import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AlertLimits, type AlertMessage, type AlertState, type CountedErrors, countErrors, quiet } from './count-errors.ts';

const minute = 60_000;
const runs = Number(process.env.ALERT_CASES ?? 500);

type Sent = AlertMessage & { readonly sentAt: number };

/** What the rules say, from the whole history: every sentence of them in its plainest form. */
function plainly(rounds: readonly Round[], { threshold, silenceMinutes }: AlertLimits): Sent[] {
  const span = silenceMinutes * minute;
  const sent: Sent[] = [];
  /** Errors since the last `recovered`, in the order in which they are counted. */
  let counted: CountedErrors[] = [];
  /** How many of these the messages have reported. */
  let reported = 0;
  let silentUntil: number | null = null;
  const total = () => counted.reduce((sum, { times }) => sum + times, 0);
  let since = 0;
  const endsBefore = (at: number, now: number) => {
    if (silentUntil === null || at < silentUntil) return;
    const more = total() - reported;
    if (more > 0) {
      sent.push({ kind: 'more', errors: more, total: total(), since, sentAt: now });
      reported = total();
      silentUntil = now + span;
      return;
    }
    sent.push({ kind: 'recovered', errors: 0, total: reported, since, sentAt: now });
    [counted, reported, silentUntil] = [[], 0, null];
  };
  for (const { now, errors } of rounds) {
    for (const error of [...errors].sort((a, b) => a.at - b.at)) {
      endsBefore(error.at, now);
      counted.push(error);
      if (silentUntil !== null) continue;
      const newest = Math.max(...counted.map(({ at }) => at));
      const within = counted.filter(({ at }) => at > newest - span);
      const count = within.reduce((sum, { times }) => sum + times, 0);
      if (count < threshold) continue;
      since = Math.min(...within.map(({ at }) => at));
      sent.push({ kind: 'reached', errors: count, total: count, since, sentAt: now });
      // What came before the time of the configuration is no part of it.
      [counted, reported, silentUntil] = [within, count, now + span];
    }
    endsBefore(now, now);
  }
  return sent;
}

type Round = { readonly now: number; readonly errors: readonly CountedErrors[] };

/** Errors at random times, in bursts and alone, counted at random times: soon, late, and some hours after their time. */
const histories = fc
  .record({
    threshold: fc.integer({ min: 1, max: 12 }),
    silenceMinutes: fc.integer({ min: 1, max: 30 }),
    steps: fc.array(
      fc.record({
        waitSeconds: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 3600 })),
        errors: fc.array(
          fc.record({ ago: fc.integer({ min: 0, max: 900 }), times: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })) }),
          { maxLength: 8 },
        ),
      }),
      { minLength: 1, maxLength: 40 },
    ),
  })
  .map(({ threshold, silenceMinutes, steps }) => {
    let now = 1_000_000_000_000;
    const rounds = steps.map(({ waitSeconds, errors }): Round => {
      now += waitSeconds * 1000;
      const at = now;
      return { now, errors: errors.map(({ ago, times }) => ({ at: at - ago * 1000, times })) };
    });
    return { limits: { threshold, silenceMinutes }, rounds };
  });

function counting(rounds: readonly Round[], limits: AlertLimits): { readonly state: AlertState; readonly sent: readonly Sent[] } {
  let state = quiet;
  const sent: Sent[] = [];
  for (const { now, errors } of rounds) {
    const step = countErrors(state, errors, now, limits);
    state = step.state;
    sent.push(...step.messages.map((message) => ({ ...message, sentAt: now })));
  }
  return { state, sent };
}

test('messages are those of the plain definition, whatever the times, thresholds and silences', () => {
  const seen = { reached: 0, more: 0, recovered: 0 };
  fc.assert(
    fc.property(histories, ({ limits, rounds }) => {
      const { sent } = counting(rounds, limits);
      expect(sent).toEqual(plainly(rounds, limits));
      for (const { kind } of sent) seen[kind] += 1;
    }),
    { numRuns: runs },
  );
  expect(Object.values(seen).every((count) => count > 20)).toBe(true);
});

test('no two messages are within a silence, no error is missing, and each alert recovers once', () => {
  let silences = 0;
  fc.assert(
    fc.property(histories, ({ limits, rounds }) => {
      const { state, sent } = counting(rounds, limits);
      const span = limits.silenceMinutes * minute;
      for (const [at, message] of sent.entries()) {
        const before = sent[at - 1];
        expect(message.kind === 'reached').toBe(before === undefined || before.kind === 'recovered');
        if (before === undefined || before.kind === 'recovered') continue;
        expect(message.sentAt - before.sentAt).toBeGreaterThanOrEqual(span);
        silences += 1;
        // Each message reports the errors that came since the one before: together they are all.
        expect(message.total).toBe(before.total + message.errors);
      }
      const last = sent.at(-1);
      expect(state.kind === 'alerting').toBe(last !== undefined && last.kind !== 'recovered');
      if (state.kind === 'alerting') expect(state.total).toBe((last?.total ?? 0) + state.suppressed);
    }),
    { numRuns: runs },
  );
  expect(silences).toBeGreaterThan(50);
});

test('errors of one minute: 10,000 send one message, then “and 9,990 more”, then “recovered”', () => {
  const limits = { threshold: 10, silenceMinutes: 30 };
  const start = 1_000_000_000_000;
  const rounds = Array.from({ length: 10_000 }, (_, i) => ({ now: start + i * 6, errors: [{ at: start + i * 6, times: 1 }] }));
  const later = [30, 31, 60, 61, 90, 200].map((after) => ({ now: start + after * minute + 60_000, errors: [] }));
  const { sent } = counting([...rounds, ...later], limits);
  expect(sent.map(({ kind, errors, total }) => [kind, errors, total])).toEqual([
    ['reached', 10, 10],
    ['more', 9990, 10_000],
    ['recovered', 0, 10_000],
  ]);
});

test('errors that are further apart than the time of the configuration do not add up', () => {
  const limits = { threshold: 2, silenceMinutes: 10 };
  const at = 1_000_000_000_000;
  const apart = [
    { at, times: 1 },
    { at: at + 10 * minute, times: 1 },
  ];
  expect(countErrors(quiet, apart, at + 10 * minute, limits)).toMatchObject({ messages: [], state: { kind: 'quiet' } });
  const near = [
    { at, times: 1 },
    { at: at + 10 * minute - 1, times: 1 },
  ];
  expect(countErrors(quiet, near, at + 10 * minute, limits)).toMatchObject({ messages: [{ kind: 'reached', errors: 2 }] });
});

test('a clock that is ahead does not lengthen a count, and an error that is stored late still counts', () => {
  const limits = { threshold: 2, silenceMinutes: 10 };
  const now = 1_000_000_000_000;
  const ahead = countErrors(quiet, [{ at: now + 60 * minute, times: 1 }], now, limits);
  expect(ahead.state).toEqual({ kind: 'quiet', recent: [{ at: now, times: 1 }] });
  expect(countErrors(ahead.state, [{ at: now - minute, times: 1 }], now + minute, limits).messages).toMatchObject([
    { kind: 'reached', errors: 2, since: now - minute },
  ]);
});
