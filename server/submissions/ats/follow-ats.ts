import { type Selectable, sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import { problemWords } from '#domain/submissions/problem-words.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import type { Database } from '#server/kit/db/schema.ts';
import type { Services } from '#server/kit/http/handle.ts';
import type { AtsSubmission, AtsSubmissions } from '../adapter.ts';
import { gather } from '../check/gather.ts';
import { openRequest } from '../requests/ask.ts';
import { conflictOf, wantSubmission } from '../requests/want-submission.ts';
import { openSubmissionTarget } from '../targets/open-adapter.ts';
import { findSubmissionTarget, settingsOf } from '../targets/target-rows.ts';

type Parts = Pick<Services, 'db' | 'secrets' | 'config' | 'now' | 'log'>;
type Subscription = Selectable<Database['submission_subscription']>;

/**
 * Reads the submissions that people made in the ATS since the last time and sends each like one of Jobdock's own. One that cannot be sent
 * gets the reason in the ATS. Returns how many were read. A batch whose reading broke off is read again: an event counts once.
 */
export async function followAts(parts: Parts): Promise<number> {
  const subscriptions = await parts.db.selectFrom('submission_subscription').selectAll().execute();
  let count = 0;
  for (const subscription of subscriptions) count += await followOne(parts, subscription);
  return count;
}

async function followOne(parts: Parts, subscription: Subscription): Promise<number> {
  const { customer_id: customerId, target_id: targetId, name, cursor } = subscription;
  const ats = (await openSubmissionTarget(parts, customerId, targetId))?.ats;
  if (!ats) return 0;
  const own = scopeTo(parts.db, [customerId]);
  const keep = (values: { readonly cursor?: string; readonly read_at?: Date; readonly problem?: string }) =>
    own
      .updateTable('submission_subscription')
      .set(values)
      .where('customer_id', '=', customerId)
      .where('target_id', '=', targetId)
      .execute();
  const first = await eventsOf(ats, name, cursor, subscription.read_at);
  // Kept before the subscription is made again, so that a reading that breaks off does not forget the gap.
  if (first.kind === 'gap') await keep({ cursor: '' });
  const read = first.kind === 'gap' ? await eventsOf(ats, name, '', subscription.read_at) : first;
  if (read.kind !== 'done') {
    await keep({ problem: read.kind === 'gap' ? '' : read.words });
    return 0;
  }
  const done = await sendAll(parts, own, { customerId, targetId, ats }, read.value.ids);
  await keep({ problem: '', ...(done !== null && { cursor: read.value.since, read_at: parts.now() }) });
  return done ?? 0;
}

/** The clock of the ATS may be behind, and an event may come late. An event that is read twice counts once. */
const overlapMs = 10 * 60_000;

type Events = Awaited<ReturnType<AtsSubmissions['events']>> | { readonly kind: 'gap' };

/**
 * What to look at: the submissions that the subscription reports, or, once it was made again, all that were made since the last reading.
 * `gap`: it has ended, or its events were lost.
 */
async function eventsOf(ats: AtsSubmissions, name: string, cursor: string, readAt: string | null): Promise<Events> {
  const read = await ats.events(name, cursor === '' ? null : cursor);
  if (read.kind !== 'done') return read;
  if (read.value.since === '') return { kind: 'gap' };
  if (cursor !== '' || readAt === null) return read;
  const made = await ats.madeSince(new Date(new Date(readAt).getTime() - overlapMs));
  return made.kind === 'done' ? { kind: 'done', value: { ids: made.value, since: read.value.since } } : made;
}

type Place = { readonly customerId: number; readonly targetId: number; readonly ats: AtsSubmissions };

/** Null: the ATS stopped to answer in between, so the batch is read again. */
async function sendAll(parts: Parts, own: Db, place: Place, ids: readonly string[]): Promise<number | null> {
  for (const id of ids) {
    const { rows } = await sql`select from submission where customer_id = ${place.customerId} and from_id = ${place.targetId}
      and event_id = ${id} limit 1`.execute(own);
    if (rows.length > 0) continue;
    const read = await place.ats.read(id);
    if (read.kind !== 'done') return null;
    if (read.value === null) continue;
    const words = await sendOne({ ...parts, db: own }, place, read.value);
    if (words !== null && !(await writeBack({ ...parts, db: own }, place, id, words))) return null;
  }
  return ids.length;
}

/** Asks for one submission of the ATS. Returns why it cannot be sent; null if it is on its way. */
async function sendOne(parts: Parts, { customerId, targetId }: Place, made: AtsSubmission): Promise<string | null> {
  const { rows } = await sql<{ jobId: number }>`select job_id as "jobId" from post
    where customer_id = ${customerId} and external_id = ${made.jobExtId} order by generation desc limit 1`.execute(parts.db);
  const jobId = rows[0]?.jobId ?? 0;
  if (jobId === 0) return 'Jobdock did not post this job, so it does not know where to send the caregiver.';
  const request = { caregiverId: made.caregiverId, jobId, providerJobId: '', fromId: targetId, toId: 0 };
  const opened = await openRequest(parts, customerId, request);
  if ('fields' in opened) return Object.values(opened.fields).join(' ');
  const today = parts.now().toISOString().slice(0, 10);
  const { problems } = await gather(parts.db, opened.asked, opened.caregiver, opened.destination, today);
  if (problems.length > 0) return problems.map((one) => problemWords(one, messages.sameSubmissionTarget)).join(' ');
  const wanted = { ...opened.asked, email: opened.caregiver?.email ?? '', userId: null, eventId: made.id };
  const answer = await parts.db.transaction().execute((tx) => wantSubmission(tx, wanted, parts.now()));
  return answer.kind === 'wanted' ? null : conflictOf(answer.rival).message;
}

/** Bullhorn's fields of texts end at this length. */
const longestText = 100;

/**
 * Writes to the submission in the ATS why it was not sent, in the field and with the status that the target's settings name. False without an
 * answer: it is written again later. A refusal of the ATS is final.
 */
async function writeBack(
  { db, log }: Pick<Parts, 'db' | 'log'>,
  { customerId, targetId, ats }: Place,
  id: string,
  words: string,
): Promise<boolean> {
  const target = await findSubmissionTarget(db, customerId, targetId);
  if (!target) return true;
  const { errorField, errorStatus } = settingsOf(target);
  const fields = {
    ...(errorField !== '' && { [errorField]: words.slice(0, longestText) }),
    ...(errorStatus !== '' && { status: errorStatus }),
  };
  if (Object.keys(fields).length === 0) return true;
  const written = await ats.write(id, fields);
  if (written.kind !== 'done')
    log.warn({ customer: customerId, target: targetId, submission: id }, 'the ATS did not take why a submission was not sent');
  return written.kind === 'done' || written.kind === 'refused';
}

/** Writes to the ATS why submissions that it asked for were refused at the destination. Returns how many were written. */
export async function writeRefusals(parts: Parts): Promise<number> {
  const { rows } = await sql<{ customerId: number; id: number; fromId: number; eventId: string; words: string }>`
    select s.customer_id as "customerId", s.id, s.from_id as "fromId", s.event_id as "eventId", s.error_text as words from submission s
    where s.event_id <> '' and s.state = 'refused' and not exists (select from submission_attempt a
      where a.customer_id = s.customer_id and a.submission_id = s.id and a.kind = 'writeBack') order by s.id limit 100`.execute(
    parts.db,
  );
  for (const { customerId, id, fromId, eventId, words } of rows) {
    const own = scopeTo(parts.db, [customerId]);
    const ats = (await openSubmissionTarget(parts, customerId, fromId))?.ats;
    if (ats && !(await writeBack({ ...parts, db: own }, { customerId, targetId: fromId, ats }, eventId, words))) continue;
    const attempt = {
      customer_id: customerId,
      submission_id: id,
      target_id: fromId,
      at: parts.now(),
      kind: 'writeBack',
    } as const;
    await own
      .insertInto('submission_attempt')
      .values({ ...attempt, answer: 'done' })
      .execute();
  }
  return rows.length;
}
