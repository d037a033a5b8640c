import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './connection.ts';

/** A kind of object and its id: `['task', 7]`. */
export type AuditObject = readonly [kind: string, id: number | string];

/** Fields that differ, each with its value before and after. A missing value is null. */
export type Changes = Readonly<Record<string, readonly [from: unknown, to: unknown]>>;

/**
 * One line of the audit: who, working as which user, for which customer, changed what. It never holds a secret: if a secret
 * changed, name it in `facts` without its value.
 */
export type AuditLine = {
  readonly customerId: number;
  /** Defaults to the current time of the database. */
  readonly at?: Date | undefined;
  /** The person who made the change. Null for the service itself. */
  readonly actorId: number | null;
  /** The user that the person worked as. Null if no one works as a user. */
  readonly userId: number | null;
  /** `noun.verb` */
  readonly name: string;
  readonly object?: AuditObject | undefined;
  readonly changed?: Changes | undefined;
  /** Other facts about the change. */
  readonly facts?: Readonly<Record<string, unknown>> | undefined;
  /** The address that the call came from. */
  readonly ip?: string | undefined;
};

const written: unique symbol = Symbol('audited');
/** Proves that a line was written. */
export type Receipt = { readonly [written]: true };

/** The statement that writes one line. `rev` is the revision of the rows written with it. */
export function auditStatement(line: AuditLine, rev: RawBuilder<number> | null): RawBuilder<unknown> {
  const { customerId, at, actorId, userId, name, object, changed, facts, ip } = line;
  const detail = JSON.stringify({ ...facts, ...(changed && { changed }) });
  const [kind, id] = object ?? [null, null];
  return sql`insert into audit (customer_id, at, actor_id, subject_id, command, object_kind, object_id, detail, rev, ip)
    values (${customerId}, coalesce(${at ?? null}::timestamptz, now()), ${actorId}, ${userId}, ${name}, ${kind}, ${id === null ? null : String(id)}, ${detail}, ${rev}, ${ip ?? null})`;
}

/** Writes one line, in the transaction of the change it records. */
export async function writeAudit(tx: Tx | Db, line: AuditLine): Promise<Receipt> {
  await auditStatement(line, null).execute(tx);
  return { [written]: true };
}

/** The fields in which two rows differ. For a new row, these are all fields. */
export function changesBetween(before: object | null | undefined, after: object): Changes {
  const earlier = new Map<string, unknown>(Object.entries(before ?? {}));
  const fields = Object.entries(after).flatMap(([field, to]) => {
    const from = earlier.get(field) ?? null;
    return JSON.stringify(from) === JSON.stringify(to ?? null) ? [] : [[field, [from, to ?? null] as const] as const];
  });
  return Object.fromEntries(fields);
}

/** Names of the settings that differ, without their values: a setting may hold a URL with a token in it. */
export const changedNames = (before: object | undefined, after: object): string[] => Object.keys(changesBetween(before, after));
