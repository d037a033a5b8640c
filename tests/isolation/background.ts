import { writeRows } from '#server/feed/publish.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { createWorker } from '#server/kit/queue/worker.ts';
import { ruleJobs } from '#server/rules/runs/rule-jobs.ts';
import { queueRun } from '#server/rules/runs/run-rows.ts';
import { aStoredRule } from '#tests/support/factories/rule-factory.ts';
import { type Customer, log, now, ruleFieldId } from './service.ts';

/**
 * Runs of rules beside the devices: a rule sets the same field of every job to a new value, one run after another. Returns the
 * number of runs. `db` may have a planted fault; `own` is the same database without it.
 */
export async function runRules(
  { db, own }: { readonly db: Db; readonly own: Db },
  customers: readonly Customer[],
  nextValue: () => number,
  goesOn: () => boolean,
): Promise<number> {
  const worker = createWorker(own, log, ruleJobs({ db, now, log }));
  let runs = 0;
  try {
    while (goesOn())
      // A run that a killed connection ended is taken up by the next one.
      for (const { id, people } of customers) runs += await oneRun(id).catch(() => 0);

    async function oneRun(customer: number): Promise<number> {
      const by = customers.find(({ id }) => id === customer)?.people[0];
      if (!by) return 0;
      const rule = aStoredRule({ id: 1, fieldId: ruleFieldId, operand: String(nextValue()) });
      await own.transaction().execute((tx) => writeRows(tx, customer, [{ collection: 'rule', row: rule }]));
      const wish = { name: 'Run rules over all open jobs', jobIds: null, taskId: null, recollect: false };
      await own.transaction().execute((tx) => queueRun(tx, customer, wish, by, now()));
      return worker.runOnce();
    }
  } finally {
    await worker.stop();
  }
  return runs;
}
