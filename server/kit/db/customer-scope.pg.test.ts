import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, dropDatabase, emptyDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { addCustomer } from '../../seed/seed.ts';
import { closing, type Db, openDatabase, opening } from './connection.ts';
import { scopeTo, withoutScope } from './customer-scope.ts';
import { migrate } from './migrate.ts';

/** Tables whose rows belong to no customer, and are not limited. */
const notLimited = [
  'ai_engine',
  'ai_model',
  'ai_prompt',
  'ai_prompt_version',
  'canned_answer',
  'crawler_setup',
  'feed_epoch',
  'field_definition',
  'given_right',
  'jr_document_link',
  'jr_entry',
  'migration',
  'notice',
  'parser',
  'parser_rule',
  'parser_sample',
  'parser_token',
  'plan',
  'role',
  'root_key',
  'shared_facility',
  'sign_in_attempt',
  'support_document',
  'system_log',
  'used_challenge',
];
/** Of those, what no call for customers reads. */
const notForCustomers = ['migration', 'notice', 'root_key', 'system_log'];

let database: TestDatabase;
let db: Db;
const [ann, ben, cid] = [1, 2, 3] as const;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  for (const name of ['Ann', 'Ben', 'Cid']) await db.transaction().execute((tx) => addCustomer(tx, { name }));
  await db.updateTable('customer').set({ deleted_at: new Date() }).where('id', '=', cid).execute();
  for (const customer_id of [ann, ben, cid])
    await db.insertInto('secret').values({ customer_id, owner: 'a', field: 'b', sealed: 'c', updated_at: new Date() }).execute();
});
afterAll(() => database.close());

const owners = async (from: Db) =>
  (await from.selectFrom('secret').select('customer_id').orderBy('customer_id').execute()).map((row) => row.customer_id);

test('every table of customers is limited, and its roles may read and write it', async () => {
  const { rows } = await sql<{ table: string; limited: boolean; policies: number; granted: boolean }>`
    select c.relname as table, c.relrowsecurity as limited,
      (select count(*) from pg_policy p where p.polrelid = c.oid and p.polname in ('one_customer', 'several_customers', 'not_deleted', 'of_administrators')) as policies,
      (select bool_and(has_table_privilege(r, c.oid, 'select,insert,update,delete'))
        from unnest(array['jobdock_customer', 'jobdock_customers', 'jobdock_everyone']) r) as granted
    from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`.execute(db);
  const wrong = rows.filter(({ table, limited, policies, granted }) => {
    if (notLimited.includes(table)) return limited || granted === notForCustomers.includes(table);
    return !limited || policies !== 3 || !granted;
  });
  expect(wrong).toEqual([]);
  expect(rows.length).toBeGreaterThan(45);
});

test('its roles cannot sign in, bypass the limit, or change tables', async () => {
  const { rows } = await sql<{ rolname: string }>`
    select rolname from pg_roles where rolname like 'jobdock\\_%' and not rolcanlogin and not rolbypassrls and not rolsuper
      and not rolcreaterole and not rolcreatedb`.execute(db);
  expect(rows).toHaveLength(3);
  await expect(sql`alter table secret disable row level security`.execute(scopeTo(db, [ann]))).rejects.toMatchObject({
    code: '42501',
  });
});

describe('in a scope', () => {
  test('rows of other customers do not exist', async () => {
    expect(await owners(db)).toEqual([ann, ben, cid]);
    expect(await owners(scopeTo(db, [ann]))).toEqual([ann]);
    expect(await owners(scopeTo(db, [ben, ann]))).toEqual([ann, ben]);
    expect(await owners(scopeTo(scopeTo(db, [ann]), [ben]))).toEqual([ben]);
    expect(await owners(withoutScope(scopeTo(db, [ann])))).toEqual([ann, ben, cid]);
  });

  test('all customers are those that are not deleted', async () => {
    expect(await owners(scopeTo(db, 'all'))).toEqual([ann, ben]);
  });

  test('a change reaches no other customer, and writing a row of one is an error', async () => {
    const own = scopeTo(db, [ann]);
    await expect(own.deleteFrom('secret').where('customer_id', '=', ben).executeTakeFirst()).resolves.toMatchObject({
      numDeletedRows: 0n,
    });
    const { numUpdatedRows } = await own.updateTable('secret').set({ sealed: 'd' }).executeTakeFirst();
    expect(numUpdatedRows).toBe(1n);
    const row = { customer_id: ben, owner: 'new', field: 'b', sealed: 'c', updated_at: new Date() };
    await expect(own.insertInto('secret').values(row).execute()).rejects.toMatchObject({ code: '42501' });
    await expect(own.updateTable('secret').set({ customer_id: ben }).execute()).rejects.toMatchObject({ code: '42501' });
  });

  test('a statement of its own is stored, and an error of one is its own', async () => {
    const own = scopeTo(db, [ann]);
    await own
      .insertInto('secret')
      .values({ customer_id: ann, owner: 'own', field: 'b', sealed: 'c', updated_at: new Date() })
      .execute();
    await expect(sql`select 1 / 0`.execute(own)).rejects.toMatchObject({ code: '22012' });
    const { numDeletedRows } = await own.deleteFrom('secret').where('owner', '=', 'own').executeTakeFirst();
    expect(numDeletedRows).toBe(1n);
  });

  test('transactions of every kind are limited', async () => {
    const count = sql<{ n: number }>`select count(*) as n from secret`;
    const own = scopeTo(db, [ann]);
    const numbers = [
      own.transaction().execute((tx) => count.execute(tx)),
      own.transaction().execute((tx) => sql<{ n: number }>`${opening} select count(*) as n from secret`.execute(tx)),
      own.transaction().execute((tx) => sql<{ n: number }>`${closing} select count(*) as n from secret`.execute(tx)),
      own
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((tx) => count.execute(tx)),
    ];
    expect((await Promise.all(numbers)).map(({ rows }) => rows[0]?.n)).toEqual([1, 1, 1, 1]);
  });

  test('connections that many scopes share keep nothing of the last one', async () => {
    const few = openDatabase(database.url, { max: 2 });
    const turns = Array.from({ length: 300 }, async (_, n) => {
      const customers = [[ann], [ben], [ann, ben]][n % 3] ?? [];
      const from = n % 4 === 3 ? few : scopeTo(few, customers);
      if (n % 7 === 0) await sql`select 1 / 0`.execute(from).catch(() => undefined);
      const seen = n % 5 === 0 ? from.transaction().execute((tx) => owners(tx)) : owners(from);
      expect(await seen).toEqual(n % 4 === 3 ? [ann, ben, cid] : customers);
    });
    await Promise.all(turns);
    await few.destroy();
  });

  test('a statement does not run where its customers cannot be set', async () => {
    // A user of the server that may not take the roles.
    const name = `poor_${randomBytes(4).toString('hex')}`;
    await sql`create role ${sql.raw(name)} login password 'poor'`.execute(db);
    const url = new URL(database.url);
    url.username = name;
    url.password = 'poor';
    const poor = openDatabase(url.href);
    const one = sql`select 1`;
    expect((await one.execute(poor)).rows).toHaveLength(1);
    await expect(one.execute(scopeTo(poor, [ann]))).rejects.toMatchObject({ code: '42501' });
    await expect(
      scopeTo(poor, [ann])
        .transaction()
        .execute((tx) => one.execute(tx)),
    ).rejects.toMatchObject({ code: '42501' });
    await poor.destroy();
    await sql`drop role ${sql.raw(name)}`.execute(db);
  });
});

test('a user of the server who may not take the roles gets an error with what an administrator must run; then the limits hold', async () => {
  const name = `owner_${randomBytes(4).toString('hex')}`;
  const empty = await emptyDatabase();
  const url = new URL(empty.url);
  url.username = name;
  url.password = 'owner';
  await sql`create role ${sql.raw(name)} login password 'owner'`.execute(db);
  await sql`alter database ${sql.raw(empty.name)} owner to ${sql.raw(name)}`.execute(db);
  await expect(migrate(url.href)).rejects.toThrow(`Let an administrator of the server run: grant jobdock_customer to ${name};`);
  await sql`grant jobdock_customer, jobdock_customers, jobdock_everyone to ${sql.raw(name)}`.execute(db);
  await migrate(url.href);
  const other = openDatabase(url.href);
  for (const customer of ['Ann', 'Ben']) await other.transaction().execute((tx) => addCustomer(tx, { name: customer }));
  const names = async (from: Db) =>
    (await from.selectFrom('customer').select('name').orderBy('id').execute()).map((row) => row.name);
  expect([await names(other), await names(scopeTo(other, [ben]))]).toEqual([['Ann', 'Ben'], ['Ben']]);
  await other.destroy();
  await dropDatabase(empty);
  await sql`drop role ${sql.raw(name)}`.execute(db);
});

/** Files that read or change rows of all customers inside a call. Each says at the place why. */
const crossing = [
  '/server/ai/rows/engine-rows.ts',
  '/server/billing/freshbooks/accounting-clients.routes.ts',
  '/server/collecting/crawlers/preset-org-key.ts',
  '/server/kit/db/customer-scope.ts',
  '/server/kit/http/customer-access.ts',
  '/server/people/activity/object-names.ts',
  '/server/people/auth/check-password.ts',
  '/server/people/customers/account.routes.ts',
  '/server/people/links/ask-for-link.ts',
  '/server/people/links/decide-link.ts',
  '/server/people/links/links.routes.ts',
  '/server/people/roles/role-changes.routes.ts',
  '/server/people/roles/roles.routes.ts',
  '/server/people/sign-on/export-sign-on.routes.ts',
  '/server/people/sign-on/sign-on.routes.ts',
  '/server/people/users/contacts.routes.ts',
  '/server/people/users/contacts.ts',
  '/server/people/users/person-sessions.routes.ts',
  '/server/people/users/users.routes.ts',
  '/server/people/users/work-as.routes.ts',
  '/server/reports/data/person-call.ts',
  '/server/reports/schedules/schedule-rows.ts',
  '/server/reports/schedules/schedules.routes.ts',
  '/server/reports/schedules/tell-owner.ts',
  '/server/runs/carry-out.ts',
  '/server/support/job-alerts/alert-rows.ts',
  '/server/support/job-alerts/trials.routes.ts',
  '/server/support/questions/questions.routes.ts',
  '/server/support/tickets/people.ts',
  '/server/support/tickets/tickets.routes.ts',
  '/server/sync/lane-access.ts',
  '/server/system/freshbooks/freshbooks-access.ts',
  '/server/system/freshbooks/freshbooks-tokens.ts',
  '/server/system/jira/jira-settings.ts',
  '/server/system/jira/jira-webhook.ts',
  '/server/system/slack/slack-settings.ts',
  '/server/system/sms/sms-settings.ts',
];

test('only these files cross the limit of their call', () => {
  const sources = import.meta.glob<string>(['/server/**/*.ts', '!/server/**/*.test.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const using = Object.entries(sources).flatMap(([path, text]) => (text.includes('withoutScope(') ? [path] : []));
  expect(using.sort()).toEqual(crossing);
});
