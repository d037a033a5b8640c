import { sameJson } from '#domain/json/same-json.ts';
import type { Before, RowReader, RowWrite } from './command.ts';

const wholeRows: ReadonlySet<string> = new Set([
  'rule',
  'substitutionTarget',
  'substitutionRule',
  'goldenJob',
  'fieldAlias',
  'reportConfiguration',
  'customerStatus',
  'rateFloor',
  'assignmentRule',
  'fieldMapping',
  'flexMapping',
  'jobNote',
  'label',
  'submissionPackage',
  'submissionPair',
  'submissionDocumentStep',
  'submissionDictionaryStep',
]);

/**
 * The values that writes replace, for an inverse. `rows` has the rows before the change. A write that changes nothing is left
 * out.
 */
export const beforeImages = (writes: readonly RowWrite[], rows: RowReader): Before[] =>
  writes.flatMap(({ collection, row }): Before[] => {
    const key = { collection, id: row.id };
    const old = rows.get(collection, row.id) as Readonly<Record<string, unknown>> | undefined;
    if (!old) return [{ ...key, fields: {}, created: true }];
    // A row that was stored before its collection had a field has no value of it.
    const all = { ...Object.fromEntries(Object.keys(row).map((field) => [field, null])), ...old };
    const changed = Object.entries(all).filter(([field, value]) => !sameJson(value, (row as Record<string, unknown>)[field]));
    if (changed.length === 0) return [];
    return [{ ...key, fields: wholeRows.has(collection) ? old : Object.fromEntries(changed) }];
  });

/** Merges the images of two consecutive changes: for each field, the image of the first one is kept. */
export function mergedImages(first: readonly Before[], second: readonly Before[]): Before[] {
  const nameOf = ({ collection, id }: Before) => `${collection}/${id}`;
  const merged = new Map(second.map((image) => [nameOf(image), image]));
  for (const image of first) {
    const later = merged.get(nameOf(image));
    merged.set(nameOf(image), later ? { ...image, fields: { ...later.fields, ...image.fields } } : image);
  }
  return [...merged.values()];
}
