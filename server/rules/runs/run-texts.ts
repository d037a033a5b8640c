import { sql } from 'kysely';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { distinctValues, noValues, type ValueIds } from '#server/mapping/values/distinct-values.ts';
import { matcherFor } from '#server/mapping/values/matchers.ts';
import { valueHomeOf } from '#server/mapping/values/value-home.ts';
import type { Ruled } from '../ruling/rule-job.ts';

/** A job with its current distinct-text ids. A change of ids is added to the history, except for a new job. */
export function withTextIds({ row, written, lines, slow }: Ruled, ids: ValueIds, who: string): Ruled {
  const moved = (Object.keys(ids) as (keyof ValueIds)[]).filter((field) => row[field] !== ids[field]);
  if (moved.length === 0) return { row, written, lines, slow };
  const isNew = lines.some(({ field }) => field === 'job');
  const told = moved.map((field) => ({ who, how: 'collected' as const, field, before: row[field], after: ids[field] }));
  return { row: { ...row, ...ids }, written: true, lines: isNew ? lines : [...lines, ...told], slow };
}

/** Finds or creates the distinct texts of jobs whose text a rule changed. Other jobs keep theirs. */
export async function withTexts(
  tx: Tx,
  customerId: number,
  done: readonly Ruled[],
  at: string,
): Promise<{ readonly ruled: readonly Ruled[]; readonly values: readonly Publication[] }> {
  const moved = done.filter(({ lines }) => lines.some(({ field }) => /^(?:facility|degree|specialty|shift)$/.test(field)));
  const place = moved.length === 0 ? null : await valueHomeOf(tx, customerId);
  if (!place) return { ruled: done, values: [] };
  const values: Publication[] = [];
  const ids = new Map<number, ValueIds>();
  const match = await matcherFor(tx, customerId, place.targetId);
  for (const sourceId of [...new Set(moved.map(({ row }) => row.sourceId))].sort((a, b) => a - b)) {
    // Locked, because a collection of this source could create the same distinct value.
    await sql`select pg_advisory_xact_lock(${customerId}, ${sourceId})`.execute(tx);
    const rows = moved.flatMap(({ row }) => (row.sourceId === sourceId ? [row] : []));
    const found = await distinctValues(tx, { ...place, sourceId }, rows, match, at);
    values.push(...found.publications);
    for (const row of rows) ids.set(row.id, found.idsOf(row));
  }
  return { ruled: done.map((one) => withTextIds(one, ids.get(one.row.id) ?? textsOf(one), 'Rules')), values };
}

const textsOf = ({ row }: Ruled): ValueIds => {
  const { facilityValueId, degreeValueId, specialtyValueId, shiftValueId } = row;
  return { ...noValues, facilityValueId, degreeValueId, specialtyValueId, shiftValueId };
};
