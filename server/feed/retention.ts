import { sql } from 'kysely';
import type { Logger } from 'pino';
import { collectionNames } from '#contract/rows/rows.ts';
import type { Db } from '../kit/db/connection.ts';
import { tableOf } from '../kit/db/schema.ts';
import { serviceValue } from '../kit/db/service-items.ts';
import { absoluteDays } from '../kit/http/actors.ts';
import { handleJobs, type JobHandler } from '../kit/queue/job-handler.ts';
import { defineQueue, sendJob } from '../kit/queue/queue.ts';

const resultDays = 35;
const deviceDays = 400;
const tombstoneDays = 90;
/** Runs of report schedules: what became of each sending. */
const scheduleRunDays = 400;
/** Days to keep emails, reset links and sessions after their end; a session that no one refreshed has ended, too. */
const accountDays = 35;
/** Errors that alerts have counted, and messages to Slack. */
const [errorDays, slackDays] = [7, 35];
/** Text messages, whose counts results show. */
const smsDays = 400;
/** Failed sign-ins count for minutes only. */
const attemptDays = 1;
/** What was sent to targets and what they answered. */
const attemptsDays = 35;
/** Requests for files of reports and for exports; a finished file goes earlier. */
const reportFileDays = 35;
/** What the service logged. */
const logDays = 30;
/** What models were asked. */
const aiCallDays = 30;
/** Programs that read a feed. */
const readerDays = 30;
/** Files that jobs came from. */
const keptFileDays = 30;
/** Bytes of the emails of a customer that were read. */
const mostMailBytes = 1024 * 1024 * 1024;
/** Rows deleted in one statement, so that no statement holds its locks for long. */
const batch = 5000;

const dayInMilliseconds = 86_400_000;

/** A run may take long, and can be repeated at any time. */
const retentionQueue = defineQueue('retention', { expireSeconds: 3600 });
const firstRunSeconds = 600;

/** Runs at night, and ten minutes after a start for a service that is stopped at night. */
export const retentionJobs = (db: Db, now: () => Date, log: Logger): JobHandler[] => [
  handleJobs(retentionQueue, {
    atOnce: 1,
    schedule: { cron: '20 3 * * *', zone: 'UTC' },
    onStart: () => sendJob(db, retentionQueue, {}, { afterSeconds: firstRunSeconds }),
    async carryOut() {
      log.info(await forgetOldSync(db, now()), 'sync forgot what is old');
      return 1;
    },
  }),
];

/** Numbers of rows that a retention run deleted. */
export type Forgotten = {
  readonly results: number;
  readonly devices: number;
  readonly runs: number;
  readonly tombstones: number;
  /** Ended sessions and reset links, old emails, and counts of failed sign-ins. */
  readonly accounts: number;
};

/**
 * Deletes data that sync no longer needs; runs once a day. Outcomes and idempotency keys go after 35 days, devices unseen for 400
 * days, tombstones after 90 days, emails and ended sessions and reset links after 35 days, runs of report schedules and measurements of AI prompts after 400 days, files of reports and exports after their 7 days and their requests after 35, finished runs and uploaded files that were not staged after the days of their service items. The
 * horizon moves past deleted tombstones first, so that an older device reloads everything [S4]. Safe to run in several processes at once and to repeat.
 */
export async function forgetOldSync(db: Db, now: Date): Promise<Forgotten> {
  const before = (days: number) => new Date(now.getTime() - days * dayInMilliseconds);
  const results =
    (await inBatches(db, 'mutation_result', sql`at < ${before(resultDays)}`)) +
    (await inBatches(db, 'api_key_result', sql`at < ${before(resultDays)}`));
  // Runs whose result is stored elsewhere: a task's history, a target's lists.
  const runDays = await serviceValue(db, 'runs.keptDays', null);
  const uploadDays = await serviceValue(db, 'uploads.keptDays', null);
  // A killed device that never learned of it stays in the list as long as any other device.
  const devices = await inBatches(db, 'client', sql`seen_at < ${before(deviceDays)}`);
  const runs = await inBatches(
    db,
    'run',
    sql`kind in ('collect', 'task-removal', 'upload', 'sync-lists', 'submission-lists', 'report-file', 'data-export', 'notice-mail', 'ai-measure') and ended_at < ${before(runDays)}`,
  );
  const tombstones = await moveHorizon(db, now, before(tombstoneDays));
  const ended = before(accountDays);
  const accounts =
    (await inBatches(db, 'reset_token', sql`expires_at < ${ended}`)) +
    (await inBatches(
      db,
      'session',
      sql`ended_at < ${ended} or seen_at < ${ended} or created_at < ${before(accountDays + absoluteDays)}`,
    )) +
    (await inBatches(db, 'sign_in_attempt', sql`window_started_at < ${before(attemptDays)}`)) +
    (await inBatches(db, 'mail', sql`at < ${ended}`));
  // A run stays in its list; after these days it cannot be undone any more.
  await inBatches(
    db,
    'run_job',
    sql`exists (select from run r where r.customer_id = run_job.customer_id and r.id = run_job.run_id and r.ended_at < ${ended})`,
  );
  await inBatches(db, 'notice_mail', sql`asked_at < ${before(scheduleRunDays)}`);
  await inBatches(db, 'post_attempt', sql`at < ${before(attemptsDays)}`);
  await inBatches(db, 'submission_attempt', sql`at < ${before(attemptsDays)}`);
  await inBatches(db, 'submission_event', sql`received_at < ${before(attemptsDays)} and state <> 'waiting'`);
  await forgetReports(db, now, before);
  await inBatches(db, 'error_event', sql`counted and at < ${before(errorDays)}`);
  await inBatches(db, 'slack_message', sql`ended_at < ${before(slackDays)}`);
  await inBatches(db, 'sms_message', sql`ended_at < ${before(smsDays)}`);
  await inBatches(db, 'ai_call', sql`at < ${before(aiCallDays)}`);
  await inBatches(db, 'ai_measurement', sql`at < ${before(scheduleRunDays)}`);
  await inBatches(db, 'system_log', sql`at < ${before(logDays)}`);
  await inBatches(db, 'feed_reader', sql`read_at < ${before(readerDays)}`);
  await inBatches(db, 'upload', sql`created_at < ${before(uploadDays)}`);
  await inBatches(
    db,
    'kept_file',
    sql`fetched_at < ${before(keptFileDays)} and not exists (select from webhook_delivery w
      where w.customer_id = kept_file.customer_id and w.file_id = kept_file.id and w.taken_at is null)`,
  );
  await inBatches(db, 'webhook_delivery', sql`taken_at < ${before(keptFileDays)}`);
  // An email that waits to be read, or for a person, is kept.
  await inBatches(db, 'received_mail', sql`received_at < ${before(keptFileDays)} and state in ('read', 'failed', 'ignored')`);
  await inBatches(db, 'ticket_reply', sql`received_at < ${before(keptFileDays)} and state <> 'waiting'`);
  await forgetManyMails(db);
  await forgetAttachments(db);
  return { results, devices, runs, tombstones, accounts };
}

/** Deletes runs of report schedules and job alerts, and files of reports and exports that are over. `before` gives the moment of so many days ago. */
async function forgetReports(db: Db, now: Date, before: (days: number) => Date): Promise<void> {
  await inBatches(db, 'report_run', sql`ended_at < ${before(scheduleRunDays)}`);
  await inBatches(db, 'job_alert_run', sql`ended_at < ${before(scheduleRunDays)}`);
  await inBatches(
    db,
    'job_alert_job',
    sql`not exists (select from job j where j.customer_id = job_alert_job.customer_id and j.id = job_alert_job.job_id)`,
  );
  await sql`update report_file set content = null where content is not null and kept_until < ${now}`.execute(db);
  await inBatches(db, 'report_file', sql`asked_at < ${before(reportFileDays)} and content is null`);
  await inBatches(
    db,
    'data_export_part',
    sql`exists (select from data_export e where e.customer_id = data_export_part.customer_id and e.id = data_export_part.export_id
      and (e.kept_until < ${now} or e.made_at is null and not exists (select from run r where r.customer_id = e.customer_id
        and r.id = e.run_id and r.state in ('queued', 'running'))))`,
  );
  await inBatches(
    db,
    'data_export',
    sql`asked_at < ${before(reportFileDays)} and not exists (select from data_export_part p
      where p.customer_id = data_export.customer_id and p.export_id = data_export.id)`,
  );
}

/** Deletes attachments of removed jobs, and files that no attachment names any more. */
async function forgetAttachments(db: Db): Promise<void> {
  await inBatches(
    db,
    'job_attachment',
    sql`not exists (select from job j where j.customer_id = job_attachment.customer_id and j.id = job_attachment.job_id and not j.deleted)`,
  );
  await inBatches(
    db,
    'attached_file',
    sql`not exists (select from job_attachment a where a.customer_id = attached_file.customer_id
      and a.source_id = attached_file.source_id and a.digest = attached_file.digest)`,
  );
}

/** Removes each customer's oldest emails beyond 1 GB. Those that wait are kept. */
async function forgetManyMails(db: Db): Promise<void> {
  await sql`
    delete from received_mail m using (
      select customer_id, id, sum(size) over (partition by customer_id order by id desc) as bytes from received_mail
      where state in ('read', 'failed', 'ignored')) s
    where m.customer_id = s.customer_id and m.id = s.id and s.bytes > ${mostMailBytes}`.execute(db);
}

async function inBatches(db: Db, table: string, old: ReturnType<typeof sql>): Promise<number> {
  for (let total = 0; ; ) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)} where ${old} limit ${batch}))`.execute(
      db,
    );
    const removed = Number(numAffectedRows ?? 0n);
    total += removed;
    if (removed < batch) return total;
  }
}

/** Stores the feeds' current revisions as today's mark, then moves each horizon to the newest mark that is old enough. */
async function moveHorizon(db: Db, now: Date, oldEnough: Date): Promise<number> {
  await sql`insert into feed_mark (customer_id, rev, at) select customer_id, rev, ${now} from customer_feed on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<{ customerId: number; rev: number }>`
    select customer_id as "customerId", max(rev) as rev from feed_mark where at < ${oldEnough} group by customer_id`.execute(db);
  let removed = 0;
  for (const { customerId, rev } of rows) removed += await forgetTombstones(db, customerId, rev);
  return removed;
}

/** Moves the horizon first: a pull between the two statements then reloads everything instead of missing a deletion. */
async function forgetTombstones(db: Db, customerId: number, rev: number): Promise<number> {
  await sql`update customer_feed set min_rev = greatest(min_rev, ${rev}) where customer_id = ${customerId}`.execute(db);
  let removed = 0;
  for (const collection of collectionNames)
    removed += await inBatches(db, tableOf[collection], sql`customer_id = ${customerId} and deleted and rev <= ${rev}`);
  await sql`delete from feed_mark where customer_id = ${customerId} and rev < ${rev}`.execute(db);
  return removed;
}
