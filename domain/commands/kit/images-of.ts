import type { CollectionName, RowOf } from '#contract/rows/rows.ts';
import type { Before } from './command.ts';

/** The fields of rows of one collection that a change replaced, typed. A field that it left alone is absent. */
export const imagesOf = <C extends CollectionName>(
  collection: C,
  before: readonly Before[],
): { readonly id: number; readonly fields: Readonly<Partial<RowOf<C>>> }[] =>
  before.flatMap((image) =>
    image.collection === collection ? [{ id: image.id, fields: image.fields as Readonly<Partial<RowOf<C>>> }] : [],
  );
