import { type RawBuilder, sql } from 'kysely';
import { commandNames } from '#contract/commands/commands.ts';
import type { ChangeKind } from '#contract/people/activity.ts';
import { auditNames } from '#domain/activity/sentence.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { allCustomers } from '#server/kit/http/customer-access.ts';

/** An audit line as stored. `micros` is its time since 1970, exactly. */
export type AuditRow = {
  readonly customerId: number;
  readonly id: number;
  readonly at: string;
  readonly micros: string;
  readonly actorId: number | null;
  readonly subjectId: number | null;
  readonly clientId: string | null;
  readonly command: string;
  readonly objectKind: string | null;
  readonly objectId: string | null;
  readonly detail: Record<string, unknown>;
  readonly ip: string | null;
};

/** Which lines are read. `cust` may be all customers. */
export type ActivityFilter = {
  readonly cust: number;
  readonly person?: number | undefined;
  readonly kind?: string | undefined;
  readonly object?: string | undefined;
  readonly did?: ChangeKind | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
};

/** A part of the lines that one index has in the order of the list. `customers` limits them further. */
type Branch = {
  readonly where: RawBuilder<unknown>;
  readonly names?: readonly string[];
  readonly customers?: RawBuilder<unknown>;
};

export const cursorOf = ({ micros, id }: Pick<AuditRow, 'micros' | 'id'>): string => `${micros}_${id}`;

/**
 * The newest lines before a cursor. Each branch reads `limit` lines per customer and audit name in the order of an index and stops,
 * so that a page costs the same wherever it is and however many lines there are.
 */
export async function activityRows(db: Db, filter: ActivityFilter, before: string | null, limit: number): Promise<AuditRow[]> {
  const branches = branchesOf(filter).map(
    ({ names, customers, where }) => sql`
      select a.* from ${customersOf(filter)} c
      ${names === undefined ? sql`` : sql`cross join unnest(${[...names]}::text[]) n (name)`}
      cross join lateral (
        select customer_id, id, at, actor_id, subject_id, client_id, command, object_kind, object_id, detail, ip from audit a
        where a.customer_id = c.id and ${where} and ${within(filter)} and ${beforeCursor(before)}
          ${names === undefined ? sql`` : sql`and a.command = n.name`}
        order by a.at desc, a.id desc limit ${limit}) a
      where ${customers ?? sql`true`}`,
  );
  const { rows } = await sql<AuditRow>`
    select customer_id as "customerId", id, at, (extract(epoch from at) * 1000000)::bigint::text as micros, actor_id as "actorId",
      subject_id as "subjectId", client_id as "clientId", command, object_kind as "objectKind", object_id as "objectId", detail, ip
    from (${sql.join(branches, sql` union all `)}) lines order by at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** The number of lines that match. */
export async function countActivity(db: Db, filter: ActivityFilter): Promise<number> {
  const branches = branchesOf(filter).map(
    ({ names, customers, where }) => sql`
      select count(*) as lines from audit a join ${customersOf(filter)} c on c.id = a.customer_id
      where ${where} and ${within(filter)} and ${customers ?? sql`true`}
        ${names === undefined ? sql`` : sql`and a.command = any(${[...names]}::text[])`}`,
  );
  const { rows } = await sql<{ lines: number }>`
    select coalesce(sum(lines), 0)::bigint as lines from (${sql.join(branches, sql` union all `)}) parts`.execute(db);
  return rows[0]?.lines ?? 0;
}

const customersOf = ({ cust }: ActivityFilter) =>
  cust === allCustomers ? sql`(select id from customer where deleted_at is null)` : sql`(select ${cust}::integer as id)`;

const within = ({ since, until }: ActivityFilter) => sql`
  ${since === undefined ? sql`true` : sql`a.at >= ${since}::timestamptz`} and
  ${until === undefined ? sql`true` : sql`a.at < ${until}::timestamptz`}`;

function beforeCursor(before: string | null): RawBuilder<unknown> {
  if (before === null) return sql`true`;
  const [micros = '0', id = '0'] = before.split('_');
  return sql`(a.at, a.id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::bigint)`;
}

function branchesOf(filter: ActivityFilter): Branch[] {
  const { person } = filter;
  const branches = objectBranches(filter);
  if (person === undefined) return branches;
  // Two indexes: what the person did, and what others did as the person.
  return branches.flatMap((branch) => [
    { ...branch, where: sql`${branch.where} and a.actor_id = ${person}` },
    { ...branch, where: sql`${branch.where} and a.subject_id = ${person} and a.subject_id is distinct from a.actor_id` },
  ]);
}

function objectBranches(filter: ActivityFilter): Branch[] {
  const { object } = filter;
  const [kind, did] = [filter.kind ?? null, filter.did ?? null];
  const named = auditNames(object === undefined ? kind : null, did);
  const limited = named === null ? {} : { names: named };
  if (kind === null || object === undefined) return [{ where: sql`true`, ...limited }];
  const about = sql`a.object_kind = ${kind} and a.object_id = ${object}`;
  const ofKind = did === null ? about : sql`${about} and a.command = any(${named ?? []}::text[])`;
  if (kind === 'customer') {
    // All lines of that customer, and those of others that are about it.
    const id = /^\d{1,9}$/.test(object) ? Number(object) : 0;
    return [
      { where: sql`true`, customers: sql`c.id = ${id}`, ...limited },
      { where: ofKind, customers: sql`c.id <> ${id}` },
    ];
  }
  if (kind === 'target') {
    // Automatic posting is a setting of a source: its lines name the target among their facts.
    const names = (auditNames(null, did) ?? [autoPost]).filter((name) => name === autoPost);
    return [{ where: ofKind }, { where: sql`a.detail->>'targetId' = ${object}`, names }];
  }
  const commands = (auditNames(kind, did) ?? []).filter((name) => isCommand.has(name));
  if (commands.length === 0 || !/^\d{1,15}$/.test(object)) return [{ where: ofKind }];
  // Queued changes name their rows in their arguments.
  const inArgs = sql`(a.detail->'args'->>'id' = ${object} or a.detail->'args'->'ids' @> ${object}::jsonb)`;
  return [{ where: ofKind }, { where: inArgs, names: commands }];
}

const autoPost = 'source.autopost';
const isCommand: ReadonlySet<string> = new Set(commandNames);
