import { sql } from 'kysely';
import type { SubmissionState } from '#contract/rows/submission.ts';
import { expiryDays } from '#contract/submissions/expiries.ts';
import { stageOf } from '#domain/submissions/stages.ts';
import { isLive } from '#domain/submissions/words.ts';
import { isAtWork } from '#server/kit/db/at-work.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { informOwner } from '../notices/inform-owner.ts';
import type { Opens } from '../status/follow-events.ts';

type Parts = Pick<Services, 'db' | 'mail' | 'config' | 'now'> & { readonly open: Opens };

/** A caregiver with a live submission. `since`: the day of the first one. `owners`: who put the caregiver forward. */
type Followed = {
  readonly customerId: number;
  readonly fromId: number;
  readonly caregiverId: string;
  readonly since: string;
  readonly owners: readonly number[];
};
/** `expiresOn`: YYYY-MM-DD. */
type Expiring = { readonly document: string; readonly expiresOn: string };

/**
 * Reads the documents of every caregiver with a live submission, keeps those that expire within 30 days, and informs the owners of the
 * submissions, once for each document and date. A caregiver whose source does not answer keeps what the last look found. Returns how many
 * caregivers were read.
 */
export async function lookForExpiries(parts: Parts, stopping: AbortSignal): Promise<number> {
  const followed = await followedCaregivers(parts.db);
  await forgetOthers(parts.db, followed);
  let count = 0;
  for (const one of followed) {
    if (stopping.aborted) break;
    if (await look(parts, one)) count++;
  }
  for (const customerId of new Set(followed.map((one) => one.customerId)))
    await informOf(
      parts,
      customerId,
      followed.filter((one) => one.customerId === customerId),
    );
  return count;
}

type Row = Omit<Followed, 'owners' | 'since'> & {
  readonly userId: number | null;
  readonly state: SubmissionState;
  readonly status: string;
  readonly since: string;
};

/** The caregivers of all customers with a live submission that its destination has not refused. */
async function followedCaregivers(db: Db): Promise<Followed[]> {
  const { rows } = await sql<Row>`select customer_id as "customerId", from_id as "fromId", caregiver_id as "caregiverId",
      user_id as "userId", state, status, to_char(min(created_at), 'YYYY-MM-DD') as since
    from submission where state not in ('refused', 'withdrawn') and ${isAtWork('submission.customer_id')}
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3`.execute(db);
  const caregivers = new Map<string, Followed>();
  for (const { customerId, fromId, caregiverId, userId, state, status, since } of rows) {
    const stage = stageOf(status);
    if (!isLive(state) || stage === 'refused' || stage === 'withdrawn') continue;
    const key = JSON.stringify([customerId, fromId, caregiverId]);
    const known = caregivers.get(key);
    const owners = [...new Set([...(known?.owners ?? []), ...(userId === null ? [] : [userId])])];
    const first = known && known.since < since ? known.since : since;
    caregivers.set(key, { customerId, fromId, caregiverId, since: first, owners });
  }
  return [...caregivers.values()];
}

/** Removes what was found of caregivers without a live submission. */
async function forgetOthers(db: Db, followed: readonly Followed[]): Promise<void> {
  const { rows } = await sql<{ customerId: number; id: number; fromId: number; caregiverId: string }>`
    select customer_id as "customerId", id, target_id as "fromId", caregiver_id as "caregiverId" from submission_expiry`.execute(
    db,
  );
  const kept = new Set(followed.map(({ customerId, fromId, caregiverId }) => JSON.stringify([customerId, fromId, caregiverId])));
  for (const { customerId, id, fromId, caregiverId } of rows) {
    if (kept.has(JSON.stringify([customerId, fromId, caregiverId]))) continue;
    await scopeTo(db, [customerId])
      .deleteFrom('submission_expiry')
      .where('customer_id', '=', customerId)
      .where('id', '=', id)
      .execute();
  }
}

/** Keeps what expires of one caregiver. False: the source gave no answer. */
async function look(parts: Parts, followed: Followed): Promise<boolean> {
  const { customerId, fromId, caregiverId, since } = followed;
  const source = await parts.open(customerId, fromId);
  const read = await source?.readCaregiver?.(caregiverId);
  if (read?.kind !== 'done') return false;
  const until = dayAfter(parts.now(), expiryDays);
  const documents = read.value?.documents ?? [];
  const expiring = newestOf(documents.map(({ name, expiresOn }) => ({ document: name, expiresOn }))).filter(
    // What had expired before the first submission went without it.
    ({ expiresOn }) => expiresOn <= until && expiresOn >= since,
  );
  await scopeTo(parts.db, [customerId])
    .transaction()
    .execute((tx) => keep(tx, followed, expiring, parts.now()));
  return true;
}

/** Of several documents with one name, the one that is valid longest counts; one without a last day never expires. */
function newestOf(documents: readonly { readonly document: string; readonly expiresOn: string | null }[]): Expiring[] {
  const days = new Map<string, string | null>();
  for (const { document, expiresOn } of documents) {
    const known = days.get(document);
    if (known === null) continue;
    days.set(document, expiresOn === null || known === undefined || expiresOn > known ? expiresOn : known);
  }
  return [...days].flatMap(([document, expiresOn]) => (expiresOn === null ? [] : [{ document, expiresOn }]));
}

async function keep(
  tx: Tx,
  { customerId, fromId, caregiverId }: Followed,
  expiring: readonly Expiring[],
  now: Date,
): Promise<void> {
  const listed = JSON.stringify(expiring);
  await sql`delete from submission_expiry e where e.customer_id = ${customerId} and e.target_id = ${fromId}
    and e.caregiver_id = ${caregiverId} and not exists (select from jsonb_to_recordset(${listed}::jsonb) as x (document text, "expiresOn" date)
      where x.document = e.document and x."expiresOn" = e.expires_on)`.execute(tx);
  await sql`insert into submission_expiry (customer_id, target_id, caregiver_id, document, expires_on, found_at)
    select ${customerId}, ${fromId}, ${caregiverId}, x.document, x."expiresOn", ${now}
    from jsonb_to_recordset(${listed}::jsonb) as x (document text, "expiresOn" date) on conflict do nothing`.execute(tx);
}

type Fresh = Expiring & Pick<Followed, 'fromId' | 'caregiverId'>;

/** Informs the owners of a customer’s submissions of what was found and not said yet, the earliest first. */
const informOf = (parts: Parts, customerId: number, followed: readonly Followed[]): Promise<void> =>
  scopeTo(parts.db, [customerId])
    .transaction()
    .execute(async (tx) => {
      const { rows } = await sql<Fresh>`update submission_expiry set noticed = true
        where customer_id = ${customerId} and not noticed
        returning target_id as "fromId", caregiver_id as "caregiverId", document, to_char(expires_on, 'YYYY-MM-DD') as "expiresOn"`.execute(
        tx,
      );
      const fresh = rows.toSorted((a, b) => a.expiresOn.localeCompare(b.expiresOn));
      for (const userId of new Set(followed.flatMap(({ owners }) => owners))) {
        const own = followed.filter(({ owners }) => owners.includes(userId));
        const isOwn = (one: Fresh) => own.some((of) => of.fromId === one.fromId && of.caregiverId === one.caregiverId);
        await informOwner(tx, parts, { customerId, userId }, newsOf(fresh.filter(isOwn)));
      }
    });

const newsOf = (documents: readonly Fresh[]) => ({
  lines: documents.map(({ fromId, caregiverId, document, expiresOn }) => ({
    text: `The document “${document}” of caregiver ${caregiverId} expires on ${expiresOn}. Replace it in the source.`,
    link: screen,
    cause: `submission expiry ${fromId}/${caregiverId}/${expiresOn}/${document}`.slice(0, 200),
  })),
  grouped: {
    text: `${documents.length} documents of caregivers expire within ${expiryDays} days. Replace them in the source.`,
    link: screen,
  },
  subject: documents.length === 1 ? 'A document of a caregiver expires soon' : 'Documents of caregivers expire soon',
});

const screen = '/submissions?expiring=yes';

/** The day of an instant in UTC, so many days later, as YYYY-MM-DD. */
const dayAfter = (at: Date, days: number): string => new Date(at.getTime() + days * 86_400_000).toISOString().slice(0, 10);
