import type { Result } from '#contract/kit/result.ts';
import type { AlertJob, Candidate } from '#domain/job-alerts/matching.ts';
import { isAtWork } from '#server/kit/db/at-work.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { nameOfCustomer } from '#server/people/customers/customer-name.ts';
import { mostTries } from '#server/runs/due/due-runs.ts';
import { lateWords } from '#server/runs/due/late-words.ts';
import { type AlertRow, type AlertRunRow, alertRow } from './alert-rows.ts';
import { keepHad, newAmong } from './new-jobs.ts';
import { type AlertParts, type Match, matchAll, mostMails, peopleOf, storeMessages, withoutStopped } from './send-alert.ts';

/** `db` has the rows of the run's customer alone. `jobs` and `candidates` are read again at each try. */
export type RunParts = AlertParts &
  Pick<Services, 'db' | 'now' | 'log'> & {
    readonly jobs: (db: Db, alert: AlertRow, signal: AbortSignal) => Promise<Result<readonly AlertJob[], string>>;
    readonly candidates: (alert: AlertRow) => Promise<readonly Candidate[] | { readonly words: string }>;
  };

/** The ATS could not be read: the run is tried again, and its last try says why. */
class NotReached extends Error {}

/**
 * Carries out one run: reads the jobs and the candidates, then stores the emails and text messages, the jobs that the alert has had, and the end of the run in
 * one transaction, so that a kill at any moment sends them once or not yet. Returns how many messages were stored. Throws for a temporary
 * error unless it was the last try; the jobs then stay new for the next run.
 */
export async function sendRun(parts: RunParts, customerId: number, runId: number, stopping: AbortSignal): Promise<number> {
  const { db } = parts;
  const run = await beginTry(db, customerId, runId);
  if (!run) return 0;
  const alert = await alertRow(db, customerId, run.alert_id);
  if (!alert?.enabled) return settle(db, run, { state: 'nothing', message: 'The alert was removed or turned off.' }, parts.now());
  try {
    const jobs = await parts.jobs(db, alert, stopping);
    if (!jobs.ok) return await db.transaction().execute((tx) => pause(tx, run, alert, jobs.error, parts.now()));
    const fresh = await newAmong(db, customerId, alert.id, jobs.value);
    if (fresh.length === 0) return await settle(db, run, { state: 'nothing', message: 'There was no new job.' }, parts.now());
    const candidates = await parts.candidates(alert);
    if ('words' in candidates) throw new NotReached(candidates.words);
    return await db.transaction().execute((tx) => send(tx, parts, run, { jobs: fresh, candidates }));
  } catch (error) {
    if (run.tries < mostTries || stopping.aborted) throw error;
    parts.log.error({ err: error, customer: customerId, run: runId }, 'a job alert was not sent');
    const why = error instanceof NotReached ? error.message : 'The alert could not be made.';
    return settle(db, run, { state: 'failed', message: `${why} The jobs are sent at the next time.`.slice(0, 500) }, parts.now());
  }
}

/** Counts a try of a run that waits. Runs of a customer that is not at work go on waiting. */
const beginTry = (db: Db, customerId: number, runId: number): Promise<AlertRunRow | undefined> =>
  db
    .updateTable('job_alert_run')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('id', '=', runId)
    .where('state', '=', 'waiting')
    .where(isAtWork('job_alert_run.customer_id'))
    .returningAll()
    .executeTakeFirst();

type End = Pick<AlertRunRow, 'state' | 'message'> &
  Partial<Pick<AlertRunRow, 'new_jobs' | 'found' | 'matched' | 'unsubscribed'>> & { readonly messages?: number };

/** Ends a run that still waits. Returns how many messages it stored; none if another process ended it. */
async function settle(db: Db | Tx, { customer_id, id }: AlertRunRow, { messages = 0, ...end }: End, at: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('job_alert_run')
    .set({ ...end, ended_at: at })
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows === 0n ? 0 : messages;
}

type Read = { readonly jobs: readonly AlertJob[]; readonly candidates: readonly Candidate[] };

async function send(tx: Tx, parts: RunParts, run: AlertRunRow, { jobs: read, candidates }: Read): Promise<number> {
  const { customer_id: customerId } = run;
  const at = parts.now();
  // Another run of the alert waits here, and then finds no job new that this one had.
  const alert = await alertRow(tx, customerId, run.alert_id, true);
  if (!alert) return settle(tx, run, { state: 'nothing', message: 'The alert was removed.' }, at);
  const jobs = await newAmong(tx, customerId, alert.id, read);
  const { found, matched, matches } = matchAll(parts, alert, candidates, jobs);
  const to = await withoutStopped(tx, customerId, matches);
  const people = peopleOf(to);
  if (people > mostMails) return pause(tx, run, alert, tooManyWords(people), at);
  const counts = { new_jobs: jobs.length, found, matched, unsubscribed: Math.max(matched - people, 0) };
  const message = `${resultWords(jobs.length, to, found)}${lateWords(run.due_at, alert.zone, at)}`;
  const state = to.length === 0 ? 'nothing' : 'sent';
  // The row of the run is written first: who wrote it before has stored the messages.
  const isOurs = await isWaiting(tx, run);
  if (!isOurs) return 0;
  const customer = await nameOfCustomer(tx, customerId);
  await storeMessages(tx, parts, { alert, run, customer, at }, to);
  await keepHad(tx, customerId, alert.id, jobs);
  return settle(tx, run, { state, message, ...counts, messages: to.length }, at);
}

/** Whether a run still waits; it cannot end elsewhere before the transaction does. */
async function isWaiting(tx: Tx, { customer_id, id }: AlertRunRow): Promise<boolean> {
  const row = await tx
    .selectFrom('job_alert_run')
    .select('state')
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.state === 'waiting';
}

const counted = (count: number, one: string): string => `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;

function resultWords(jobs: number, to: readonly Match[], found: number): string {
  const news = counted(jobs, 'new job');
  if (found === 0) return `${news}, but the target has no candidates.`;
  if (to.length === 0) return `${news}, but no candidate to write to.`;
  const texts = to.filter(({ channel }) => channel === 'sms').length;
  const by =
    texts === 0
      ? ''
      : ` by ${[...(texts < to.length ? [counted(to.length - texts, 'email')] : []), counted(texts, 'text message')].join(' and ')}`;
  return `${news} went to ${counted(peopleOf(to), 'candidate')}${by}.`;
}

const tooManyWords = (matched: number): string =>
  `${counted(matched, 'candidate')} match, and one run writes to at most ${mostMails.toLocaleString('en-US')}. Match by more, or choose a narrower configuration.`;

/** Pauses an alert that cannot go on before somebody changes it, and tells its owner in the bell. */
async function pause(tx: Tx, run: AlertRunRow, { name, owner_id: ownerId }: AlertRow, words: string, at: Date): Promise<number> {
  if (!(await isWaiting(tx, run))) return 0;
  const { customer_id: customerId, alert_id: alertId } = run;
  await tx
    .updateTable('job_alert')
    .set({ next_at: null, paused_because: words })
    .where('customer_id', '=', customerId)
    .where('id', '=', alertId)
    .execute();
  const text = `Your job alert “${name}” was paused. ${words}`;
  await tx
    .insertInto('notification')
    .columns(['customer_id', 'user_id', 'kind', 'text', 'link'])
    .expression((e) =>
      e
        .selectFrom('app_user')
        .select(['customer_id', 'id', e.val('alert').as('kind'), e.val(text).as('text')])
        .select(e.val(`/notifications/edit/${alertId}`).as('link'))
        .where('customer_id', '=', customerId)
        .where('id', '=', ownerId),
    )
    .execute();
  return settle(tx, run, { state: 'paused', message: words }, at);
}
