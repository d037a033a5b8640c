import type { CollectionName, RowOf } from '#contract/rows/rows.ts';
import { cellAt } from '#domain/columns/cell-at.ts';
import { readMeta } from './meta.ts';
import type { Store } from './store.ts';
import type { BackendTx } from './tables/backend.ts';
import { positionOf, rowAt } from './tables/blocks.ts';
import type { FreshRow, Layout, OverlayRow, Row, StoredBlock, Tables } from './tables/tables.ts';

/** Identifies one row of a store. */
export type RowName = { readonly collection: CollectionName; readonly id: number };

export const nameOfRow = ({ collection, id }: RowName) => `${collection}/${id}`;

const keyOf = ({ collection, id }: RowName) => [collection, id] as const;

/** A row that is newer than its block, as the user sees it; null when it was deleted. */
export type Patch = { readonly id: number; readonly row: Row | null };

/** Parts of a collection, for a reader that builds its own columns: one head, then its blocks. */
export type CollectionPart =
  | { readonly kind: 'head'; readonly version: number; readonly complete: boolean; readonly patches: readonly Patch[] }
  | { readonly kind: 'block'; readonly block: StoredBlock };

/** A snapshot replaced the blocks during a read. Start the read again. */
export class BlocksMoved extends Error {
  override readonly name = 'BlocksMoved';
}

/** The rows as the service last sent them, without local changes. A row that does not exist is missing from the map. */
export async function readBase(tx: BackendTx, names: readonly RowName[]): Promise<Map<string, Row>> {
  const found = new Map<string, Row>();
  const fresh = await newerRows(tx, 'fresh', names);
  const inBlocks: RowName[] = [];
  for (const [i, name] of names.entries()) {
    const newer = fresh[i];
    if (newer?.row) found.set(nameOfRow(name), newer.row);
    else if (!newer) inBlocks.push(name);
  }
  for (const [collection, ids] of groupByCollection(inBlocks)) {
    for (const row of await readFromBlocks(tx, collection, ids)) found.set(nameOfRow({ collection, id: row.id }), row);
  }
  return found;
}

/** The rows as the user sees them: local changes over fresh rows over blocks. */
export async function readVisible(tx: BackendTx, names: readonly RowName[]): Promise<Map<string, Row>> {
  const overlay = await newerRows(tx, 'overlay', names);
  const found = await readBase(
    tx,
    names.filter((_, i) => !overlay[i]),
  );
  for (const over of overlay) if (over) found.set(nameOfRow(over), over.row);
  return found;
}

/** From this number of rows on, read all newer rows in one request, since there are few of them. */
const manyRows = 100;

/** Rows newer than the blocks, in the requested order. */
async function newerRows<T extends 'fresh' | 'overlay'>(
  tx: BackendTx,
  table: T,
  names: readonly RowName[],
): Promise<readonly (Tables[T] | undefined)[]> {
  if (names.length < manyRows) return tx.getMany(table, names.map(keyOf));
  const found = new Map<string, Tables[T]>();
  for (const prefix of new Set(names.map(({ collection }) => collection)))
    for (const row of await tx.list(table, { prefix })) found.set(nameOfRow(row), row);
  return names.map((name) => found.get(nameOfRow(name)));
}

/** One row as the user sees it. */
export async function readRow<C extends CollectionName>(store: Store, collection: C, id: number): Promise<RowOf<C> | undefined> {
  return (await readRows(store, collection, [id]))[0];
}

/** Rows as the user sees them, in the requested order; undefined for a missing row. */
export async function readRows<C extends CollectionName>(
  store: Store,
  collection: C,
  ids: readonly number[],
): Promise<(RowOf<C> | undefined)[]> {
  const found = await store.read((tx) =>
    readVisible(
      tx,
      ids.map((id) => ({ collection, id })),
    ),
  );
  return ids.map((id) => found.get(nameOfRow({ collection, id })) as RowOf<C> | undefined);
}

/** Blocks requested at once. The first block is read alone, so that it can be shown early; the others share transactions. */
const blocksAtOnce = 6;

/**
 * Reads a collection for a reader that keeps its own columns (the grid's worker): first the rows newer than the blocks, then each
 * block. All parts match the head's `version`; `changesSince` returns later changes. Skips blocks whose numbers are in `known`.
 * Throws `BlocksMoved` when a snapshot replaced the blocks.
 */
export async function* readBlocks(
  store: Store,
  collection: CollectionName,
  known?: ReadonlySet<number>,
): AsyncGenerator<CollectionPart> {
  const head = await store.read(async (tx) => {
    const layout = await tx.get('layouts', collection);
    return { layout, version: (await readMeta(tx, 'version')) ?? 0, patches: await readPatches(tx, collection) };
  });
  const numbers = (head.layout?.live ?? []).map(({ no }) => no).filter((no) => !known?.has(no));
  const asked: ReturnType<typeof blocksOf>[] = [];
  const ask = (most: number) => {
    if (numbers.length > 0) asked.push(blocksOf(store, collection, numbers.splice(0, most)));
  };
  ask(1);
  yield { kind: 'head', version: head.version, complete: head.layout?.complete ?? false, patches: head.patches };
  ask(blocksAtOnce);
  for (;;) {
    const blocks = await asked.shift();
    if (!blocks) return;
    // Two requests run while the reader processes these blocks, because a transaction takes some milliseconds to start.
    ask(blocksAtOnce);
    for (const block of blocks) {
      if (!block) throw new BlocksMoved();
      yield { kind: 'block', block };
    }
  }
}

function blocksOf(store: Store, collection: CollectionName, numbers: readonly number[]) {
  const keys = numbers.map((no) => [collection, no] as const);
  const blocks = store.read((tx) => tx.getMany('blocks', keys));
  // A caller that awaits the promise receives the failure. A reader that stopped early ignores it.
  blocks.catch(() => undefined);
  return blocks;
}

/** All rows of a collection as the user sees them, ascending by id. For small collections; the grid reads blocks. */
export async function scan<C extends CollectionName>(store: Store, collection: C): Promise<RowOf<C>[]> {
  const { blocks, patches } = await store.read(async (tx) => {
    const layout = await tx.get('layouts', collection);
    const blocks = await tx.getMany(
      'blocks',
      (layout?.live ?? []).map((range) => [collection, range.no] as const),
    );
    return { blocks, patches: await readPatches(tx, collection) };
  });
  const newer = new Map(patches.map((patch) => [patch.id, patch.row]));
  const rows: Row[] = [];
  for (const block of blocks) {
    if (!block) continue;
    for (const [position, id] of block.ids.entries()) if (!newer.has(id)) rows.push(rowAt(block, position));
  }
  for (const row of newer.values()) if (row) rows.push(row);
  return rows.sort((a, b) => a.id - b.id) as unknown as RowOf<C>[];
}

/**
 * The id and some fields of every row as the user sees it, unordered. For large collections, where whole rows would be too much.
 */
export async function scanFields<C extends CollectionName, F extends keyof RowOf<C> & string>(
  store: Store,
  collection: C,
  fields: readonly F[],
): Promise<Pick<RowOf<C>, F | 'id'>[]> {
  let found: Record<string, unknown>[] = [];
  let newer: ReadonlySet<number> = new Set();
  for await (const part of readBlocks(store, collection)) {
    if (part.kind === 'head') {
      newer = new Set(part.patches.map(({ id }) => id));
      found = part.patches.flatMap(({ row }) => (row ? [row] : []));
      continue;
    }
    const { ids, columns } = part.block;
    for (const [position, id] of ids.entries()) {
      if (newer.has(id)) continue;
      found.push(Object.fromEntries([['id', id], ...fields.map((field) => [field, cellAt(columns[field], position)])]));
    }
  }
  return found as Pick<RowOf<C>, F | 'id'>[];
}

/** The ids and UUIDs of a collection's rows that devices created and the service numbered. Local changes are not considered. */
export async function readServiceIds(tx: BackendTx, collection: CollectionName): Promise<{ id: number; ref: string }[]> {
  const fresh: FreshRow[] = await tx.list('fresh', { prefix: collection });
  const newer = new Set(fresh.map(({ id }) => id));
  const found = fresh.map(({ id, row }) => ({ id, ref: row?.['ref'] }));
  const layout = await tx.get('layouts', collection);
  const keys = (layout?.live ?? []).map(({ no }) => [collection, no] as const);
  for (const block of await tx.getMany('blocks', keys)) {
    if (!block) continue;
    for (const [position, id] of block.ids.entries())
      if (!newer.has(id)) found.push({ id, ref: cellAt(block.columns['ref'], position) });
  }
  return found.filter((row): row is { id: number; ref: string } => typeof row.ref === 'string');
}

async function readPatches(tx: BackendTx, collection: CollectionName): Promise<Patch[]> {
  const fresh: FreshRow[] = await tx.list('fresh', { prefix: collection });
  const overlay: OverlayRow[] = await tx.list('overlay', { prefix: collection });
  const patches = new Map<number, Row | null>(fresh.map(({ id, row }) => [id, row]));
  for (const { id, row } of overlay) patches.set(id, row);
  return [...patches].map(([id, row]) => ({ id, row }));
}

function groupByCollection(names: readonly RowName[]): Map<CollectionName, number[]> {
  const groups = new Map<CollectionName, number[]>();
  for (const { collection, id } of names) {
    const group = groups.get(collection);
    if (group) group.push(id);
    else groups.set(collection, [id]);
  }
  return groups;
}

async function readFromBlocks(tx: BackendTx, collection: CollectionName, ids: readonly number[]): Promise<Row[]> {
  const layout: Layout | undefined = await tx.get('layouts', collection);
  if (!layout) return [];
  const wanted = layout.live.filter((range) => ids.some((id) => range.first <= id && id <= range.last));
  const rows: Row[] = [];
  for (const range of wanted) {
    const block = await tx.get('blocks', [collection, range.no]);
    if (!block) continue;
    for (const id of ids) {
      const position = positionOf(block, id);
      if (position >= 0) rows.push(rowAt(block, position));
    }
  }
  return rows;
}
