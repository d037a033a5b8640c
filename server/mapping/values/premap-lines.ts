import { PremapLine } from '#contract/mapping/premap.ts';
import type { AtsValueRow } from '#contract/rows/rows.ts';
import { type Premap, premapOf, type TermLists } from '#domain/mapping/premap.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** A target's premap, as last committed. */
export async function storedLines(db: Db | Tx, customerId: number, targetId: number): Promise<PremapLine[]> {
  const rows = await db
    .selectFrom('premap_line')
    .select('line')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .orderBy('place')
    .execute();
  return rows.map(({ line }) => PremapLine.parse(line));
}

/** Replaces the premap lines of a target. */
export async function storeLines(tx: Tx, customerId: number, targetId: number, lines: readonly PremapLine[]): Promise<void> {
  await tx.deleteFrom('premap_line').where('customer_id', '=', customerId).where('target_id', '=', targetId).execute();
  const rows = lines.map((line, place) => ({ customer_id: customerId, target_id: targetId, place, line: JSON.stringify(line) }));
  for (let i = 0; i < rows.length; i += 5000)
    await tx
      .insertInto('premap_line')
      .values(rows.slice(i, i + 5000))
      .execute();
}

/** The degrees and specialties of a target's lists. */
export async function termListsOf(
  db: Db | Tx,
  customerId: number,
  target: { id: number; specialtyDependsOnDegree: boolean },
): Promise<TermLists> {
  const rows = await db
    .selectFrom('ats_value')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', target.id)
    .where('kind', 'in', ['degree', 'specialty'])
    .where('deleted', '=', false)
    .execute();
  return { values: rows.map(({ row }) => row as AtsValueRow), specialtyDependsOnDegree: target.specialtyDependsOnDegree };
}

const nothing: Premap = { degrees: new Map(), specialties: new Map() };

/** The premap of a target, indexed for lookups. */
export async function readPremapOf(db: Db | Tx, customerId: number, targetId: number): Promise<Premap> {
  const lines = await storedLines(db, customerId, targetId);
  if (lines.length === 0) return nothing;
  const target = await db
    .selectFrom('target')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('id', '=', targetId)
    .executeTakeFirst();
  const { specialtyDependsOnDegree } = (target?.row ?? {}) as { specialtyDependsOnDegree?: boolean };
  const lists = await termListsOf(db, customerId, { id: targetId, specialtyDependsOnDegree: specialtyDependsOnDegree === true });
  return premapOf(lines, lists);
}
