import type { BitLabel, ComparedLabel } from '#contract/commands/change-messages.ts';
import type { CollectionName } from '#contract/rows/rows.ts';

/** Names of rows and fields for people, known on the device. */
export type RowNames = {
  /** A phrase for rows of one collection: “job 884-210”, “3 jobs”, “rule “Night rate””, or “a rule” if the row is not known. */
  readonly of: (collection: CollectionName, ids: readonly number[]) => string;
  /** The label of a job's field inside a sentence. */
  readonly field: (field: string) => string;
};

/** How a compared field is shown: its own label or that of a job's field, and a word for each value if it is a bit. */
export type ComparedField = ({ readonly label: ComparedLabel } | { readonly jobField: string }) & { readonly bit?: BitLabel };
