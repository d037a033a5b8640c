import { sql } from 'kysely';
import type { SubmissionDocument } from '#contract/submissions/documents.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

type Row = SubmissionDocument & { readonly targetId: number; readonly target: string };
/** `everyStep`: a document that is mapped to several of Jobdock's own has a row for each; else only for the first. */
type Which = { readonly targetId?: number; readonly id?: number; readonly everyStep?: true };

/**
 * The document types of a customer's targets with their steps, by target, group and name. A target that shares its mapping has the steps
 * of its system, where an administrator made one.
 */
export async function documentsOf(db: Db | Tx, customerId: number, { targetId, id, everyStep }: Which): Promise<Row[]> {
  const most = everyStep ? sql`` : sql`limit 1`;
  const { rows } = await sql<Row>`
    select e.id, e.ext_id as "extId", e.name, e.group_name as "groupName", coalesce(j.name, '') as "jrName",
      coalesce(j.id, 0) as "jrId", coalesce(case when t.shares_documents then null else l.id end, 0) as "linkId",
      coalesce(t.shares_documents and j.id is not null, false) as "isShared", t.id as "targetId", t.name as target
    from submission_entry e
    join submission_target t on t.customer_id = e.customer_id and t.id = e.target_id
    left join lateral (
      select l.id, l.jr_document_id from submission_document_link l where l.customer_id = e.customer_id and l.target_id = e.target_id
        and l.document_id = e.id and not l.deleted order by l.id ${most}) l on not t.shares_documents
    left join lateral (
      select s.jr_document_id from jr_document_link s where s.system_id = t.system_id and s.ext_id = e.ext_id
        order by s.jr_document_id ${most}) s on t.shares_documents
    left join jr_entry j on j.id = coalesce(l.jr_document_id, s.jr_document_id)
    where e.customer_id = ${customerId} and e.kind = 'document' and not e.removed
      and ${targetId === undefined ? sql`true` : sql`e.target_id = ${targetId}`} and ${id === undefined ? sql`true` : sql`e.id = ${id}`}
    order by lower(t.name), lower(e.group_name), lower(e.name), e.id`.execute(db);
  return rows;
}
