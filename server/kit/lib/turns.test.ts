import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const log = pino({ level: 'silent' });

test('one look carries out all that is due', async () => {
  let due = 3;
  const turns = createTurns({ pollMs: 1_000, log, failed: 'failed', next: async () => (due-- > 0 ? 1 : 0) });
  expect(await turns.runDue()).toBe(3);
});

test('looks never run beside each other, go on after a failure, and a stop waits for what is under way', async () => {
  let under = 0;
  let most = 0;
  let looks = 0;
  const turns = createTurns({
    pollMs: 5,
    log,
    failed: 'failed',
    async next() {
      most = Math.max(most, ++under);
      await new Promise((resolve) => setTimeout(resolve, 12));
      under--;
      if (++looks === 1) throw new Error('the database is away');
      return 0;
    },
  });
  turns.start();
  await expect.poll(() => looks).toBeGreaterThan(2);
  await turns.stop();
  expect([most, under]).toEqual([1, 0]);
  const told = looks;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(looks).toBe(told);
});
