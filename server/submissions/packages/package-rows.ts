import { sql } from 'kysely';
import type { SubmissionPackageRow } from '#contract/rows/submission-lists.ts';
import type { SubmissionPackage } from '#contract/submissions/packages.ts';
import { defaultPackage } from '#domain/submissions/packages.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';

/** The packages of a customer as devices hold them, in the order of their ids. */
export const packageRows = (db: Db | Tx, customerId: number): Promise<SubmissionPackageRow[]> =>
  rowsOf(db, customerId, 'submissionPackage');

type Named = {
  readonly id: number;
  readonly target: string;
  readonly degree: string;
  readonly specialty: string;
  documents: number[];
};

/** The packages of a customer by target, degree and specialty; with `id`, that one alone. Documents that left their list are left out. */
export async function packagesOf(db: Db | Tx, customerId: number, id?: number): Promise<SubmissionPackage[]> {
  const rows = await packageRows(db, customerId);
  const { rows: named } = await sql<Named>`
    select p.id, t.name as target, coalesce(d.name, '') as degree, coalesce(s.name, '') as specialty,
      array(select e.id::integer from jsonb_array_elements_text(p.row -> 'documents') with ordinality o (id, n)
        join submission_entry e on e.customer_id = p.customer_id and e.id = o.id::bigint and not e.removed order by o.n) as documents
    from submission_package p
    join submission_target t on t.customer_id = p.customer_id and t.id = p.target_id
    left join submission_entry d on d.customer_id = p.customer_id and d.id = (p.row ->> 'degreeId')::bigint
    left join submission_entry s on s.customer_id = p.customer_id and s.id = (p.row ->> 'specialtyId')::bigint
    where p.customer_id = ${customerId} and not p.deleted and ${id === undefined ? sql`true` : sql`p.id = ${id}`}
    order by lower(t.name), lower(d.name) nulls first, lower(s.name) nulls first, p.id`.execute(db);
  return named.flatMap(({ documents, ...names }) => {
    const row = rows.find((one) => one.id === names.id);
    if (!row) return [];
    const { note, targetId, degreeId, specialtyId } = row;
    const isDefault = defaultPackage(rows.filter((one) => one.targetId === targetId))?.id === row.id;
    return [{ ...names, isDefault, note, documents, targetId, degreeId, specialtyId }];
  });
}
