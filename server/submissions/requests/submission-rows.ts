import { sql } from 'kysely';
import type { Submission } from '#contract/submissions/submissions.ts';
import { may } from '#domain/rights/may.ts';
import { stateLabels } from '#domain/submissions/words.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { type Paged, readPage } from '#server/kit/db/paging.ts';
import type { Actor } from '#server/kit/http/handle.ts';

/** Which submissions a list shows. `ownerId`: only those of this person; null for everyone's. */
export type Which = {
  readonly ownerId: number | null;
  readonly status: string;
  readonly contactId: number;
  readonly fromId: number;
  readonly toId: number;
  readonly jobId: number;
  readonly isError: boolean;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
};

/** Whose submissions a person sees: null for everyone's. */
export const ownerSeen = (actor: Actor): number | null => (may(actor, 'submissions.all') ? null : actor.userId);

/** The name of a submission's status: the destination's own once it has it, else Jobdock's. */
const statusName = sql<string>`case s.state
  when 'sent' then coalesce(nullif(s.status, ''), ${stateLabels.sent}) when 'refused' then 'Error'
  when 'human' then ${stateLabels.human} when 'wanted' then ${stateLabels.wanted} when 'sending' then ${stateLabels.sending}
  when 'unknown' then ${stateLabels.unknown} else ${stateLabels.withdrawn} end`;

/** It needs a person: nothing was made, or its call broke off. */
const isError = sql<boolean>`s.state in ('refused', 'human')`;

const columns = sql`s.id, s.created_at as created, coalesce(f.name, '') as from, coalesce(t.name, '') as to, s.from_id as "fromId",
  s.to_id as "toId", s.state, ${isError} as "isError", s.error_text as "errorText",
  s.warnings_text <> '' as "isWarnings", s.warnings_text as "warningsText", s.ext_id as "extId", coalesce(u.name, '') as contact,
  s.user_id as "contactId", ${statusName} as status, s.status_at as "statusAt", s.caregiver_email as "caregiverEmail",
  s.job_id as "jobId", s.provider_job_id as "providerJobId", coalesce((select p.external_id from post p
    where p.customer_id = s.customer_id and p.job_id = s.job_id and p.external_id is not null order by p.generation desc limit 1), '')
    as "atsJobId", j.source_id as "sourceId", coalesce(j.row ->> 'facility', '') as facility, coalesce(j.row ->> 'source', '') as source,
  s.caregiver_id as "caregiverId"`;
const tables = sql`submission s
  left join submission_target f on f.customer_id = s.customer_id and f.id = s.from_id
  left join submission_target t on t.customer_id = s.customer_id and t.id = s.to_id
  left join app_user u on u.id = s.user_id
  left join job j on j.customer_id = s.customer_id and j.id = s.job_id`;

const seenBy = (customerId: number, ownerId: number | null) =>
  sql<boolean>`s.customer_id = ${customerId} and ${ownerId === null ? sql`true` : sql`s.user_id = ${ownerId}`}`;

/** One page of a customer's submissions, newest first. */
export function submissionsOf(
  db: Db,
  customerId: number,
  which: Which,
  page: { readonly page: number; readonly pageSize: number },
): Promise<Paged<Submission>> {
  const { ownerId, status, contactId, fromId, toId, jobId, since, until } = which;
  const where = [
    seenBy(customerId, ownerId),
    ...(status === '' ? [] : [sql`${statusName} = ${status}`]),
    ...(contactId === 0 ? [] : [sql`s.user_id = ${contactId}`]),
    ...(fromId === 0 ? [] : [sql`s.from_id = ${fromId}`]),
    ...(toId === 0 ? [] : [sql`s.to_id = ${toId}`]),
    ...(jobId === 0 ? [] : [sql`s.job_id = ${jobId}`]),
    ...(which.isError ? [isError] : []),
    ...(since === undefined ? [] : [sql`s.created_at >= ${since}::date`]),
    ...(until === undefined ? [] : [sql`s.created_at < ${until}::date + 1`]),
  ];
  return readPage<Submission>(db, { select: columns, from: tables, where, orderBy: sql`s.id desc` }, page);
}

/** One submission that a person sees; undefined for another one. */
export async function submissionSeen(
  db: Db | Tx,
  customerId: number,
  id: number,
  ownerId: number | null,
): Promise<Submission | undefined> {
  const { rows } = await sql<Submission>`select ${columns} from ${tables}
    where ${seenBy(customerId, ownerId)} and s.id = ${id}`.execute(db);
  return rows[0];
}

/** The statuses that a person's submissions have, with how many have each. */
export async function statusesSeen(
  db: Db,
  customerId: number,
  ownerId: number | null,
): Promise<{ name: string; count: number }[]> {
  const { rows } = await sql<{ name: string; count: number }>`select name, count(*) as count
    from (select ${statusName} as name from submission s where ${seenBy(customerId, ownerId)}) named
    group by name order by lower(name)`.execute(db);
  return rows;
}

/** How many of a person's submissions are errors. */
export async function errorsSeen(db: Db, customerId: number, ownerId: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from submission s
    where ${seenBy(customerId, ownerId)} and ${isError}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The statuses and calls of a submission, oldest first. */
export async function historyOf(db: Db, customerId: number, id: number) {
  const ofIt = { customer_id: customerId, submission_id: id };
  const statuses = await db
    .selectFrom('submission_status')
    .select(['status', 'at', 'learned_at as learnedAt', 'how'])
    .where((eb) => eb.and(ofIt))
    .orderBy('at')
    .orderBy('id')
    .execute();
  const attempts = await db
    .selectFrom('submission_attempt')
    .select(['at', 'kind', 'answer', 'words', 'milliseconds', 'documents'])
    .where((eb) => eb.and(ofIt))
    .orderBy('id')
    .execute();
  return { statuses, attempts };
}
