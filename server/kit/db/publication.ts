import type { RawBuilder } from 'kysely';
import type { CollectionName, RowOf } from '#contract/rows/rows.ts';
import type { Tx } from './connection.ts';

/** One replicated row to write, or its removal. `extra` fills columns that only the service keeps (`collected`, `key`, `settings`). */
export type Publication = {
  [C in CollectionName]:
    | { collection: C; row: RowOf<C>; extra?: Record<string, unknown> }
    | { collection: C; id: number; removed: true };
}[CollectionName];

/** Statements that belong to the same revision, which they get as a fragment. */
export type StatementsFor = (rev: RawBuilder<number>) => readonly RawBuilder<unknown>[];

/** Writes replicated rows of a customer under its next revision, and statements beside them; answers the revision. */
export type Publish = (
  tx: Tx,
  customerId: number,
  publications: readonly Publication[],
  extraStatements?: StatementsFor,
) => Promise<number>;
