import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CustomerStatusRow } from '#contract/rows/customer-status.ts';
import { FieldMappingRow } from '#contract/rows/field-mapping.ts';
import { LabelRow } from '#contract/rows/label.ts';
import { SubmissionDictionaryStepRow } from '#contract/rows/submission-pair.ts';
import { labelRef } from '#domain/fields/label-ref.ts';
import { kindLines } from '#domain/posting/field-mapping/kind-lines.ts';
import { defaultStatusOf } from '#domain/statuses/expanded-status.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { migrate, migrations, numberOf } from './migrate.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const extra = { name: '999-extra.sql', sql: 'create table extra (n integer); insert into extra values (1);' };

test('a database that is up to date is not changed', async () => {
  expect(await migrate(database.url)).toEqual([]);
});

test('migrations run in the order of their numbers, past three digits too', () => {
  const numbers = migrations.map(numberOf);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(new Set(migrations.map(({ name }) => name)).size).toBe(numbers.length);
});

test('five processes that start at once apply each file once', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, [...migrations, extra])));
  expect(applied.flat()).toEqual(['999-extra.sql']);
  expect((await sql<{ n: number }>`select n from extra`.execute(database.db)).rows).toEqual([{ n: 1 }]);
});

test('a file that fails leaves no changes', async () => {
  const broken = { ...extra, sql: `${extra.sql} select nonsense;` };
  await expect(migrate(database.url, [...migrations, broken])).rejects.toThrow('999-extra.sql failed');
  expect((await sql<{ t: string | null }>`select to_regclass('extra')::text as t`.execute(database.db)).rows[0]?.t).toBeNull();
});

test('a changed file that was already applied, and a file of a newer version, are refused', async () => {
  await migrate(database.url, [...migrations, extra]);
  await expect(migrate(database.url, [...migrations, { ...extra, sql: 'select 1' }])).rejects.toThrow('was changed');
  await expect(migrate(database.url)).rejects.toThrow('newer version');
});

/** The migrations of the first released version. Later ones must migrate its data. */
const first = migrations.filter((migration) => numberOf(migration) <= 110);

test('later files migrate a database in use: the global feed, a posted job, a change carried out twice', async () => {
  const { db } = database;
  await sql`drop schema public, pgboss cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrate(database.url, first);
  await sql`insert into customer (name) values ('Harborview')`.execute(db);
  await sql`insert into customer_feed (customer_id, rev) values (0, 3), (1, 40)`.execute(db);
  await sql`insert into job (customer_id, id, rev, row) values (1, 7, 40, '{"facilityValueId": 11, "shiftValueId": null}')`.execute(
    db,
  );
  await sql`insert into post (customer_id, target_id, job_id, reference, state, external_id)
    values (1, 1, 7, 'R7', 'done', '900')`.execute(db);
  await sql`insert into client (customer_id, client_id, user_id, protocol) values (1, 'left', 1, 1), (1, 'taken', 1, 1)`.execute(
    db,
  );
  await sql`insert into mutation_result (customer_id, client_id, seq, fingerprint, outcome, at)
    select 1, lane, 1, 'once', '{"outcome": "applied", "rev": 9, "result": {"done": [7], "refused": []}}', at::timestamptz
    from (values ('left', '2026-11-20T12:00:00Z'), ('taken', '2026-11-20T12:00:09Z')) as wipe (lane, at)`.execute(db);

  expect(await migrate(database.url)).toEqual(migrations.slice(first.length).map(({ name }) => name));
  const posts = await db
    .selectFrom('post')
    .select(['external_id', sql<string>`value_ids::text`.as('values')])
    .execute();
  expect(posts).toEqual([{ external_id: '900', values: '{11}' }]);
  expect(await db.selectFrom('post_follow').selectAll().execute()).toEqual([{ customer_id: 1, rev: 40 }]);
  const told = await db.selectFrom('mutation_result').select(['client_id', 'carried']).orderBy('at').execute();
  expect(told).toEqual([
    { client_id: 'left', carried: false },
    { client_id: 'taken', carried: true },
  ]);
});

test('waiting, running and ended runs and unsent emails continue with the new tables, and statuses keep what they mean', async () => {
  const { db } = database;
  await sql`drop schema public, pgboss cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrate(
    database.url,
    migrations.filter((migration) => numberOf(migration) < 150),
  );
  await sql`insert into customer (name, labels) values ('Harborview', '{"unit": "Ward"}')`.execute(db);
  await sql`insert into map_run (customer_id, target_id, kind, name, work, state, total, seen, changed, cursor_id, upto_id, asked_by, by_name,
      queued_at, restored, kept, jobs)
    values (1, 4, 'clear', 'Clear', '{"kind": "clear", "kinds": ["shift"]}', 'running', 9, 5, 3, 50, 90, 7, 'Ann', now(), 0, 0, null),
      (1, 4, 'premap', 'Premap', '{"kind": "premap"}', 'undone', 9, 9, 3, 90, 90, 7, 'Ann', now(), 2, 1, 6)`.execute(db);
  await sql`insert into map_run_change (customer_id, run_id, value_id, before, after) values (1, 2, 11, '{}', '{}')`.execute(db);
  await sql`insert into rule_run (customer_id, name, state, job_ids, task_id, recollect, total, seen, changed, after_id, by, queued_at)
    values (1, 'Rules', 'running', '{3,4}', null, true, 2, 1, 1, 3, 'Ann', now())`.execute(db);
  await sql`insert into mail (customer_id, to_address, subject, text, tries, sent_at)
    values (1, 'a@example.org', 'A', '', 1, null), (1, 'b@example.org', 'B', '', 1, now())`.execute(db);

  await migrate(
    database.url,
    migrations.filter((migration) => numberOf(migration) < 580),
  );
  await sql`insert into customer_feed (customer_id, rev) values (1, 7)`.execute(db);
  await sql`insert into source (customer_id, id, rev, row) values (1, 3, 7, '{"id": 3}'), (1, 4, 7, '{"id": 4}')`.execute(db);
  await sql`insert into customer_status (customer_id, name, is_default) values (1, 'Client review', true), (1, 'filled', false)`.execute(
    db,
  );
  await sql`insert into vendor_status (customer_id, source_id, key, text, status, status_id)
    values (1, 3, 'purple', 'Purple', 'On Hold', 1), (1, 4, 'gone', 'Gone', 'On Hold', 9), (1, 4, 'open', 'Open', null, null)`.execute(
    db,
  );

  await migrate(database.url);
  const { rows: statuses } = await sql<{
    id: number;
    row: CustomerStatusRow;
  }>`select id, rev, row from customer_status order by id`.execute(db);
  expect(statuses.map(({ row }) => CustomerStatusRow.parse(row))).toEqual(statuses.map(({ row }) => row));
  expect(statuses).toMatchObject([
    { id: 1, rev: 8, row: { name: 'Client review', standard: null } },
    { id: 2, rev: 8, row: { name: 'filled', standard: 'Filled', defaultAt: null } },
  ]);
  expect(defaultStatusOf(statuses.map(({ row }) => row))?.id).toBe(1);
  // A label that was never shown is a row with the UUID that devices compute.
  const { rows: labels } = await sql<{ row: LabelRow; ref: string }>`select row, ref from label`.execute(db);
  expect(labels.map(({ row }) => LabelRow.parse(row))).toMatchObject([{ fieldKey: 'unit', value: 'Ward', version: 1 }]);
  expect(labels.map(({ ref }) => ref)).toEqual([labelRef('unit')]);
  const { rows: sources } = await sql`select rev, row from source order by id`.execute(db);
  expect(sources).toEqual([
    { rev: 8, row: { id: 3, expandedStatuses: { purple: 1 } } },
    { rev: 7, row: { id: 4 } },
  ]);
  const { rows: next } = await sql`select nextval(pg_get_serial_sequence('customer_status', 'id')) as id`.execute(db);
  expect(next).toEqual([{ id: 3 }]);
  const { rows: runs } = await sql`
    select id, kind, key, state, work, result, seen, cursor_id as cursor, by_name as by from run order by id`.execute(db);
  expect(runs).toEqual([
    {
      id: 1,
      kind: 'mapping',
      key: '4',
      state: 'running',
      work: { targetId: 4, upto: 90, rows: { kind: 'clear', kinds: ['shift'] } },
      result: { restored: 0, kept: 0 },
      seen: 5,
      cursor: 50,
      by: 'Ann',
    },
    {
      id: 2,
      kind: 'mapping',
      key: '4',
      state: 'undone',
      work: { targetId: 4, upto: 90, rows: { kind: 'premap' } },
      result: { jobs: 6, restored: 2, kept: 1 },
      seen: 9,
      cursor: 90,
      by: 'Ann',
    },
    {
      id: 3,
      kind: 'rules',
      key: null,
      state: 'running',
      work: { jobIds: [3, 4], taskId: null, recollect: true },
      result: {},
      seen: 1,
      cursor: 3,
      by: 'Ann',
    },
  ]);
  const { rows: jobs } = await sql`select name, data, retry_limit as tries from pgboss.job`.execute(db);
  expect(jobs).toEqual([{ name: 'mail', data: { customerId: 1, mailId: 1 }, tries: 3 }]);
});

test.each([
  [8, 690],
  [2, 770],
  [9, 770],
  [22, 770],
  [40, 770],
])('a target of kind %s gets the field mapping that its job orders had as code', async (typeId, first) => {
  const { db } = database;
  await sql`drop schema public, pgboss cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrate(
    database.url,
    migrations.filter((migration) => numberOf(migration) < first),
  );
  await sql`insert into customer (name) values ('Harborview')`.execute(db);
  await sql`insert into customer_feed (customer_id, rev) values (1, 40)`.execute(db);
  await sql`insert into target (customer_id, id, rev, row) values
    (1, 1, 39, ${JSON.stringify({ typeId })}::jsonb), (1, 2, 40, '{"typeId": 4}')`.execute(db);
  await migrate(database.url);
  const { rows } = await sql<{ row: FieldMappingRow; rev: string }>`
    select row, rev from field_mapping order by (row ->> 'position')::integer`.execute(db);
  expect(
    rows.map(
      ({ row: { id: _id, targetId: _target, version: _version, by: _by, at: _at, ref: _ref, purged: _purged, ...line } }) => line,
    ),
  ).toEqual(kindLines(typeId).map(({ id: _id, ...line }) => line));
  expect(rows.map(({ row }) => FieldMappingRow.parse(row).targetId)).toEqual(rows.map(() => 1));
  expect([...new Set(rows.map(({ rev }) => Number(rev)))]).toEqual([41]);
});

test('mappings between dictionaries become rows of devices; of two to one destination, the latest stays', async () => {
  const { db } = database;
  await sql`drop schema public, pgboss cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrate(
    database.url,
    migrations.filter((migration) => numberOf(migration) < 1001),
  );
  await sql`insert into customer (name) values ('Harborview')`.execute(db);
  await sql`insert into submission_target (customer_id, id, system_id, name) values (1, 1, 8, 'ATS'), (1, 2, 61, 'VMS')`.execute(
    db,
  );
  await sql`insert into submission_entry (customer_id, id, target_id, kind, object_id, ext_id, name, custom_1, is_default) values
    (1, 11, 1, 'dictionary', 2, 'A', 'Available', '', false), (1, 12, 2, 'dictionary', 2, 'ACT', 'Active', 'Shown', true),
    (1, 13, 2, 'dictionary', 2, 'INA', 'Inactive', '', false)`.execute(db);
  await sql`insert into submission_dictionary_link (customer_id, id, from_id, to_id) values (1, 5, 11, 12), (1, 6, 11, 13), (1, 7, 11, 99)`.execute(
    db,
  );
  await migrate(database.url);
  const { rows } = await sql<{ row: SubmissionDictionaryStepRow }>`select row from submission_dictionary_link`.execute(db);
  expect(rows.map(({ row }) => SubmissionDictionaryStepRow.strict().parse(row))).toMatchObject([
    { id: 6, targetId: 2, fromId: 11, toId: 13, version: 1 },
  ]);
  const { rows: next } = await sql<{ id: string }>`insert into submission_dictionary_link (customer_id, rev, row)
    values (1, 0, '{}') returning id`.execute(db);
  expect(Number(next[0]?.id)).toBe(8);
  const { rows: copies } = await sql<{ row: object }>`select row from replicated_submission_entry where id = 12`.execute(db);
  expect(copies).toMatchObject([{ row: { name: 'Active', custom1: 'Shown', isDefault: true } }]);
});
