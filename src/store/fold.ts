import type { CollectionName } from '#contract/rows/rows.ts';
import { takeNumber } from './meta.ts';
import type { Store, StoreTx } from './store.ts';
import { blockFromRows, blockRows, rowsOf } from './tables/blocks.ts';
import { storedCollections } from './tables/row-fields.ts';
import type { BlockRange, FreshRow, Layout, Row } from './tables/tables.ts';

/** Blocks rewritten per step: about 20 ms of work, so that other transactions do not wait long. */
const blocksPerStep = 4;

/**
 * Folds rows that are newer than their blocks into new blocks, a few blocks per call. Returns true while there is more to do.
 * Visible rows do not change. Replaced blocks stay until the next fold, for readers that still read them.
 */
export async function foldStep(store: Store): Promise<boolean> {
  return store.write(async (tx) => {
    for (const collection of storedCollections) {
      if ((await tx.count('fresh', collection)) === 0) continue;
      const layout = await tx.get('layouts', collection);
      if (layout?.complete) return foldCollection(tx, layout, await tx.list('fresh', { prefix: collection }));
    }
    return false;
  });
}

/** Number of rows that are newer than their blocks, over all collections. */
export const countFresh = (store: Store): Promise<number> =>
  store.read(async (tx) => {
    const counts = await Promise.all(storedCollections.map((collection) => tx.count('fresh', collection)));
    return counts.reduce((sum, count) => sum + count, 0);
  });

async function foldCollection(tx: StoreTx, layout: Layout, fresh: readonly FreshRow[]): Promise<boolean> {
  const { collection } = layout;
  const live = [...layout.live].sort((a, b) => a.first - b.first);
  const groups = [...groupByBlock(live, fresh)].slice(0, blocksPerStep);
  const replaced = new Set<number>();
  const ranges: BlockRange[] = [];
  const folded: FreshRow[] = [];
  for (const [range, rows] of groups) {
    if (range) replaced.add(range.no);
    const block = range ? await tx.get('blocks', [collection, range.no]) : undefined;
    ranges.push(...(await writeBlocks(tx, collection, mergeRows(block ? rowsOf(block) : [], rows))));
    folded.push(...rows);
  }
  await tx.remove(
    'blocks',
    layout.retired.map((no) => [collection, no] as const),
  );
  await tx.remove(
    'fresh',
    folded.map(({ id }) => [collection, id] as const),
  );
  const kept = live.filter(({ no }) => !replaced.has(no));
  const next = [...kept, ...ranges].sort((a, b) => a.first - b.first);
  await tx.put('layouts', [{ ...layout, live: next, retired: [...replaced] }]);
  return folded.length < fresh.length;
}

/**
 * A row belongs to the first block that ends at or after its id. Rows after all blocks join the last block, or start a new one.
 */
function groupByBlock(live: readonly BlockRange[], fresh: readonly FreshRow[]): Map<BlockRange | null, FreshRow[]> {
  const last = live.at(-1);
  const tail = last && last.rows < blockRows ? last : null;
  const groups = new Map<BlockRange | null, FreshRow[]>();
  for (const row of fresh) {
    const range = live.find((candidate) => row.id <= candidate.last) ?? tail;
    groups.set(range, [...(groups.get(range) ?? []), row]);
  }
  return groups;
}

function mergeRows(old: readonly Row[], fresh: readonly FreshRow[]): Row[] {
  const rows = new Map(old.map((row) => [row.id, row]));
  for (const { id, row } of fresh) {
    if (row) rows.set(id, row);
    else rows.delete(id);
  }
  return [...rows.values()].sort((a, b) => a.id - b.id);
}

async function writeBlocks(tx: StoreTx, collection: CollectionName, rows: readonly Row[]): Promise<BlockRange[]> {
  const ranges: BlockRange[] = [];
  for (let from = 0; from < rows.length; from += blockRows) {
    const part = rows.slice(from, from + blockRows);
    const no = await takeNumber(tx, 'nextBlock');
    await tx.put('blocks', [blockFromRows(collection, no, part)]);
    ranges.push({ no, first: part[0]?.id ?? 0, last: part.at(-1)?.id ?? 0, rows: part.length });
  }
  return ranges;
}
