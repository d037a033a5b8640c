import type { FeedField } from '#contract/collecting/column-mapping.ts';

/** A name that the customer's list of field aliases gives a field of a file. It goes before the names of every other field. */
export type ColumnAlias = { readonly field: FeedField; readonly alias: string };
