import type { WireColumns } from '#contract/kit/columns.ts';
import type { CollectionName } from '#contract/rows/rows.ts';
import { putMeta, readMeta, takeNumber } from './meta.ts';
import type { Store, StoreTx } from './store.ts';
import type { BackendTx } from './tables/backend.ts';
import { blockFromWire } from './tables/blocks.ts';
import { storedCollections } from './tables/row-fields.ts';
import type { BlockRange, Layout } from './tables/tables.ts';

/** One load of a snapshot. `visible`: a first load shows its rows as they arrive; a later one shows them at its end. */
export type SnapshotLoad = { readonly owner: string; readonly visible: boolean };

const emptyLayout = (collection: CollectionName): Layout => ({ collection, live: [], shadow: [], retired: [], complete: false });

const readLayout = async (tx: BackendTx, collection: CollectionName) =>
  (await tx.get('layouts', collection)) ?? emptyLayout(collection);

const removeBlocks = (tx: BackendTx, collection: CollectionName, ranges: readonly BlockRange[]) =>
  tx.remove(
    'blocks',
    ranges.map(({ no }) => [collection, no] as const),
  );

/** Starts a load and ends any other. Removes what an unfinished load left behind. */
export async function beginSnapshot(store: Store, owner: string): Promise<SnapshotLoad> {
  return store.write(async (tx) => {
    await putMeta(tx, 'snapshotOwner', owner);
    let visible = true;
    for (const collection of storedCollections) {
      const layout = await readLayout(tx, collection);
      if (layout.live.length > 0 || layout.complete) visible = false;
      await removeBlocks(tx, collection, layout.shadow);
      await tx.put('layouts', [{ ...layout, shadow: [] }]);
    }
    return { owner, visible };
  });
}

/** Adds one block. False when another tab has taken over the load, or the block is invalid. */
export async function addBlock(
  store: Store,
  load: SnapshotLoad,
  collection: CollectionName,
  columns: WireColumns,
): Promise<boolean> {
  if (columns.rows === 0) return true;
  return store.write(async (tx) => {
    const [owner, no, layout] = await Promise.all([
      readMeta(tx, 'snapshotOwner'),
      takeNumber(tx, 'nextBlock'),
      readLayout(tx, collection),
    ]);
    const block = owner === load.owner ? blockFromWire(collection, no, columns) : null;
    if (!block) return false;
    const range = { no: block.no, first: block.ids[0] ?? 0, last: block.ids.at(-1) ?? 0, rows: block.ids.length };
    const place = load.visible ? 'live' : 'shadow';
    // Rows are looked up by id range, so ranges must not overlap.
    if (layout[place].some((other) => range.first <= other.last && other.first <= range.last)) return false;
    await Promise.all([tx.put('blocks', [block]), tx.put('layouts', [{ ...layout, [place]: [...layout[place], range] }])]);
    if (load.visible) tx.added(block);
    return true;
  });
}

/**
 * Replaces the collections with the loaded blocks and removes rows newer than the old blocks. False when another tab has taken
 * over the load.
 */
export async function flipSnapshot(tx: StoreTx, load: SnapshotLoad): Promise<boolean> {
  if ((await readMeta(tx, 'snapshotOwner')) !== load.owner) return false;
  for (const collection of storedCollections) {
    const layout = await readLayout(tx, collection);
    const live = load.visible ? layout.live : layout.shadow;
    if (!load.visible) await removeBlocks(tx, collection, layout.live);
    await tx.remove(
      'blocks',
      layout.retired.map((no) => [collection, no] as const),
    );
    await tx.put('layouts', [{ collection, live, shadow: [], retired: [], complete: true }]);
    tx.changed(collection, load.visible ? [] : 'all');
  }
  await tx.clear('fresh');
  return true;
}

/** Removes all rows that came from the service. Local changes stay, but are not visible until rows return. */
export async function dropBase(tx: StoreTx): Promise<void> {
  for (const table of ['blocks', 'layouts', 'fresh'] as const) await tx.clear(table);
  await putMeta(tx, 'snapshotOwner', '');
  for (const collection of storedCollections) tx.changed(collection, 'all');
}
