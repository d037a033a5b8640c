// Runs jobs in a separate process, so that a test can kill it: `node … URL KIND`. Prints `ready` and continues until it is
// stopped.
import { pino } from 'pino';
import { collectPorts } from '#server/collecting/runs/collect-ports.ts';
import { collectJobs } from '#server/collecting/runs/due-tasks.ts';
import { openDatabase } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { createSecrets } from '#server/kit/lib/secrets.ts';
import { createWorker } from '#server/kit/queue/worker.ts';
import { mapJobs } from '#server/mapping/runs/map-jobs.ts';
import { collectRecords } from '#server/parsing/collect-records.ts';
import { moveJobs } from '#server/people/moves/move-jobs.ts';
import { ruleJobs } from '#server/rules/runs/rule-jobs.ts';
import { rootKey } from '../test-people.ts';
import { noCredentials } from '../worlds/collect-now.ts';

const [url = '', kind = '', vendorSiteUrl = null] = process.argv.slice(2);
const context = { db: openDatabase(url, { max: 8 }), now: () => new Date(), log: pino({ level: 'silent' }) };
const services = { ...context, config: { vendorSiteUrl, allowHosts: [] as readonly string[] } } as Services;
const collectorsOfTest = {
  // In the product, the parser is a separate process that exists only in a build.
  read: collectRecords,
  secrets: createSecrets(rootKey),
  credentials: async (_customerId: number, taskId: number) => ({ ...noCredentials, url: `${vendorSiteUrl}/task-${taskId}` }),
};
const jobs = {
  mapping: () => mapJobs(context),
  rules: () => ruleJobs(context),
  move: () => moveJobs({ ...context, secrets: createSecrets(rootKey) }),
  collect: () => collectJobs(services, { ...collectPorts(services), ...collectorsOfTest }),
}[kind];
if (!jobs) throw new Error(`there are no jobs of kind ${kind}`);
await createWorker(context.db, context.log, jobs()).start();
process.stdout.write('ready\n');
