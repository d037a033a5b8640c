import { sql } from 'kysely';
import type { SubmissionPackage } from '#contract/submissions/packages.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** The packages of a customer by target, degree and specialty; with `id`, that one alone. Documents that left their list are left out. */
export async function packagesOf(db: Db | Tx, customerId: number, id?: number): Promise<SubmissionPackage[]> {
  const { rows } = await sql<SubmissionPackage>`
    select p.id, p.is_default as "isDefault", p.note, p.target_id as "targetId", p.degree_id as "degreeId", p.specialty_id as "specialtyId",
      t.name as target, coalesce(d.name, '') as degree, coalesce(s.name, '') as specialty,
      array(select e.id::integer from unnest(p.documents) with ordinality o (id, n) join submission_entry e on e.customer_id = p.customer_id
        and e.id = o.id and not e.removed order by o.n) as documents
    from submission_package p
    join submission_target t on t.customer_id = p.customer_id and t.id = p.target_id
    left join submission_entry d on d.customer_id = p.customer_id and d.id = p.degree_id
    left join submission_entry s on s.customer_id = p.customer_id and s.id = p.specialty_id
    where p.customer_id = ${customerId} and ${id === undefined ? sql`true` : sql`p.id = ${id}`}
    order by lower(t.name), lower(d.name) nulls first, lower(s.name) nulls first, p.id`.execute(db);
  return rows;
}
