import type { AtsValueRow, MapKind } from '#contract/rows.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import type { Db } from '../db/connection.ts';
import { nextIds, type Publication, publish } from '../sync/publish.ts';
import type { ListedValue, TargetAdapter } from './target-adapter.ts';

export type ListChanges = { added: number; changed: number; removed: number; unanswered: MapKind[] };

/** Rows a transaction: an import never holds the customer's feed for long (sync.md, edge case 31). */
const chunk = 500;

/**
 * Reads an ATS's lists and makes ours equal: new values added, changed ones changed, vanished ones removed. A list that got
 * no answer stays as it was and is named in `unanswered`; an empty answer where values stood is taken for no answer.
 */
export async function syncLists(db: Db, customerId: number, targetId: number, adapter: TargetAdapter): Promise<ListChanges> {
  const changes: ListChanges = { added: 0, changed: 0, removed: 0, unanswered: [] };
  for (const kind of mapKinds) {
    const listed = await adapter.list(kind);
    const held = await heldValues(db, customerId, targetId, kind);
    if (listed === null || (listed.length === 0 && held.size > 0)) changes.unanswered.push(kind);
    else await makeEqual(db, customerId, targetId, listed, held, changes);
  }
  return changes;
}

async function heldValues(db: Db, customerId: number, targetId: number, kind: MapKind): Promise<Map<string, AtsValueRow>> {
  const rows = await db
    .selectFrom('ats_value')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('kind', '=', kind)
    .where('deleted', '=', false)
    .execute();
  return new Map(rows.map(({ row }) => [(row as AtsValueRow).extId, row as AtsValueRow]));
}

async function makeEqual(
  db: Db,
  customerId: number,
  targetId: number,
  listed: ListedValue[],
  held: Map<string, AtsValueRow>,
  changes: ListChanges,
) {
  const fresh: ListedValue[] = [];
  const changed: AtsValueRow[] = [];
  for (const value of listed) {
    const before = held.get(value.extId);
    held.delete(value.extId);
    if (!before) fresh.push(value);
    else if (differs(before, value)) changed.push({ ...before, ...value });
  }
  const removed = [...held.values()].map((row): Publication => ({ collection: 'atsValue', id: row.id, removed: true }));
  const rest: Publication[] = [...removed, ...changed.map((row): Publication => ({ collection: 'atsValue', row }))];
  for (let i = 0; i < rest.length; i += chunk) {
    await db.transaction().execute((tx) => publish(tx, customerId, rest.slice(i, i + chunk)));
  }
  for (let i = 0; i < fresh.length; i += chunk) {
    await db.transaction().execute(async (tx) => {
      const part = fresh.slice(i, i + chunk);
      const ids = await nextIds(tx, 'atsValue', part.length);
      const rows = part.flatMap((value, n) => {
        const id = ids[n];
        return id === undefined ? [] : [{ collection: 'atsValue' as const, row: { ...value, id, targetId, active: true } }];
      });
      await publish(tx, customerId, rows);
    });
  }
  changes.added += fresh.length;
  changes.changed += changed.length;
  changes.removed += removed.length;
}

const differs = (before: AtsValueRow, now: ListedValue): boolean =>
  (Object.keys(now) as (keyof ListedValue)[]).some((field) => before[field] !== now[field]);
