import type { MapValueRow } from '#contract/rows/rows.ts';
import type { Matcher } from '#domain/mapping/matcher.ts';
import { autoMapped } from '#domain/mapping/run-step.ts';
import { autoAcceptCertainty } from '#domain/mapping/text/value-key.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { matcherFor } from './matchers.ts';

/** Rows a transaction (sync.md, edge case 31). */
const chunk = 500;

/** A value with the matcher's best suggestion; mapped at once where that is certain enough and the target wants it. */
export function withSuggestion(value: MapValueRow, match: Matcher, autoMap: boolean, at: string): MapValueRow {
  const [best] = match(value, 1);
  const suggested = { ...value, suggestedId: best?.id ?? null, certainty: best?.certainty ?? null };
  return autoMap ? autoMapped(suggested, best, autoAcceptCertainty, 'auto', at) : suggested;
}

/** Suggests again for every value of a target that no one has mapped or set aside; answers how many rows changed. */
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
    changed += await suggestFor(db, customerId, ids, (value) => withSuggestion(value, match, autoMap, now.toISOString()));
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
      // Anyone who mapped or set it aside in the meantime has the last word.
      if (before.mappedId !== null || before.ignored) return [];
      const after = suggest(before);
      const same =
        after.suggestedId === before.suggestedId && after.certainty === before.certainty && after.mappedId === before.mappedId;
      return same ? [] : [{ collection: 'mapValue' as const, row: after }];
    });
    if (rows.length > 0) await writeRows(tx, customerId, rows);
    return rows.length;
  });
}
