import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from '#server/kit/db/connection.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { doorOfTest } from './doors.ts';
import { dropConditions, dropped } from './drop-clauses.mjs';
import { attackMatrix } from './matrix.ts';
import { Stage } from './stage.ts';

// Statements lose their condition on the customer in this process, so that only row level security keeps customers apart.
const seed = Number(process.env['ATTACK_SEED'] ?? 1);
const share = Number(process.env['ATTACK_SHARE'] ?? 120);
/** Ends a test that hangs. The first took 54 s on two cores with a load of 15. */
const patienceMs = 240_000;

let service: TestService;
let stage: Stage;
let own: Db;
let end: () => void;
beforeAll(async () => {
  service = await startTestService();
  const url = new URL(service.databaseUrl);
  url.searchParams.set('application_name', 'attack');
  own = openDatabase(url.href);
  stage = await Stage.make(doorOfTest(service, own));
  end = dropConditions('all');
});
afterAll(async () => {
  end();
  await own.destroy();
  await service.close();
});

test('without a single condition on the customer, no id of another customer shows or changes anything', {
  timeout: patienceMs,
}, async () => {
  const { counts, wrong } = await attackMatrix(stage, { share, seed, compareEvery: 8 });
  expect(leaksAmong(wrong)).toEqual([]);
  expect(counts['own answered']).toBeGreaterThan(10);
  expect(dropped.size).toBeGreaterThan(100);
});

test('the same attack finds leaks when row level security is off as well', { timeout: patienceMs }, async () => {
  const { rows } = await sql<{ table: string }>`
    select oid::regclass::text as table from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`.execute(
    own,
  );
  for (const { table } of rows) await sql`alter table ${sql.raw(table)} disable row level security`.execute(own);
  const { wrong } = await attackMatrix(stage, { share, seed, compareEvery: 8, only: /^(GET|POST) .*(facilit|rule|task)/i });
  expect(leaksAmong(wrong).length).toBeGreaterThan(5);
});

/** A statement that finds rows of several customers of the caller may fail; that shows nothing. */
const leaksAmong = (wrong: readonly string[]) => wrong.filter((fault) => !/ answered 500/.test(fault));
