import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectLogLines } from '#server/system/system-log/log-lines.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { watchLoop } from '#tests/support/watch-loop.ts';
import { doorOfTest } from './doors.ts';
import { sendHostileJson } from './hostile-json.ts';
import { assignPrivileges } from './mass-assignment.ts';
import { attackMatrix } from './matrix.ts';
import { sendRandomBodies } from './random-bodies.ts';
import { searchSecrets } from './secrets.ts';
import { customers, Stage } from './stage.ts';
import { hostileFiles, uploadAtOnce } from './upload-load.ts';

// The short form of `npm run attack`: the same parts with a share of their requests, in this process.
const seed = Number(process.env['ATTACK_SEED'] ?? 1);
const share = (usual: number) => Number(process.env['ATTACK_SHARE'] ?? usual);

let service: TestService;
let stage: Stage;
const logged: string[] = [];
const lines = collectLogLines();
beforeAll(async () => {
  const write = (line: string) => {
    logged.push(line);
    lines.write(line);
  };
  service = await startTestService({ log: pino({ level: 'trace' }, { write }) });
  stage = await Stage.make(doorOfTest(service));
});
afterAll(() => service.close());

/** Tables of which no row is planted, each with the reason. */
const notPlanted: Readonly<Record<string, string>> = {
  crawler: 'its rows belong to no customer: they are in the global feed',
  general_label: 'its rows belong to no customer: they are in the global feed',
  replicated_jr_entry: 'its rows belong to no customer: they are in the global feed',
  ticket_question: 'its rows belong to no customer: they are in the global feed',
  feed_mark: 'numbers of the feed by day, which no call names or shows',
  post_follow: 'a number of the feed, which no call names or shows',
  auto_post_follow: 'a number of the feed, which no call names or shows',
  assignment_follow: 'a number of the feed and ids of people, which no call names or shows',
  audit_chain: 'hashes over the audit, which the service adds; a false one would be a broken chain',
  audit_link: 'hashes over the audit, as in audit_chain',
};

test('every table of a customer has a planted row', async () => {
  const { db } = stage.door;
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'customer_id' order by 1`.execute(db);
  const empty: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} where customer_id = ${customers.foreign} limit 1`.execute(db);
    if (rows.length === 0) empty.push(name);
  }
  expect(empty).toEqual(Object.keys(notPlanted).toSorted());
});

/** Ends a test that hangs. These send hundreds of requests: 25 s on two quiet cores, over a minute on busy ones. */
const patienceMs = 240_000;

test(
  'no id of another customer shows, changes or reveals anything',
  async () => {
    const { counts, wrong } = await attackMatrix(stage, { share: share(40), seed, compareEvery: 8 });
    expect(wrong).toEqual([]);
    expect(counts['cells']).toBeGreaterThan(500);
    expect(counts['own answered']).toBeGreaterThan(20);
  },
  patienceMs,
);

test('random bodies with ids of other customers show and change nothing of them', async () => {
  const { counts, wrong } = await sendRandomBodies(stage, { count: Number(process.env['ATTACK_BODIES'] ?? 400), seed });
  expect(wrong).toEqual([]);
  expect(counts['answered']).toBeGreaterThan(10);
});

test(
  'privileged fields in a body give no power',
  async () => {
    const { counts, wrong } = await assignPrivileges(stage);
    expect(wrong).toEqual([]);
    expect(counts['refused by name']).toBeGreaterThan(100);
  },
  patienceMs,
);

test(
  'hostile JSON in every place gets a typed answer, and the event loop stays free',
  async () => {
    const stop = watchLoop();
    const { counts, wrong } = await sendHostileJson(stage, { share: share(100), seed });
    const { worst } = stop();
    expect(wrong).toEqual([]);
    expect(counts['requests']).toBeGreaterThan(200);
    expect(worst).toBeLessThanOrEqual(250);
  },
  patienceMs,
);

test('eight hostile files at once get typed answers, and the event loop stays free', async () => {
  const files = hostileFiles(1_000_000);
  const stop = watchLoop();
  const { counts, wrong } = await uploadAtOnce(stage, files);
  const { worst } = stop();
  expect(wrong).toEqual([]);
  expect((counts['read'] ?? 0) + (counts['refused'] ?? 0)).toBe(8);
  expect(counts['refused']).toBeGreaterThanOrEqual(6);
  expect(worst).toBeLessThanOrEqual(250);
});

test('no secret is in an answer, the log or a table, and none goes to an origin that it was not entered for', async () => {
  const { counts, wrong } = await searchSecrets(stage, async () => {
    await lines.flush(service.services.db);
    return logged.join('');
  });
  expect(wrong).toEqual([]);
  expect(counts['secrets']).toBeGreaterThan(10);
  expect(counts['characters of output']).toBeGreaterThan(1000);
  expect(counts['lines of the system log']).toBeGreaterThan(5);
});
