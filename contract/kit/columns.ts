import * as z from 'zod';

/**
 * One column of a block: texts, and what many rows share, as a dictionary and a code per row; other numbers as they are, anything
 * else as JSON values. A column whose rows are all null may be left out.
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
 * One column of a block in memory: codes and numbers may be typed arrays, where NaN stands for null. `instant` holds texts of UTC
 * instants, as milliseconds.
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

/** The in-memory and stored twin of `WireColumns` (each of those is one as it stands). A column left out is all null. */
export type ColumnBlock = { readonly rows: number; readonly columns: Readonly<Record<string, BlockColumn>> };
