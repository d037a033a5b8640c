import { ok } from '#contract/kit/result.ts';
import type { AuditObject, Changes, Receipt } from '../db/audit.ts';
import type { Db, Tx } from '../db/connection.ts';

/** Reasons that several calls share. */
export const byCommand = 'none: the command layer writes the line of the command';
export const byRun = 'none: the queue of runs writes the line of the run';
export const onlyReads = 'none: it only reads';

/** What a call did, beside who did it. A call of no one signed in says who and for which customer. */
export type Note = {
  readonly object?: AuditObject;
  /** Fields with their values before and after (`changesBetween`); never a secret. */
  readonly changed?: Changes;
  readonly facts?: Readonly<Record<string, unknown>>;
  /** The customer in whose audit the line stands, where it is another than the one the call names. */
  readonly customerId?: number;
  readonly by?: { readonly actorId: number; readonly userId: number };
};

/** The reply of an audited call, and what it did; null where it found nothing to do. */
export type Done<T, A> = { readonly reply: T; readonly audit: A | null };

/** The good outcome of an audited call. */
export const done = <T, A>(reply: T, audit: A): { readonly ok: true; readonly value: Done<T, A> } => ok({ reply, audit });

/** The good outcome of an audited call that had nothing to change, so that there is nothing to write down. */
export const unchanged = <T>(reply: T): { readonly ok: true; readonly value: Done<T, never> } => ok({ reply, audit: null });

/**
 * Writes the audit line of a call: in the transaction of its effect; by itself, before the first one, where the work takes many.
 */
export type RecordLine = (tx: Tx | Db, note: Note) => Promise<Receipt>;
