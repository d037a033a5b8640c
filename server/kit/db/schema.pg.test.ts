import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

/** Tables whose rows belong to no customer. A table is listed here only on purpose: it cannot be distributed by customer. */
const globalTables = [
  // Engines, models and prompts are the provider’s. Which customers a prompt is for, and what was asked for them, are rows of customers.
  'ai_engine',
  'ai_model',
  'ai_prompt',
  'ai_prompt_version',
  'canned_answer',
  'crawler_setup',
  'customer',
  'feed_address',
  'feed_epoch',
  'field_definition',
  'given_right',
  // Jobdock's own lists, which the mappings of all customers pass through.
  'jr_document_link',
  'jr_entry',
  'migration',
  // Notices and documents are the provider’s; customers get rows of their own of the notices that address them.
  'notice',
  // Parsers are the provider’s, for the emails of all customers.
  'parser',
  'parser_rule',
  'parser_sample',
  'parser_token',
  'plan',
  'role',
  'root_key',
  'shared_facility',
  'sign_in',
  'sign_in_attempt',
  // A domain is one customer's, so that all of them share its unique index.
  'sign_on_domain',
  'support_document',
  // What the service logged about all customers, for the provider's administrators.
  'system_log',
  'used_challenge',
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe('the schema can be distributed by customer', () => {
  test('every other table has customer_id first in its primary key and unique indexes', async () => {
    const { rows } = await sql<{ table: string; index: string; first: string | null }>`
      select t.relname as table, i.relname as index, a.attname as first
      from pg_class t join pg_namespace n on n.oid = t.relnamespace
      left join pg_index x on x.indrelid = t.oid and (x.indisunique or x.indisprimary)
      left join pg_class i on i.oid = x.indexrelid
      left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
      where t.relkind in ('r', 'p') and n.nspname = 'public'`.execute(database.db);
    const tables = new Set(rows.map((row) => row.table));
    expect([...tables].filter((name) => globalTables.includes(name)).sort()).toEqual(globalTables);
    const tenant = rows.filter((row) => !globalTables.includes(row.table));
    expect(tenant.length).toBeGreaterThan(20);
    expect(tenant.filter((row) => row.first !== 'customer_id')).toEqual([]);
  });

  test('every foreign key between customer tables includes customer_id', async () => {
    const { rows } = await sql<{ from: string; to: string; columns: string[] }>`
      select f.relname as from, t.relname as to, array_agg(a.attname::text) as columns
      from pg_constraint c join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace group by c.oid, f.relname, t.relname`.execute(
      database.db,
    );
    const between = rows.filter((row) => !globalTables.includes(row.to));
    expect(between.length).toBeGreaterThan(0);
    expect(between.filter((row) => !row.columns.includes('customer_id'))).toEqual([]);
  });
});
