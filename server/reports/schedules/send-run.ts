import { sql } from 'kysely';
import { rowWords } from '#domain/reports/kit/row-words.ts';
import { mostOutsideMails } from '#domain/reports/schedules/recipients.ts';
import { isWorthSending } from '#domain/reports/schedules/timing.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { startOfDay } from '#server/kit/lib/start-of-day.ts';
import { dayIn } from '#server/people/customers/disable-date.ts';
import { mostTries } from '#server/runs/due/due-runs.ts';
import { lateWords } from '#server/runs/due/late-words.ts';
import type { Prepare, Prepared } from './prepare.ts';
import { type Recipient, recipientsOf } from './recipients.ts';
import { type RunRow, type ScheduleRow, scheduleRow } from './schedule-rows.ts';
import { ownerOf, tellOwner } from './tell-owner.ts';

/** `db` has the rows of the run's customer alone. */
export type SendParts = Pick<Services, 'db' | 'now' | 'mail' | 'log' | 'secrets'> & {
  readonly config: Pick<Services['config'], 'publicUrl'>;
  readonly prepare: Prepare;
};

/**
 * Carries out one run: reads the report with its owner's rights and stores its mails together with the end of the run, so that a kill at
 * any moment sends them once or not yet. Returns how many mails were stored. Throws for a temporary error unless it was the last try.
 */
export async function sendRun(parts: SendParts, customerId: number, runId: number, stopping: AbortSignal): Promise<number> {
  const { db } = parts;
  const run = await beginTry(db, customerId, runId);
  if (!run) return 0;
  const schedule = await scheduleRow(db, customerId, run.schedule_id);
  if (!schedule) return endRun(db, run, { state: 'failed', message: 'The schedule was removed.' }, parts.now());
  try {
    const prepared = await parts.prepare(schedule, stopping);
    if (!prepared.ok) return await pause(parts, run, schedule, prepared.error.words);
    return await db.transaction().execute((tx) => sendPrepared(tx, parts, run, prepared.value));
  } catch (error) {
    if (run.tries < mostTries || stopping.aborted) throw error;
    parts.log.error({ err: error, customer: customerId, run: runId }, 'a scheduled report was not sent');
    return failRun(parts, run, schedule);
  }
}

const beginTry = (db: Db, customerId: number, runId: number): Promise<RunRow | undefined> =>
  db
    .updateTable('report_run')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('id', '=', runId)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst();

type End = { readonly state: RunRow['state']; readonly message: string } & Partial<
  Pick<RunRow, 'row_count' | 'mails' | 'outside_mails'>
>;

/** Ends a run that still waits. Returns how many mails it sent; null if another process ended it. */
async function settle(db: Db | Tx, { customer_id, id }: RunRow, end: End, at: Date): Promise<number | null> {
  const { numUpdatedRows } = await db
    .updateTable('report_run')
    .set({ ...end, ended_at: at })
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows === 0n ? null : (end.mails ?? 0);
}

const endRun = async (db: Db | Tx, run: RunRow, end: End, at: Date): Promise<number> => (await settle(db, run, end, at)) ?? 0;

async function sendPrepared(tx: Tx, parts: SendParts, run: RunRow, prepared: Prepared): Promise<number> {
  const { customer_id: customerId } = run;
  const schedule = await scheduleRow(tx, customerId, run.schedule_id, true);
  const at = parts.now();
  if (!schedule) return endRun(tx, run, { state: 'failed', message: 'The schedule was removed.' }, at);
  const { total } = prepared;
  if (!run.by_hand && !isWorthSending(total, schedule.threshold)) {
    const message = `${rowWords(total)} ${total === 1 ? 'is' : 'are'} fewer than ${schedule.threshold}, so nothing was sent.`;
    return endRun(tx, run, { state: 'below', row_count: total, message }, at);
  }
  const { to, message, outside } = await whoGetsIt(tx, parts, schedule, prepared, at);
  if (to.length === 0) return endRun(tx, run, { state: 'failed', row_count: total, message }, at);
  const words = `${message}${run.by_hand ? '' : lateWords(run.due_at, prepared.zone, at)}`;
  const sent = await settle(
    tx,
    run,
    { state: 'sent', row_count: total, mails: to.length, outside_mails: outside, message: words },
    at,
  );
  if (sent === null) return 0;
  for (const recipient of to) await mailTo(tx, parts, schedule, prepared, recipient, `report run ${run.id}`);
  return sent;
}

type Sending = { readonly to: readonly Recipient[]; readonly outside: number; readonly message: string };

/** Who gets a report now, and a sentence about it. Further addresses that no user has get a limited number of mails a day. */
async function whoGetsIt(tx: Tx, parts: SendParts, schedule: ScheduleRow, prepared: Prepared, at: Date): Promise<Sending> {
  const { customer_id: customerId, addresses, dont_send_me: withoutMe } = schedule;
  const own: Recipient[] = withoutMe ? [] : [{ address: prepared.owner.email.toLowerCase(), stop: null }];
  const further = (await recipientsOf(tx, parts, customerId, addresses)).filter(({ address }) => address !== own[0]?.address);
  const left = await outsideLeft(tx, customerId, prepared.zone, at);
  const users = further.filter(({ stop }) => stop === null);
  const outside = further.filter(({ stop }) => stop !== null);
  const to = [...own, ...users, ...outside.slice(0, left)];
  const waiting = addresses.length - further.length - Number(addresses.includes(own[0]?.address ?? ''));
  const cut = outside.length - Math.min(left, outside.length);
  const rows = `with ${rowWords(prepared.total)}`;
  const sentences = [
    to.length === 0 ? 'No one gets it.' : `Sent to ${to.length === 1 ? '1 address' : `${to.length} addresses`} ${rows}.`,
    ...(waiting > 0 ? [`${waiting === 1 ? '1 address has' : `${waiting} addresses have`} not agreed.`] : []),
    ...(cut > 0
      ? [`${cut === 1 ? '1 address' : `${cut} addresses`} got nothing: further addresses get ${mostOutsideMails} emails a day.`]
      : []),
  ];
  return { to, outside: Math.min(left, outside.length), message: sentences.join(' ') };
}

/** Mails that further addresses of a customer may still get on this day of its zone. Other runs wait until the end of the transaction. */
async function outsideLeft(tx: Tx, customerId: number, zone: string, at: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('report mails'), ${customerId})`.execute(tx);
  const { sent } = await tx
    .selectFrom('report_run')
    .select((e) => e.fn.coalesce(e.fn.sum<number>('outside_mails'), e.lit(0)).as('sent'))
    .where('customer_id', '=', customerId)
    .where('ended_at', '>=', startOfDay(dayIn(zone, at), zone))
    .executeTakeFirstOrThrow();
  return Math.max(0, mostOutsideMails - sent);
}

/** Stores one mail. `cause` names the run; one address gets one mail for it. */
export async function mailTo(
  tx: Tx,
  { mail }: Pick<SendParts, 'mail'>,
  { customer_id: customerId, owner_id: owner }: Pick<ScheduleRow, 'customer_id' | 'owner_id'>,
  prepared: Prepared,
  { address, stop }: Recipient,
  cause: string,
): Promise<void> {
  const { subject, text, html } = prepared.mail(stop);
  const attachments = prepared.file ? [prepared.file] : [];
  await mail.send(tx, {
    customerId,
    cause: `${cause} ${address.slice(0, 140)}`,
    to: address,
    subject,
    text,
    html,
    attachments,
    owner,
  });
}

/** Pauses a schedule whose owner may not read the report any more, or whose view is gone, and tells the owner. */
async function pause(parts: SendParts, run: RunRow, schedule: ScheduleRow, words: string): Promise<number> {
  const owner = await ownerOf(parts.db, schedule);
  return parts.db.transaction().execute(async (tx) => {
    const { customer_id: customerId, id } = schedule;
    if ((await settle(tx, run, { state: 'paused', message: words }, parts.now())) === null) return 0;
    await tx
      .updateTable('report_schedule')
      .set({ next_at: null, paused_because: words })
      .where('customer_id', '=', customerId)
      .where('id', '=', id)
      .execute();
    const news = { what: 'was paused', words, cause: `report run ${run.id} paused` };
    if (owner) await tellOwner(tx, parts, schedule, owner, news);
    return 0;
  });
}

async function failRun(parts: SendParts, run: RunRow, schedule: ScheduleRow): Promise<number> {
  const words = 'The report could not be made. It is tried again at its next time.';
  const owner = await ownerOf(parts.db, schedule);
  return parts.db.transaction().execute(async (tx) => {
    if ((await settle(tx, run, { state: 'failed', message: words }, parts.now())) === null) return 0;
    const news = { what: 'was not sent', words, cause: `report run ${run.id} failed` };
    if (owner) await tellOwner(tx, parts, schedule, owner, news);
    return 0;
  });
}
