import type { ColumnType, Generated } from 'kysely';

/** timestamptz columns are read as ISO strings (see `connection.ts`) and accept Date or ISO text. */
export type Instant = ColumnType<string, string | Date | undefined, string | Date>;
export type MaybeInstant = ColumnType<string | null, string | Date | null | undefined, string | Date | null>;
/** jsonb is read as a parsed value and written as text, so that arrays stay JSON. */
export type Json<T> = ColumnType<T, string, string>;
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;

/** The columns of every replicated table. */
export type Replicated = {
  customer_id: number;
  id: Generated<number>;
  rev: number;
  deleted: Generated<boolean>;
  row: Json<unknown>;
};
