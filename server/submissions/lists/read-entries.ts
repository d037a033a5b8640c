import { sql } from 'kysely';
import type { SubmissionDegree, SubmissionSpecialty } from '#contract/submissions/lists.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { search } from '#server/kit/db/search.ts';

type Place = { readonly customerId: number; readonly targetId: number };

/** The degrees of a target by name; with a `query`, those whose name or id has it. */
export async function degreesOf(db: Db | Tx, { customerId, targetId }: Place, query = ''): Promise<SubmissionDegree[]> {
  const { rows } = await sql<SubmissionDegree>`
    select e.id, e.name, e.ext_id as "extId" from submission_entry e
    where e.customer_id = ${customerId} and e.target_id = ${targetId} and e.kind = 'degree' and not e.removed
      and ${search([sql`e.name`, sql`e.ext_id`], query)} order by lower(e.name), e.id`.execute(db);
  return rows;
}

/** The specialties of a target by name. `degreeId` 0: of all degrees; else those of this degree, and those of none. */
export async function specialtiesOf(
  db: Db | Tx,
  { customerId, targetId }: Place,
  query = '',
  degreeId = 0,
): Promise<SubmissionSpecialty[]> {
  const { rows } = await sql<SubmissionSpecialty>`
    select e.id, e.ext_id as "extId", e.name, coalesce(d.name, '') as degree, coalesce(d.id, 0) as "degreeId"
    from submission_entry e left join submission_entry d on d.customer_id = e.customer_id and d.target_id = e.target_id
      and d.kind = 'degree' and d.ext_id = e.degree_ext_id and e.degree_ext_id <> '' and not d.removed
    where e.customer_id = ${customerId} and e.target_id = ${targetId} and e.kind = 'specialty' and not e.removed
      and (${degreeId} = 0 or e.degree_ext_id = '' or d.id = ${degreeId})
      and ${search([sql`e.name`, sql`e.ext_id`], query)} order by lower(e.name), e.id`.execute(db);
  return rows;
}
