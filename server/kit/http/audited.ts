import { ok } from '#contract/kit/result.ts';
import type { AuditObject, Changes, Receipt } from '../db/audit.ts';
import type { Db, Tx } from '../db/connection.ts';

/** A reason that several calls share. */
export const byCommand = 'none: the command layer writes the line of the command';
export const byRun = 'none: the queue of runs writes the line of the run';
export const onlyReads = 'none: it only reads';

/** What a call changed. The caller is added from the request; a call without sign-in sets `by` and `customerId` itself. */
export type Note = {
  readonly object?: AuditObject;
  /** Fields with their values before and after (`changesBetween`), never a secret. */
  readonly changed?: Changes;
  readonly facts?: Readonly<Record<string, unknown>>;
  /** The customer whose audit gets the line, if it is not the one that the call names. */
  readonly customerId?: number;
  readonly by?: { readonly actorId: number; readonly userId: number };
};

/** The reply of an audited call and what it changed. Null if it changed nothing. */
export type Done<T, A> = { readonly reply: T; readonly audit: A | null };

/** The success result of an audited call. */
export const done = <T, A>(reply: T, audit: A): { readonly ok: true; readonly value: Done<T, A> } => ok({ reply, audit });

/** The success result of an audited call that changed nothing, so that no audit line is written. */
export const unchanged = <T>(reply: T): { readonly ok: true; readonly value: Done<T, never> } => ok({ reply, audit: null });

/**
 * Writes the audit line of a call in the transaction of its change. For work of many transactions it runs separately, before the
 * first one.
 */
export type RecordLine = (tx: Tx | Db, note: Note) => Promise<Receipt>;
