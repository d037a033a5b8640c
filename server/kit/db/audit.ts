import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './connection.ts';

/** A noun and the id of what it names: `['task', 7]`. */
export type AuditObject = readonly [kind: string, id: number | string];

/** Fields that differ, each with its value before and after; a value that was not there is null. */
export type Changes = Readonly<Record<string, readonly [from: unknown, to: unknown]>>;

/**
 * One line of the audit: who, as whom, for which customer, to what, what changed. Never a secret: name a secret that changed
 * in `facts`, without its value.
 */
export type AuditLine = {
  readonly customerId: number;
  /** The moment of the database where it is left out. */
  readonly at?: Date | undefined;
  /** The person who did it; null for the service itself. */
  readonly actorId: number | null;
  /** The user as whom it was done; null where no one works as a user. */
  readonly userId: number | null;
  /** `noun.verb` */
  readonly name: string;
  readonly object?: AuditObject | undefined;
  readonly changed?: Changes | undefined;
  /** What else there is to know about it. */
  readonly facts?: Readonly<Record<string, unknown>> | undefined;
};

const written: unique symbol = Symbol('audited');
/** Proof that a line was written. */
export type Receipt = { readonly [written]: true };

/** The statement that writes one line; `rev` is the revision of the rows that were written with it. */
export function auditStatement(line: AuditLine, rev: RawBuilder<number> | null): RawBuilder<unknown> {
  const { customerId, at, actorId, userId, name, object, changed, facts } = line;
  const detail = JSON.stringify({ ...facts, ...(changed && { changed }) });
  const [kind, id] = object ?? [null, null];
  return sql`insert into audit (customer_id, at, actor_id, subject_id, command, object_kind, object_id, detail, rev)
    values (${customerId}, coalesce(${at ?? null}::timestamptz, now()), ${actorId}, ${userId}, ${name}, ${kind}, ${id === null ? null : String(id)}, ${detail}, ${rev})`;
}

/** Writes one line in the transaction of its effect. */
export async function writeAudit(tx: Tx | Db, line: AuditLine): Promise<Receipt> {
  await auditStatement(line, null).execute(tx);
  return { [written]: true };
}

/** The fields in which two rows differ; a new row differs in all of its fields from none. */
export function changesBetween(before: object | null | undefined, after: object): Changes {
  const earlier = new Map<string, unknown>(Object.entries(before ?? {}));
  const fields = Object.entries(after).flatMap(([field, to]) => {
    const from = earlier.get(field) ?? null;
    return JSON.stringify(from) === JSON.stringify(to ?? null) ? [] : [[field, [from, to ?? null] as const] as const];
  });
  return Object.fromEntries(fields);
}

/** Names of the settings that differ, without their values: a setting may hold an address with a token in it. */
export const changedNames = (before: object | undefined, after: object): string[] => Object.keys(changesBetween(before, after));
