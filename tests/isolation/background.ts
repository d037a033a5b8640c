import { writeRows } from '#server/feed/publish.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { createWorker } from '#server/kit/queue/worker.ts';
import { ruleJobs } from '#server/rules/runs/rule-jobs.ts';
import { queueRun } from '#server/rules/runs/run-rows.ts';
import { aStoredRule } from '#tests/support/factories/rule-factory.ts';
import { type Customer, log, now, ruleFieldId } from './service.ts';

/** Runs of rules beside the devices: a rule sets the same field of every job to a new value, one run after another. */
export async function runRules(
  db: Db,
  customers: readonly Customer[],
  nextValue: () => number,
  goesOn: () => boolean,
  onRun: () => void,
): Promise<void> {
  const worker = createWorker(db, log, ruleJobs({ db, now, log }));
  const runOne = async ({ id, people: [by] }: Customer): Promise<void> => {
    if (!by) throw new Error('a customer has no people');
    const rule = aStoredRule({ id: 1, fieldId: ruleFieldId, operand: String(nextValue()) });
    const wish = { name: 'Run rules over all open jobs', jobIds: null, taskId: null };
    await db.transaction().execute((tx) => writeRows(tx, id, [{ collection: 'rule', row: rule }]));
    await db.transaction().execute((tx) => queueRun(tx, id, wish, by, now()));
    if ((await worker.runOnce()) > 0) onRun();
  };
  try {
    while (goesOn())
      // A killed connection ends a run. The next round of the loop takes it up.
      for (const customer of customers) await runOne(customer).catch(() => undefined);
  } finally {
    await worker.stop();
  }
}
