import { type CollectionName, collectionNames, collections } from '#contract/rows/rows.ts';

const fieldsOf = (collection: CollectionName): readonly string[] => Object.keys(collections[collection].shape);

/** Names of the fields of each collection's rows. A build puts the names themselves here, so that workers load no schemas for them. */
export const rowFields = Object.fromEntries(collectionNames.map((collection) => [collection, fieldsOf(collection)])) as Record<
  CollectionName,
  readonly string[]
>;

export const storedCollections = Object.keys(rowFields) as CollectionName[];
