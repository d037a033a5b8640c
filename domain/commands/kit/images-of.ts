import type { CollectionName, RowOf } from '#contract/rows/rows.ts';
import type { Before } from './command.ts';

/** The replaced fields of rows of one collection, typed. A field that the change did not touch is absent. */
export const imagesOf = <C extends CollectionName>(
  collection: C,
  before: readonly Before[],
): { readonly id: number; readonly fields: Readonly<Partial<RowOf<C>>> }[] =>
  before.flatMap((image) =>
    image.collection === collection ? [{ id: image.id, fields: image.fields as Readonly<Partial<RowOf<C>>> }] : [],
  );
