import { sql } from 'kysely';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import type { ListedSubmission, SubmissionAdapter } from '../adapter.ts';
import { addStatus, type LearnedBy } from './status-rows.ts';

export type Opens = (customerId: number, targetId: number) => Promise<SubmissionAdapter | null>;
type Place = { readonly customerId: number; readonly targetId: number };
type Parts = { readonly db: Db; readonly now: () => Date; readonly open: Opens };
type Event = { readonly id: number; readonly extId: string; readonly words: string };

const mostAtOnce = 500;
/** A destination without an answer is asked again after this time. */
const quietMs = 30_000;

/** Reads waiting webhooks. Returns how many are settled. A destination is asked once for all of its webhooks that wait. */
export function followEvents({ db, now, open }: Parts): () => Promise<number> {
  const quiet = new Map<string, number>();
  return async () => {
    const { rows: places } = await sql<Place>`select distinct customer_id as "customerId", target_id as "targetId"
      from submission_event where state = 'waiting'`.execute(db);
    let settled = 0;
    for (const place of places) {
      const key = `${place.customerId}/${place.targetId}`;
      if ((quiet.get(key) ?? 0) > now().getTime()) continue;
      const count = await settleEvents({ db, now, open }, place);
      if (count === null) quiet.set(key, now().getTime() + quietMs);
      else settled += count;
    }
    return settled;
  };
}

/** Settles the webhooks of one target. Null: the destination gave no answer, so they wait. */
async function settleEvents({ db, now, open }: Parts, { customerId, targetId }: Place): Promise<number | null> {
  const own = scopeTo(db, [customerId]);
  const { rows: events } = await sql<Event>`select id, ext_id as "extId", words from submission_event
    where customer_id = ${customerId} and target_id = ${targetId} and state = 'waiting' order by id limit ${mostAtOnce}`.execute(
    own,
  );
  const adapter = await open(customerId, targetId);
  const read = await adapter?.submissions?.();
  if (read && read.kind !== 'done' && read.kind !== 'refused') return null;
  const shown = read?.kind === 'done' ? new Map(read.value.map((one) => [one.extId, one])) : null;
  let settled = 0;
  for (const event of events) {
    const found = shown ? shown.get(event.extId) : hinted(event);
    const words = await own
      .transaction()
      .execute((tx) => settleOne(tx, { customerId, targetId }, { event, found, isRead: shown !== null }, now()));
    if (words !== null) settled++;
  }
  return settled;
}

/** A destination that shows no submissions: the webhook at the address that cannot be guessed proves that the submission is there. */
function hinted({ extId, words }: Event): ListedSubmission | undefined {
  const [providerJobId, extCaregiverId] = JSON.parse(words) as [string, string];
  return { extId, providerJobId, extCaregiverId, status: '', at: null };
}

type Settling = { readonly event: Event; readonly found: ListedSubmission | undefined; readonly isRead: boolean };

/** Settles one webhook. Null: its submission is on its way, so it waits for the answer of the call. */
async function settleOne(tx: Tx, place: Place, { event, found, isRead }: Settling, now: Date): Promise<string | null> {
  if (!found) return end(tx, place, event, 'ignored', 'The destination does not show this submission.');
  const id = await submissionOf(tx, place, found);
  if (id === null) {
    if (await isAnyOnItsWay(tx, place, found)) return null;
    return end(tx, place, event, 'ignored', 'Jobdock did not send this submission.');
  }
  await prove(tx, { customerId: place.customerId, id }, found, now);
  if (!isRead)
    return end(tx, place, event, 'done', 'It proves the submission. Its status cannot be checked, so it is not taken.');
  await learn(tx, { customerId: place.customerId, id }, found, 'webhook', now);
  return end(tx, place, event, 'done', found.status);
}

async function end(tx: Tx, { customerId }: Place, { id }: Event, state: 'done' | 'ignored', words: string): Promise<string> {
  await sql`update submission_event set state = ${state}, words = ${words} where customer_id = ${customerId} and id = ${id}`.execute(
    tx,
  );
  return words;
}

/** Our submission that a destination shows: by its id there, or one without an answer by its job and caregiver. */
async function submissionOf(tx: Tx, { customerId, targetId }: Place, shown: ListedSubmission): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from submission
    where customer_id = ${customerId} and to_id = ${targetId} and (ext_id = ${shown.extId}
      or (ext_id = '' and state in ('unknown', 'human') and provider_job_id = ${shown.providerJobId}
        and ext_caregiver_id = ${shown.extCaregiverId} and ext_caregiver_id <> ''))
    order by ext_id = '', id desc limit 1 for update`.execute(tx);
  return rows[0]?.id ?? null;
}

async function isAnyOnItsWay(tx: Tx, { customerId, targetId }: Place, { providerJobId }: ListedSubmission): Promise<boolean> {
  const { rows } = await sql`select from submission where customer_id = ${customerId} and to_id = ${targetId}
    and state in ('wanted', 'sending') and provider_job_id = ${providerJobId} limit 1`.execute(tx);
  return rows.length > 0;
}

type Key = { readonly customerId: number; readonly id: number };

/** A submission without an answer that is shown there has arrived. */
async function prove(tx: Tx, { customerId, id }: Key, shown: ListedSubmission, now: Date): Promise<void> {
  await sql`update submission set state = 'sent', ext_id = ${shown.extId}, error_text = '', next_at = null, lease_until = null,
      fence = fence + 1, ended_at = ${now}
    where customer_id = ${customerId} and id = ${id} and state in ('unknown', 'human')`.execute(tx);
}

const learn = (tx: Tx, key: Key, { status, at }: ListedSubmission, how: LearnedBy, now: Date): Promise<boolean> =>
  addStatus(tx, key, { status, at: at ?? now.toISOString(), how }, now);

/** How long the status of a submission is read on schedule after it was sent. */
const followedDays = 180;

/** Reads the statuses of all submissions that destinations have, one call a destination. Returns how many changed. */
export async function syncStatuses({ db, now, open }: Parts): Promise<number> {
  const since = new Date(now().getTime() - followedDays * 86_400_000);
  const { rows: places } = await sql<Place>`select distinct customer_id as "customerId", to_id as "targetId" from submission
    where state = 'sent' and ext_id <> '' and created_at > ${since}`.execute(db);
  let count = 0;
  for (const place of places) {
    const read = await (await open(place.customerId, place.targetId))?.submissions?.();
    if (read?.kind !== 'done') continue;
    const own = scopeTo(db, [place.customerId]);
    const known = await knownStatuses(own, place);
    for (const shown of read.value) {
      if (known.get(shown.extId) === shown.status) continue;
      const isChanged = await own.transaction().execute(async (tx) => {
        const id = await submissionOf(tx, place, shown);
        if (id === null) return false;
        await prove(tx, { customerId: place.customerId, id }, shown, now());
        return learn(tx, { customerId: place.customerId, id }, shown, 'schedule', now());
      });
      if (isChanged) count++;
    }
  }
  return count;
}

/** The statuses that Jobdock has of the submissions that a destination confirmed, by their id there: most of them did not change. */
async function knownStatuses(db: Db, { customerId, targetId }: Place): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ extId: string; status: string }>`select ext_id as "extId", status from submission
    where customer_id = ${customerId} and to_id = ${targetId} and ext_id <> '' and state in ('sent', 'withdrawn')`.execute(db);
  return new Map(rows.map(({ extId, status }) => [extId, status]));
}
