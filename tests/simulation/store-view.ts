import { canonicalJson } from '#domain/json/canonical-json.ts';
import type { Feed, Lane } from '#src/store/meta.ts';
import type { SchemaStamp } from '#src/store/store.ts';
import { rowsOf } from '#src/store/tables/blocks.ts';
import type { FreshRow, JournalEntry, Layout, Notice, OutboxEntry, StoredBlock, TableName } from '#src/store/tables/tables.ts';
import type { MemoryDisk } from '#tests/doubles/memory-backend.ts';

/** Reads a store's disk directly, without a transaction; for checkers, between commits. */
const rowsIn = <R>(disk: MemoryDisk, table: TableName): R[] =>
  [...(disk.tables.get(table)?.values() ?? [])].map(({ row }) => row as R);
const metaIn = <V>(disk: MemoryDisk, key: string): V | undefined =>
  (disk.tables.get('meta')?.get(key)?.row as { value: V } | undefined)?.value;

export const feedIn = (disk: MemoryDisk): Feed | undefined => metaIn(disk, 'feed');
export const schemaIn = (disk: MemoryDisk): SchemaStamp | undefined => metaIn(disk, 'schema');
export const laneIn = (disk: MemoryDisk): Lane | undefined => metaIn(disk, 'lane');
export const outboxIn = (disk: MemoryDisk): OutboxEntry[] => rowsIn(disk, 'outbox');
export const journalIn = (disk: MemoryDisk): JournalEntry[] => rowsIn(disk, 'ackJournal');
export const noticesIn = (disk: MemoryDisk): Notice[] => rowsIn(disk, 'notices');
export const overlayIn = (disk: MemoryDisk): unknown[] => rowsIn(disk, 'overlay');
export const layoutsIn = (disk: MemoryDisk): Layout[] => rowsIn(disk, 'layouts');

/** Values on a disk never change in place, so their text is computed once. */
const texts = new WeakMap<object, string>();
export function textOfRow(row: object): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = canonicalJson(row);
  texts.set(row, text);
  return text;
}

const blockTexts = new WeakMap<StoredBlock, readonly (readonly [string, string])[]>();
function textsOf(block: StoredBlock): readonly (readonly [string, string])[] {
  const known = blockTexts.get(block);
  if (known) return known;
  const made = rowsOf(block).map((row) => [`${block.collection}/${row.id}`, canonicalJson(row)] as const);
  blockTexts.set(block, made);
  return made;
}

/** The rows that came from the service, as canonical texts by name. */
export function baseIn(disk: MemoryDisk): Map<string, string> {
  const rows = new Map<string, string>();
  const blocks = disk.tables.get('blocks');
  for (const { collection, live } of layoutsIn(disk)) {
    for (const { no } of live) {
      const block = blocks?.get([collection, no].join('\u0000'))?.row as StoredBlock | undefined;
      for (const [name, text] of block ? textsOf(block) : []) rows.set(name, text);
    }
  }
  for (const { collection, id, row } of rowsIn<FreshRow>(disk, 'fresh')) {
    if (row) rows.set(`${collection}/${id}`, textOfRow(row));
    else rows.delete(`${collection}/${id}`);
  }
  return rows;
}

/** The first difference between two texts, shortened. */
export function textOf(here: string | undefined, there: string | undefined): string {
  if (here === undefined || there === undefined) return here === undefined ? 'it is missing here' : 'it should be gone';
  let i = 0;
  while (i < here.length && here[i] === there[i]) i++;
  return `…${here.slice(Math.max(0, i - 40), i + 40)}… instead of …${there.slice(Math.max(0, i - 40), i + 40)}…`;
}
