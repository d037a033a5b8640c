import { sql } from 'kysely';
import type { MapSide } from '#contract/rows/submission-pair.ts';
import type { PairLink } from '#contract/submissions/mapping.ts';
import { type PairStep, type StepFacts, type StepProblem, stepProblem } from '#domain/submissions/pair-steps.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

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
    where l.customer_id = ${customerId} and not l.deleted
      and ${targetIds === undefined ? sql`true` : sql`l.target_id = any(${[...targetIds]}::bigint[])`}
      and ${ids === undefined ? sql`true` : sql`l.id = any(${[...ids]}::bigint[])`}
      and ${side === undefined ? sql`true` : sql`l.side = ${side}`}
    order by lower(d.name), lower(s.name), l.id`.execute(db);
  return rows;
}

/** What is wrong with a step: an entry that the target or Jobdock's own list does not have. Null if nothing is. */
export async function storedProblem(tx: Db | Tx, customerId: number, step: PairStep): Promise<StepProblem | null> {
  const { rows } = await sql<StepFacts>`
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
  const none = { degree: false, specialty: false, within: false, jrDegree: false, jrSpecialty: false };
  return stepProblem(rows[0] ?? none);
}
