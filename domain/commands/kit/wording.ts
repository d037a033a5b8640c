import type { BitLabel, ComparedLabel } from '#contract/commands/change-messages.ts';
import type { CollectionName } from '#contract/rows/rows.ts';

/** How people call rows and fields; the device knows. */
export type RowNames = {
  /** A phrase for rows of one collection: “job 884-210”, “3 jobs”, “rule “Night rate””; “a rule” where the row is not known. */
  readonly of: (collection: CollectionName, ids: readonly number[]) => string;
  /** The label of a job's field within a sentence. */
  readonly field: (field: string) => string;
};

/** How a compared field is shown: under a label of its own or that of a field of jobs, and in words where it is a bit. */
export type ComparedField = ({ readonly label: ComparedLabel } | { readonly jobField: string }) & { readonly bit?: BitLabel };
