import { createHash } from 'node:crypto';
import type { ColumnMapping } from '#contract/collecting/column-mapping.ts';
import { comparable } from '#domain/file-columns/header-words.ts';
import type { Learned } from '#domain/file-columns/propose-columns.ts';

/** A mapping that a person staged jobs with, and the headers of that file. `sameHeaders`: it says nothing about other files. */
export type RememberedMapping = { readonly signature: string; readonly mapping: ColumnMapping; readonly sameHeaders?: true };

/** Identifies a set of headers, whatever their order, case and punctuation. */
export const headerSignature = (columns: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(columns.map(comparable).sort()))
    .digest('hex')
    .slice(0, 32);

/**
 * What was chosen for these columns before: by a file with the same headers, else by the newest file with that column. Feeds of XML
 * and JSON lack the columns that no record of the day has.
 */
export function learnedFor(
  columns: readonly string[],
  signature: string,
  remembered: readonly RememberedMapping[] = [],
): Learned | undefined {
  const same = remembered.find((one) => one.signature === signature);
  if (same) return { mapping: same.mapping, sameFile: true };
  const found = columns.flatMap((column) => {
    const one = remembered.find(({ mapping, sameHeaders }) => !sameHeaders && Object.hasOwn(mapping, column));
    return one ? [[column, one.mapping[column] ?? null] as const] : [];
  });
  return found.length > 0 ? { mapping: Object.fromEntries(found), sameFile: false } : undefined;
}
