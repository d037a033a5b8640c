import type { RawBuilder } from 'kysely';
import type { CollectionName, RowOf } from '#contract/rows/rows.ts';
import type { Tx } from './connection.ts';

/** One replicated row to write or delete. `extra` fills columns that only the service has (`collected`, `key`, `settings`). */
export type Publication = {
  [C in CollectionName]:
    | { collection: C; row: RowOf<C>; extra?: Record<string, unknown> }
    | { collection: C; id: number; removed: true };
}[CollectionName];

/** Builds statements of the same revision, which they get as an SQL fragment. */
export type StatementsFor = (rev: RawBuilder<number>) => readonly RawBuilder<unknown>[];

/** Writes replicated rows of a customer under its next revision, together with more statements. Returns the revision. */
export type Publish = (
  tx: Tx,
  customerId: number,
  publications: readonly Publication[],
  extraStatements?: StatementsFor,
) => Promise<number>;
