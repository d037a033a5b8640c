import * as z from 'zod';

/**
 * One column of a block. `dict`: texts and repeated values, as a dictionary and a code per row. `num`: other numbers.
 * `json`: all other values. A column may be left out if all its rows are null.
 */
export const WireColumn = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dict'), values: z.array(z.unknown()), codes: z.array(z.number()) }),
  z.object({ kind: z.literal('num'), values: z.array(z.number().nullable()) }),
  z.object({ kind: z.literal('json'), values: z.array(z.unknown()) }),
]);
export type WireColumn = z.infer<typeof WireColumn>;

/** A block of rows of one collection, column by column; every column has `rows` entries. */
export const WireColumns = z.object({ rows: z.number().int(), columns: z.record(z.string(), WireColumn) });
export type WireColumns = z.infer<typeof WireColumns>;

/**
 * One column of a block in memory. Codes and numbers may be typed arrays, in which NaN means null. `instant` holds UTC instants
 * in milliseconds; rows have them as texts.
 */
export type BlockColumn =
  | {
      readonly kind: 'dict';
      readonly values: readonly unknown[];
      readonly codes: readonly number[] | Uint8Array | Uint16Array | Uint32Array;
    }
  | { readonly kind: 'num'; readonly values: readonly (number | null)[] | Float64Array }
  | { readonly kind: 'instant'; readonly values: Float64Array }
  | { readonly kind: 'json'; readonly values: readonly unknown[] };

/** `WireColumns` in memory and in storage; every `WireColumns` is a valid `ColumnBlock`. A missing column is all null. */
export type ColumnBlock = { readonly rows: number; readonly columns: Readonly<Record<string, BlockColumn>> };
