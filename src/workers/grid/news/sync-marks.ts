import type { CollectionName } from '#contract/rows/rows.ts';
import type { OutboxEntry } from '#src/store/tables/tables.ts';

/** The state of a row's unsent changes, most urgent first. */
export type SyncMark = 'conflict' | 'failed' | 'blocked' | 'sending' | 'waiting';
const pressing: readonly SyncMark[] = ['conflict', 'failed', 'blocked', 'sending', 'waiting'];

/** The mark of each row of a collection with entries in the outbox. Rows without a mark are synced. */
export function syncMarks(entries: readonly OutboxEntry[], collection: CollectionName): Map<number, SyncMark> {
  const marks = new Map<number, SyncMark>();
  for (const entry of entries) {
    const mark = markOf(entry);
    if (!mark) continue;
    for (const id of idsOf(entry, collection)) {
      const known = marks.get(id);
      if (!known || pressing.indexOf(mark) < pressing.indexOf(known)) marks.set(id, mark);
    }
  }
  return marks;
}

/** `blocked`: this change depends on one that was refused, so it was not applied either. */
const parkedMarks: { readonly [code in string]?: SyncMark } = { conflict: 'conflict', dependency: 'blocked' };

function markOf(entry: OutboxEntry): SyncMark | null {
  switch (entry.state) {
    case 'waiting':
      return 'waiting';
    case 'sending':
      return 'sending';
    case 'parked':
      return parkedMarks[entry.parked?.code ?? 'failed'] ?? 'failed';
    case 'acked':
      return null;
  }
}

function idsOf(entry: OutboxEntry, collection: CollectionName): number[] {
  const start = `${collection}/`;
  return entry.rows.filter((row) => row.startsWith(start)).map((row) => Number(row.slice(start.length)));
}

/** Ids whose mark differs. */
export function movedMarks(before: ReadonlyMap<number, SyncMark>, after: ReadonlyMap<number, SyncMark>): number[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].filter((id) => before.get(id) !== after.get(id));
}
