import { type CollectionName, collectionNames, collections } from '#contract/rows/rows.ts';

const fieldsOf = (collection: CollectionName): readonly string[] => Object.keys(collections[collection].shape);

/** Field names of each collection's rows. The build inserts the names here, so that workers need not load the schemas. */
export const rowFields = Object.fromEntries(collectionNames.map((collection) => [collection, fieldsOf(collection)])) as Record<
  CollectionName,
  readonly string[]
>;

export const storedCollections = Object.keys(rowFields) as CollectionName[];
