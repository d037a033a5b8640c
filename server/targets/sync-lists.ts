import type { AtsValueRow, MapKind } from '#contract/rows/rows.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import { listShrinks } from '#domain/targets/list-shrinks.ts';
import { nextIds, writeRows } from '../feed/publish.ts';
import { removeMany } from '../feed/remove-many.ts';
import type { Db } from '../kit/db/connection.ts';
import type { Publication } from '../kit/db/publication.ts';
import { type Guard, unguarded } from '../runs/lease.ts';
import type { ListedValue, TargetAdapter } from './adapter/target-adapter.ts';
import { noteRead, type ReadBy, readUpTo } from './list-dates.ts';
import { forgetWaiting, keepWaiting, type ListPlace } from './waiting-lists.ts';

export type ListChanges = { added: number; changed: number; same: number; removed: number };

/** Rows per transaction: an import never locks the customer's feed for long (sync.md, edge case 31). */
const chunk = 500;

type SyncOptions = {
  readonly guard?: Guard;
  /** Reads every list whole, also one that can be read by changes. */
  readonly whole?: boolean;
  readonly onList?: (changed: number) => Promise<unknown>;
  readonly now?: () => Date;
};

/**
 * Reads an ATS's lists and makes ours equal: adds new values, changes changed ones, removes missing ones. A list that the adapter can
 * read by changes, and that was read whole before, is read by changes: that removes nothing. A list that could not be read stays as it
 * was and is named in `unanswered`; an empty one counts as unread. A list that would lose more than a third of its values is kept aside
 * and named in `waiting`: a broken answer never removes mappings.
 */
export async function syncLists(
  db: Db,
  customerId: number,
  targetId: number,
  adapter: TargetAdapter,
  { guard = unguarded, whole = false, onList = async () => undefined, now = () => new Date() }: SyncOptions = {},
): Promise<ListChanges & { unanswered: MapKind[]; waiting: MapKind[] }> {
  const all = { added: 0, changed: 0, same: 0, removed: 0 };
  const unanswered: MapKind[] = [];
  const waiting: MapKind[] = [];
  let counted = 0;
  for (const kind of mapKinds) {
    const place = { customerId, targetId, kind };
    const begunAt = now();
    const outcome = await takeList(db, place, await readList(db, adapter, place, whole), begunAt, guard);
    if (outcome === 'unanswered') unanswered.push(kind);
    else if (outcome === 'waiting') waiting.push(kind);
    else addTo(all, outcome);
    await onList(all.added + all.changed + all.removed - counted);
    counted = all.added + all.changed + all.removed;
  }
  return { ...all, unanswered, waiting };
}

type ReadList = { readonly by: ReadBy; readonly listed: ListedValue[] | null };

/** Reads a list by changes where that is possible, and whole otherwise, also if the changes could not be read. */
async function readList(db: Db, adapter: TargetAdapter, place: ListPlace, whole: boolean): Promise<ReadList> {
  const since = !whole && adapter.byChanges?.includes(place.kind) ? await readUpTo(db, place) : null;
  const changes = since === null ? null : await adapter.list(place.kind, since);
  return changes ? { by: 'changes', listed: changes } : { by: 'whole', listed: await adapter.list(place.kind) };
}

/** Applies a list that was read and notes when. A whole list that shrinks too much is kept aside instead. */
async function takeList(
  db: Db,
  place: ListPlace,
  { by, listed }: ReadList,
  begunAt: Date,
  guard: Guard,
): Promise<ListChanges | 'unanswered' | 'waiting'> {
  if (listed === null || (by === 'whole' && listed.length === 0)) return 'unanswered';
  if (by === 'whole' && (await mustWait(db, place, listed, guard))) return 'waiting';
  const { customerId, targetId, kind } = place;
  const changes = await applyList(db, customerId, targetId, kind, listed, { from: by, guard });
  await db.transaction().execute(async (tx) => {
    await guard(tx);
    await noteRead(tx, place, by, begunAt);
  });
  return changes;
}

/** Keeps a list aside that shrinks too much. Any other list settles what waits. */
async function mustWait(db: Db, place: ListPlace, listed: readonly ListedValue[], guard: Guard): Promise<boolean> {
  const held = [...(await heldValues(db, place.customerId, place.targetId, place.kind)).values()].filter(isOfAts);
  const ids = new Set(listed.map(({ extId }) => extId));
  const waits = listShrinks(held.length, held.filter(({ row }) => !ids.has(row.extId)).length);
  await db.transaction().execute(async (tx) => {
    await guard(tx);
    if (waits) await keepWaiting(tx, place, listed, new Date());
    else await forgetWaiting(tx, place);
  });
  return waits;
}

const addTo = (sum: ListChanges, part: ListChanges): void => {
  for (const count of ['added', 'changed', 'same', 'removed'] as const) sum[count] += part[count];
};

/**
 * Applies a list to the stored values: adds and changes. A whole list of the ATS also removes what it does not have, except what people
 * added here, by hand or by a file. Once the ATS lists such a value, it is the ATS's like any other.
 */
export async function applyList(
  db: Db,
  customerId: number,
  targetId: number,
  kind: MapKind,
  listed: readonly ListedValue[],
  { from, guard = unguarded }: { from: ReadBy | 'file'; guard?: Guard },
): Promise<ListChanges> {
  const held = await heldValues(db, customerId, targetId, kind);
  const latest = new Map(listed.map((value) => [value.extId, value]));
  const fresh = [...latest.values()].filter((value) => !held.has(value.extId));
  const changed = [...held.values()].flatMap(({ row: before, addedHere }): Publication[] => {
    const now = latest.get(before.extId);
    const isFound = addedHere && from !== 'file';
    if (!now || !(differs(before, now) || isFound)) return [];
    return [{ collection: 'atsValue', row: { ...before, ...now }, ...(isFound && { extra: { added_here: false } }) }];
  });
  const others = from === 'whole' ? [...held.values()].filter(isOfAts) : [];
  const removed = others.flatMap(({ row }) => (latest.has(row.extId) ? [] : [row.id]));
  await db.transaction().execute(guard);
  await removeMany(db, customerId, 'atsValue', removed);
  for (let i = 0; i < changed.length; i += chunk) {
    await db.transaction().execute(async (tx) => {
      await guard(tx);
      await writeRows(tx, customerId, changed.slice(i, i + chunk));
    });
  }
  for (let i = 0; i < fresh.length; i += chunk)
    await addValues(db, { customerId, targetId, addedHere: from === 'file' }, fresh.slice(i, i + chunk), guard);
  return {
    added: fresh.length,
    changed: changed.length,
    same: latest.size - fresh.length - changed.length,
    removed: removed.length,
  };
}

async function addValues(
  db: Db,
  { customerId, targetId, addedHere }: { customerId: number; targetId: number; addedHere: boolean },
  part: readonly ListedValue[],
  guard: Guard,
): Promise<void> {
  const extra = { added_here: addedHere };
  await db.transaction().execute(async (tx) => {
    await guard(tx);
    const ids = await nextIds(tx, 'atsValue', part.length);
    const rows = part.flatMap((value, n): Publication[] => {
      const id = ids[n];
      return id === undefined ? [] : [{ collection: 'atsValue', row: { ...value, id, targetId, active: true }, extra }];
    });
    await writeRows(tx, customerId, rows);
  });
}

type HeldValue = { readonly row: AtsValueRow; readonly addedHere: boolean };
const isOfAts = ({ addedHere }: HeldValue): boolean => !addedHere;

async function heldValues(db: Db, customerId: number, targetId: number, kind: MapKind): Promise<Map<string, HeldValue>> {
  const rows = await db
    .selectFrom('ats_value')
    .select(['row', 'added_here'])
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('kind', '=', kind)
    .where('deleted', '=', false)
    .execute();
  return new Map(
    rows.map(({ row, added_here }) => [(row as AtsValueRow).extId, { row: row as AtsValueRow, addedHere: added_here }]),
  );
}

const differs = (before: AtsValueRow, now: ListedValue): boolean =>
  (Object.keys(now) as (keyof ListedValue)[]).some((field) => before[field] !== now[field]);
