import { keptFileSize } from './kept-files.ts';
import type { Store } from './store.ts';
import type { StoredBlock, StoredColumn } from './tables/tables.ts';

/** Approximate size of a store in bytes: blocks as stored, everything else as JSON text. */
export async function storeSize(store: Store): Promise<number> {
  const rows = await store.read(async (tx) => {
    const blocks = (await tx.list('blocks')).reduce((sum, block) => sum + blockSize(block), 0);
    const texts = [await tx.list('fresh'), await tx.list('overlay'), await tx.list('outbox'), await tx.list('ackJournal')];
    return blocks + texts.reduce((sum, part) => sum + textSize(part), 0);
  });
  const aside = await store.aside('read', async (tx) => {
    const reserve = (await tx.list('ballast')).reduce((sum, { bytes }) => sum + bytes.length, 0);
    const cached = (await tx.list('cached')).reduce((sum, row) => sum + (keptFileSize(row) ?? textSize([row])), 0);
    const files = (await tx.list('files')).reduce((sum, { bytes }) => sum + bytes.length, 0);
    return reserve + cached + files + textSize(await tx.list('drafts'));
  });
  return rows + aside;
}

const blockSize = ({ ids, columns }: StoredBlock) =>
  Object.values(columns).reduce((sum, column) => sum + columnSize(column), ids.byteLength);

function columnSize(column: StoredColumn): number {
  switch (column.kind) {
    case 'num':
    case 'instant':
      return column.values.byteLength;
    case 'dict':
      return column.codes.byteLength + textSize(column.values);
    case 'json':
      return textSize(column.values);
  }
}

const textSize = (value: readonly unknown[]) => (value.length === 0 ? 0 : JSON.stringify(value).length);

/** Removes data that can be fetched again, before the quota is reached [edge case 7]. */
export const evictCached = (store: Store): Promise<void> => store.aside('write', (tx) => tx.clear('cached'));
