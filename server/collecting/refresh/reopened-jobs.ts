import type { JobRow } from '#contract/rows/jobs.ts';
import { has } from '#domain/jobs/flags.ts';
import type { Sent } from '#server/commands/decide.ts';
import type { Changed, Completed } from '#server/commands/effects.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { queueRefresh } from '#server/rules/runs/run-rows.ts';
import { crawlerSetup } from '../crawlers/crawler-setups.ts';
import { collectorOf } from '../runs/collectors.ts';
import { readTask } from '../runs/task-state.ts';
import { cannotAsk } from './ask-vendor.ts';

/** A reopened job may be gone at its vendor by now: where the vendor can be asked, the service asks it. The job is marked until it has. */
export async function checkReopened(tx: Tx, sent: Sent, _args: unknown, { writes, before }: Changed): Promise<Completed> {
  const reopened = writes.flatMap((write): JobRow[] => {
    const was = write.collection === 'job' ? before.get('job', write.row.id) : undefined;
    return write.collection === 'job' && was && has(was.chgMap, 'manuallyCancelled') ? [write.row] : [];
  });
  const tasks = new Set(reopened.flatMap(({ taskId }) => taskId ?? []));
  const askable = new Set<number | null>();
  for (const taskId of tasks) if (await canAsk(tx, sent.customerId, taskId)) askable.add(taskId);
  const jobIds = reopened.filter(({ taskId }) => askable.has(taskId)).map(({ id }) => id);
  if (jobIds.length > 0) {
    const what = jobIds.length === 1 ? '1 reopened order' : `${jobIds.length} reopened orders`;
    const wish = { name: `Check ${what} with the vendor`, jobIds: jobIds.sort((a, b) => a - b) };
    await queueRefresh(tx, sent.customerId, wish, sent.actor, sent.now);
  }
  const asked = new Set(jobIds);
  return {
    writes: writes.map((write) =>
      write.collection === 'job' && asked.has(write.row.id) ? { ...write, row: { ...write.row, checking: true } } : write,
    ),
    statements: [],
  };
}

async function canAsk(tx: Tx, customerId: number, taskId: number): Promise<boolean> {
  const task = await readTask(tx, customerId, taskId);
  const crawler = task?.row.ready ? await crawlerSetup(tx, task.row.crawlerId) : undefined;
  const collector = crawler && collectorOf(crawler.kind);
  return collector !== undefined && cannotAsk(collector) === null;
}
