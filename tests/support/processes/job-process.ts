// Runs jobs in a separate process, so that a test can kill it: `node … URL KIND`. Prints `ready` and continues until it is
// stopped. Of kind `mail` it also takes emails, and prints its port. Kind `send-mail` has the URL of a mail server as its third argument.
import { pino } from 'pino';
import { startMailServer } from '#server/collecting/mail-in/mail-server.ts';
import { collectPorts } from '#server/collecting/runs/collect-ports.ts';
import { collectJobs } from '#server/collecting/runs/due-tasks.ts';
import { openDatabase } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { mailJobs, storingMailer } from '#server/kit/lib/mail.ts';
import { createSecrets } from '#server/kit/lib/secrets.ts';
import { smtpSender } from '#server/kit/lib/smtp-sender.ts';
import { createWorker } from '#server/kit/queue/worker.ts';
import { mapJobs } from '#server/mapping/runs/map-jobs.ts';
import { collectMail } from '#server/parsing/collect-mail.ts';
import { collectRecords } from '#server/parsing/collect-records.ts';
import { moveJobs } from '#server/people/moves/move-jobs.ts';
import { ruleJobs } from '#server/rules/runs/rule-jobs.ts';
import { noticeMailJobs } from '#server/support/notice-mail/notice-mail-run.ts';
import { rootKey } from '../test-people.ts';
import { noCredentials } from '../worlds/collect-now.ts';
import { mailDomain } from '../worlds/mail-world.ts';

const [url = '', kind = '', vendorSiteUrl = null] = process.argv.slice(2);
const context = { db: openDatabase(url, { max: 8 }), now: () => new Date(), log: pino({ level: 'silent' }) };
const services = { ...context, config: { vendorSiteUrl, allowHosts: [] as readonly string[] } } as Services;
const collectorsOfTest = {
  // In the product, the parser is a separate process that exists only in a build.
  read: collectRecords,
  readMail: collectMail,
  secrets: createSecrets(rootKey),
  credentials: async (_customerId: number, taskId: number) => ({ ...noCredentials, url: `${vendorSiteUrl}/task-${taskId}` }),
};
const trusted = {
  spf: 'none',
  dkim: 'none',
  dmarc: 'none',
  domain: 'vendor.example',
  isTrusted: true,
  words: 'The domain of the sender says nothing to check it by.',
} as const;
const jobs = {
  mapping: () => mapJobs(context),
  rules: () => ruleJobs(context),
  move: () => moveJobs({ ...context, secrets: createSecrets(rootKey) }),
  'send-mail': () => mailJobs(context.db, smtpSender(vendorSiteUrl ?? '', 'Jobdock <no-reply@jobdock.test>')),
  'notice-mail': () => noticeMailJobs({ ...context, mail: storingMailer }),
  mail: () => collectJobs(services, { ...collectPorts(services), ...collectorsOfTest, checkSender: async () => trusted }),
  collect: () => collectJobs(services, { ...collectPorts(services), ...collectorsOfTest }),
}[kind];
if (!jobs) throw new Error(`there are no jobs of kind ${kind}`);
await createWorker(context.db, context.log, jobs()).start();
if (kind === 'mail') {
  const taken = { ...context, secrets: createSecrets(rootKey) };
  const { port } = await startMailServer(taken, { host: '127.0.0.1', port: 0, domain: mailDomain });
  process.stdout.write(`ready ${port}\n`);
} else process.stdout.write('ready\n');
