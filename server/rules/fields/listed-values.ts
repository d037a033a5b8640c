import { sql } from 'kysely';
import { fieldOf } from '#domain/fields/catalogue.ts';
import type { LookupKind } from '#domain/fields/field.ts';
import { parseCondition } from '#domain/rules/language/parse-condition.ts';
import { fieldsRead, type Surroundings } from '#domain/rules/problems/condition-problems.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/**
 * The closed lists for lookups of a condition: the customer's sources and tasks, and the values of its ATS. Vendors' own texts
 * are not closed: a rule may name one that no job has had yet.
 */
const lists: Partial<Record<LookupKind, (customerId: number) => ReturnType<typeof sql<{ value: string }>>>> = {
  source: (customerId) => sql`select row ->> 'name' as value from source where customer_id = ${customerId} and not deleted`,
  expandedStatus: (customerId) => sql`select row ->> 'name' as value from customer_status
    where customer_id = ${customerId} and not deleted and row ->> 'purged' = 'false'`,
  task: (customerId) => sql`select id::text as value from task where customer_id = ${customerId} and not deleted`,
  atsFacility: (customerId) => atsValues(customerId, 'facility'),
  atsDegree: (customerId) => atsValues(customerId, 'degree'),
  atsSpecialty: (customerId) => atsValues(customerId, 'specialty'),
  atsShift: (customerId) => atsValues(customerId, 'shift'),
};

const atsValues = (customerId: number, kind: string) =>
  sql<{ value: string }>`select row ->> 'name' as value from ats_value
    where customer_id = ${customerId} and kind = ${kind} and not deleted`;

/** Reads the lists that a condition uses. Returns a function from lookup to values; null for any other lookup. */
export async function listedValues(
  db: Db | Tx,
  customerId: number,
  source: string,
): Promise<NonNullable<Surroundings['valuesOf']>> {
  const parsed = parseCondition(source);
  const asked = 'tree' in parsed ? fieldsRead(parsed.tree).map(({ fieldId }) => fieldOf(fieldId)?.lookup ?? null) : [];
  const found = new Map<LookupKind, ReadonlySet<string>>();
  for (const lookup of new Set(asked)) {
    const list = lookup === null ? undefined : lists[lookup];
    if (lookup === null || !list) continue;
    const { rows } = await list(customerId).execute(db);
    found.set(lookup, new Set(rows.map(({ value }) => value)));
  }
  return (lookup) => found.get(lookup) ?? null;
}
