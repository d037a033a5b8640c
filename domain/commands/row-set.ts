import type { CollectionName, RowOf } from '#contract/rows/rows.ts';
import type { RowReader, RowWrite } from './kit/command.ts';

/** Rows in memory, by collection and id. Commands read them and write to them. */
export type RowSet = RowReader & { put(write: RowWrite): void };

/** Creates a row set, empty or with rows in it. */
export function rowSet(writes: readonly RowWrite[] = []): RowSet {
  const rows = new Map<string, RowOf<CollectionName>>();
  const book: RowSet = {
    get: <C extends CollectionName>(collection: C, id: number) => rows.get(`${collection}/${id}`) as RowOf<C> | undefined,
    put: ({ collection, row }) => void rows.set(`${collection}/${row.id}`, row),
  };
  for (const write of writes) book.put(write);
  return book;
}
