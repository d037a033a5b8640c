import type { MapValueRow } from '#contract/rows/rows.ts';
import type { Matcher } from '#domain/mapping/matcher.ts';
import { autoMapped, recomputed } from '#domain/mapping/run-step.ts';
import { autoAcceptCertainty } from '#domain/mapping/text/value-key.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { matcherFor } from './matchers.ts';

/** Rows per transaction (sync.md, edge case 31). */
const chunk = 500;

/** Adds the matcher's best suggestion to a value. Maps it if the suggestion is certain enough and `autoMap` is set. */
export function withSuggestion(value: MapValueRow, match: Matcher, autoMap: boolean, at: string): MapValueRow {
  const [best] = match(value, 1);
  const suggested = { ...value, suggestedId: best?.id ?? null, certainty: best?.certainty ?? null };
  return autoMap ? autoMapped(suggested, best, autoAcceptCertainty, 'auto', at) : suggested;
}

/** Updates the suggestions of all values of a target that are neither mapped nor set aside. Returns how many rows changed. */
export async function refreshSuggestions(
  db: Db,
  customerId: number,
  targetId: number,
  autoMap: boolean,
  now: Date,
): Promise<number> {
  const match = await matcherFor(db, customerId, targetId);
  const waiting = await db
    .selectFrom('map_value')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('mapped_id', 'is', null)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute();
  let changed = 0;
  for (let i = 0; i < waiting.length; i += chunk) {
    const ids = waiting.slice(i, i + chunk).map(({ id }) => id);
    const given = { autoMap, at: now.toISOString() };
    changed += await suggestFor(db, customerId, ids, (value) =>
      recomputed(value, match(value, 1)[0], autoAcceptCertainty, given),
    );
  }
  return changed;
}

async function suggestFor(
  db: Db,
  customerId: number,
  ids: number[],
  suggest: (value: MapValueRow) => MapValueRow,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const locked = await tx
      .selectFrom('map_value')
      .select('row')
      .where('customer_id', '=', customerId)
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute();
    const rows = locked.flatMap(({ row }) => {
      const before = row as MapValueRow;
      // A row that was mapped in the meantime stays as it is.
      const after = before.mappedId === null ? suggest(before) : before;
      return after === before ? [] : [{ collection: 'mapValue' as const, row: after }];
    });
    if (rows.length > 0) await writeRows(tx, customerId, rows);
    return rows.length;
  });
}
