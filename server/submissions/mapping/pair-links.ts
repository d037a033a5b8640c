import { sql } from 'kysely';
import type { PairLink } from '#contract/submissions/mapping.ts';
import type { MapSide } from '#contract/submissions/words.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** One step of a mapping of degree and specialty. Specialty 0: the degree without one. */
export type PairStep = {
  readonly targetId: number;
  readonly side: MapSide;
  readonly degreeId: number;
  readonly specialtyId: number;
  readonly jrDegreeId: number;
  readonly jrSpecialtyId: number;
};

type Which = { readonly targetIds?: readonly number[]; readonly ids?: readonly number[]; readonly side?: MapSide };

/** Steps of a customer with their names, by degree, then specialty of the target. Names of removed entries are shown as well. */
export async function pairLinks(db: Db | Tx, customerId: number, { targetIds, ids, side }: Which): Promise<PairLink[]> {
  const { rows } = await sql<PairLink>`
    select l.id, l.target_id as "targetId", l.side, l.degree_id as "degreeId", l.specialty_id as "specialtyId",
      l.jr_degree_id as "jrDegreeId", l.jr_specialty_id as "jrSpecialtyId", coalesce(d.name, '') as degree,
      coalesce(s.name, '') as specialty, coalesce(jd.name, '') as "jrDegree", coalesce(js.name, '') as "jrSpecialty"
    from submission_pair_link l
    left join submission_entry d on d.customer_id = l.customer_id and d.id = l.degree_id
    left join submission_entry s on s.customer_id = l.customer_id and s.id = l.specialty_id
    left join jr_entry jd on jd.id = l.jr_degree_id left join jr_entry js on js.id = l.jr_specialty_id
    where l.customer_id = ${customerId}
      and ${targetIds === undefined ? sql`true` : sql`l.target_id = any(${[...targetIds]}::bigint[])`}
      and ${ids === undefined ? sql`true` : sql`l.id = any(${[...ids]}::bigint[])`}
      and ${side === undefined ? sql`true` : sql`l.side = ${side}`}
    order by lower(d.name), lower(s.name), l.id`.execute(db);
  return rows;
}

/** What is wrong with a step: an entry that the target or Jobdock's own list does not have. Null if nothing is. */
export async function stepProblem(tx: Db | Tx, customerId: number, step: PairStep): Promise<string | null> {
  const { rows } = await sql<{ degree: boolean; specialty: boolean; within: boolean; jrDegree: boolean; jrSpecialty: boolean }>`
    select exists (select from submission_entry e where e.customer_id = ${customerId} and e.target_id = ${step.targetId}
        and e.kind = 'degree' and e.id = ${step.degreeId} and not e.removed) as degree,
      ${step.specialtyId} = 0 or exists (select from submission_entry e where e.customer_id = ${customerId}
        and e.target_id = ${step.targetId} and e.kind = 'specialty' and e.id = ${step.specialtyId} and not e.removed) as specialty,
      ${step.specialtyId} = 0 or not exists (select from submission_entry s join submission_entry d on d.customer_id = s.customer_id
        and d.target_id = s.target_id and d.kind = 'degree' and d.ext_id = s.degree_ext_id and not d.removed
        where s.customer_id = ${customerId} and s.id = ${step.specialtyId} and s.degree_ext_id <> '' and d.id <> ${step.degreeId})
        as within,
      exists (select from jr_entry j where j.id = ${step.jrDegreeId} and j.kind = 'degree' and not j.removed) as "jrDegree",
      ${step.jrSpecialtyId} = 0 or exists (select from jr_entry j where j.id = ${step.jrSpecialtyId} and j.kind = 'specialty'
        and not j.removed) as "jrSpecialty"`.execute(tx);
  const has = rows[0];
  if (!has?.degree) return 'The target has no such degree. Choose one of its list.';
  if (!has.specialty) return 'The target has no such specialty. Choose one of its list.';
  if (!has.within) return 'This specialty belongs to another degree. Choose a specialty of the degree.';
  if (!has.jrDegree) return 'Jobdock’s own list has no such degree. Choose one of it.';
  return has.jrSpecialty ? null : 'Jobdock’s own list has no such specialty. Choose one of it.';
}

type Stored = { readonly id: number; readonly replaced: PairStep | null; readonly isNew: boolean };

/**
 * Stores a step. From a source, entries mean one JR pair; to a destination, a JR pair becomes one pair of entries: an earlier step of the
 * same is replaced, and is in the answer.
 */
export async function storeStep(tx: Tx, customerId: number, step: PairStep): Promise<Stored> {
  const { targetId, side, degreeId, specialtyId, jrDegreeId, jrSpecialtyId } = step;
  const key =
    side === 'from'
      ? sql`degree_id = ${degreeId} and specialty_id = ${specialtyId}`
      : sql`jr_degree_id = ${jrDegreeId} and jr_specialty_id = ${jrSpecialtyId}`;
  const { rows } = await sql<PairStep & { id: number }>`
    select id, target_id as "targetId", side, degree_id as "degreeId", specialty_id as "specialtyId", jr_degree_id as "jrDegreeId",
      jr_specialty_id as "jrSpecialtyId" from submission_pair_link
    where customer_id = ${customerId} and target_id = ${targetId} and side = ${side} and ${key} for update`.execute(tx);
  const [before] = rows;
  const values = {
    degree_id: degreeId,
    specialty_id: specialtyId,
    jr_degree_id: jrDegreeId,
    jr_specialty_id: jrSpecialtyId,
  };
  if (!before) {
    const row = { customer_id: customerId, target_id: targetId, side, ...values };
    const { id } = await tx.insertInto('submission_pair_link').values(row).returning('id').executeTakeFirstOrThrow();
    return { id, replaced: null, isNew: true };
  }
  const { id, ...earlier } = before;
  if (sameStep(earlier, step)) return { id, replaced: null, isNew: false };
  await tx.updateTable('submission_pair_link').set(values).where('customer_id', '=', customerId).where('id', '=', id).execute();
  return { id, replaced: earlier, isNew: false };
}

/** Whether two steps say the same. */
const sameStep = (a: PairStep, b: PairStep): boolean =>
  a.targetId === b.targetId &&
  a.side === b.side &&
  a.degreeId === b.degreeId &&
  a.specialtyId === b.specialtyId &&
  a.jrDegreeId === b.jrDegreeId &&
  a.jrSpecialtyId === b.jrSpecialtyId;

/** Removes steps of a customer and returns them. */
export async function removeSteps(tx: Tx, customerId: number, ids: readonly number[]): Promise<PairLink[]> {
  const gone = await pairLinks(tx, customerId, { ids });
  if (gone.length > 0)
    await tx
      .deleteFrom('submission_pair_link')
      .where('customer_id', '=', customerId)
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute();
  return gone;
}

/** The rows that say exactly what a step says. */
const saying = (customerId: number, step: PairStep) => sql`
  customer_id = ${customerId} and target_id = ${step.targetId} and side = ${step.side} and degree_id = ${step.degreeId}
  and specialty_id = ${step.specialtyId} and jr_degree_id = ${step.jrDegreeId} and jr_specialty_id = ${step.jrSpecialtyId}`;

/** Whether a step is stored exactly as it is. */
export async function isStored(tx: Tx, customerId: number, step: PairStep): Promise<boolean> {
  const { rows } = await sql`select from submission_pair_link where ${saying(customerId, step)}`.execute(tx);
  return rows.length > 0;
}

/** Removes a step that is stored exactly as it is. Returns whether it was. */
export async function removeStep(tx: Tx, customerId: number, step: PairStep): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from submission_pair_link where ${saying(customerId, step)}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}
