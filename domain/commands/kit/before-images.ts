import { sameJson } from './canonical-json.ts';
import type { Before, RowReader, RowWrite } from './command.ts';

const wholeRows: ReadonlySet<string> = new Set(['rule', 'substitutionTarget', 'substitutionRule', 'goldenJob']);

/** What writes replace, for an inverse; `rows` has the rows as they were. A write that changes nothing leaves no image. */
export const beforeImages = (writes: readonly RowWrite[], rows: RowReader): Before[] =>
  writes.flatMap(({ collection, row }): Before[] => {
    const key = { collection, id: row.id };
    const old = rows.get(collection, row.id) as Readonly<Record<string, unknown>> | undefined;
    if (!old) return [{ ...key, fields: {}, created: true }];
    const changed = Object.entries(old).filter(([field, value]) => !sameJson(value, (row as Record<string, unknown>)[field]));
    if (changed.length === 0) return [];
    return [{ ...key, fields: wholeRows.has(collection) ? old : Object.fromEntries(changed) }];
  });

/** Images of two changes in a row as one of both: the first value of each field is the one before. */
export function mergedImages(first: readonly Before[], second: readonly Before[]): Before[] {
  const nameOf = ({ collection, id }: Before) => `${collection}/${id}`;
  const merged = new Map(second.map((image) => [nameOf(image), image]));
  for (const image of first) {
    const later = merged.get(nameOf(image));
    merged.set(nameOf(image), later ? { ...image, fields: { ...later.fields, ...image.fields } } : image);
  }
  return [...merged.values()];
}
