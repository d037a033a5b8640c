import { type RawBuilder, sql } from 'kysely';
import type { AssignmentRuleRow } from '#contract/rows/assignment-rule.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { SourceRow } from '#contract/rows/rows.ts';
import type { AssignedJob, AssignmentGrounds } from '#domain/assignments/assignment-of.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { mayBeAssigned } from '../assignable.ts';

/** A job with what decides about its assignment. */
export type Candidate = AssignedJob & Pick<JobRow, 'id'>;

/** The rules of a customer with everything that they depend on, for these jobs. */
export type ReadGrounds = Omit<AssignmentGrounds, 'rules' | 'sources'> & {
  readonly rules: readonly AssignmentRuleRow[];
  readonly sources: readonly SourceRow[];
};

/**
 * The people of a customer's rules whom jobs can be assigned to, as a text of their ids. `customer` is the customer's id in the statement
 * around it.
 */
export const peopleOfRules = (customer: RawBuilder<unknown>): RawBuilder<string> => sql<string>`coalesce((
  select string_agg(u.id::text, ',' order by u.id) from app_user u join role r on r.id = u.role_id
  where u.customer_id = ${customer} and ${mayBeAssigned} and u.id in (
    select (a.row ->> 'userId')::bigint from assignment_rule a where a.customer_id = ${customer} and not a.deleted)), '')`;

/** Reads the rules and what they depend on. `people`: as `peopleOfRules` gives them. */
export async function groundsFor(tx: Tx, customerId: number, people: string, jobs: readonly Candidate[]): Promise<ReadGrounds> {
  const rules = await rowsOf(tx, customerId, 'assignmentRule');
  const sources = await rowsOf(tx, customerId, 'source');
  const ids = [...new Set(jobs.flatMap(({ facilityValueId }) => facilityValueId ?? []))];
  const { rows } = await sql<{ id: number; mappedId: string | null }>`
    select id, mapped_id as "mappedId" from map_value
    where customer_id = ${customerId} and id = any(${ids}::bigint[]) and not deleted`.execute(tx);
  const values = new Map(rows.map(({ id, mappedId }) => [id, { mappedId, certainty: null }]));
  return { rules, sources, values, people: new Set(people === '' ? [] : people.split(',').map(Number)) };
}

/** The next open jobs by id, without their long texts. `which` is a condition on the columns of `job`. */
export async function candidatesAfter(
  db: Db | Tx,
  customerId: number,
  { after, which, limit }: { readonly after: number; readonly which: RawBuilder<unknown>; readonly limit: number },
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select id, source_id as "sourceId", status, row ->> 'facility' as facility, row ->> 'facilityMap' as "facilityMap",
      facility_value_id as "facilityValueId", (row ->> 'assigneeId')::bigint as "assigneeId", row ->> 'assignee' as assignee,
      coalesce((row ->> 'assignedByHand')::boolean, false) as "assignedByHand",
      (row ->> 'assignmentRuleId')::bigint as "assignmentRuleId"
    from job where customer_id = ${customerId} and not deleted and status = 'Open' and id > ${after} and ${which}
    order by id limit ${limit}`.execute(db);
  return rows;
}
