import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createPostingQueue, type Outcome, type Queued } from '#server/posting/posting-queue.ts';

/** A queue over so many due rows, with a poll each hour. Each attempt ends with `outcome`; only an answered row is over. */
function queueOf(count: number, outcome: Outcome) {
  const due = Array.from({ length: count }, (_, at): Queued => ({ customerId: 1, targetId: at, reference: String(at) }));
  let attempts = 0;
  const queue = createPostingQueue<Queued>({
    readDue: async (_now, limit) => due.slice(0, limit),
    log: pino({ level: 'silent' }),
    now: () => new Date('2026-11-28T12:00:00Z'),
    attempt: async (row) => {
      attempts++;
      if (outcome === 'answered') due.splice(due.indexOf(row), 1);
      return outcome;
    },
    pollMs: 3_600_000,
  });
  return { queue, attempts: () => attempts };
}

test('more rows than one poll reads are attempted at once, and no row is attempted twice', async () => {
  const { queue, attempts } = queueOf(250, 'answered');
  queue.start();
  await expect.poll(attempts).toBe(250);
  await queue.stop();
  expect(attempts()).toBe(250);
});

test('without answers the next poll is soon enough', async () => {
  const { queue, attempts } = queueOf(250, 'silent');
  queue.start();
  await expect.poll(attempts).toBe(100);
  await queue.stop();
  expect(attempts()).toBe(100);
});
