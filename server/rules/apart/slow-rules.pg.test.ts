import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { reprocessTask } from '#contract/rules/rule-runs.ts';
import { createRule, testRule } from '#contract/rules/rules.ts';
import { stageJobs } from '#server/collecting/staging/stage-jobs.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { ReadJob } from '#server/parsing/collect-records.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { watchLoop } from '#tests/support/watch-loop.ts';
import { ruleJobs } from '../runs/rule-jobs.ts';

let service: TestService;
let chief: string;
beforeAll(async () => {
  service = await startTestService();
  chief = await service.signIn('chief');
  await put(
    Array.from({ length: 300 }, (_, i) => aJob({ id: i + 1, providerJobId: `J-${i + 1}`, description: 'Days. Nights.' })),
  );
}, 60_000);
afterAll(() => service.close());

const put = (rows: readonly JobRow[]) =>
  service.services.db.transaction().execute((tx) =>
    writeRows(
      tx,
      service.people.north,
      rows.map((row) => ({ collection: 'job', row }) as const),
    ),
  );

/** A pattern that is cheap for each character, but reads the rest of the text again for each match. */
const quadratic = String.raw`/x*y\|x/~z`;
const longText = 'x'.repeat(20_000);

const rule = (name: string, operand: string, ord: number) =>
  service.call(createRule, { name, source: '', actionType: 3, fieldId: 33, operand, ord, active: true }, chief) as Promise<{
    id: number;
  }>;
const stored = async (id: number): Promise<StoredRule> => {
  const { rows } = await sql<{ row: StoredRule }>`
    select row from rule where customer_id = ${service.people.north} and id = ${id}`.execute(service.services.db);
  if (!rows[0]) throw new Error('no such rule');
  return rows[0].row;
};
const descriptions = async (): Promise<string[]> => {
  const { rows } = await sql<{ text: string }>`
    select distinct row ->> 'description' as text from job where customer_id = ${service.people.north}`.execute(
    service.services.db,
  );
  return rows.map(({ text }) => text);
};

test('a rule that takes too much work is switched off with its reason, a notice and an audit line; the run goes on without it', async () => {
  const slow = await rule('Slow', quadratic, 1);
  const good = await rule('Good', 'Days~Day shift', 2);
  // In the second portion of the run, so that the first one has results of the slow rule.
  await put([aJob({ id: 290, providerJobId: 'J-290', description: longText })]);
  await put([aJob({ id: 1, providerJobId: 'J-1', description: 'Days. Nights. x' })]);
  await service.call(reprocessTask, { cust: 'me', crawlerId: -1 }, chief);
  await runJobs(service.services.db, ruleJobs(service.services));
  expect(await stored(slow.id)).toMatchObject({ active: false, offReason: expect.stringMatching(/too long on job 290/) });
  expect(await stored(good.id)).toMatchObject({ active: true });
  // As if it were off: also the jobs before the one that showed it.
  expect((await descriptions()).sort()).toEqual(['Day shift. Nights.', 'Day shift. Nights. x', longText].sort());
  const { db } = service.services;
  const notices = await db
    .selectFrom('notification')
    .select(['user_id', 'text', 'link'])
    .where('kind', '=', 'rule_off')
    .execute();
  expect(notices.length).toBeGreaterThan(0);
  expect(notices[0]).toMatchObject({ text: expect.stringMatching(/“Slow” was switched off/), link: '/custrules' });
  const audit = await db.selectFrom('audit').select(['object_id', 'detail']).where('command', '=', 'rule.switchOff').execute();
  expect(audit).toEqual([{ object_id: String(slow.id), detail: expect.objectContaining({ reason: 'too slow', jobId: 290 }) }]);
});

test('a rule that is switched off in a later part of a collection leaves no result in the earlier parts', async () => {
  const slow = await rule('Slow in a feed', quadratic, 3);
  const { id: _id, ...plain } = aJob();
  const jobs = Array.from({ length: 520 }, (_, i): ReadJob => {
    const description = i === 510 ? longText : 'Room x';
    return { ...plain, providerJobId: `F-${i}`, description, idDerived: false, extra: {}, record: 1 };
  });
  const place = { customerId: service.people.north, taskId: null, sourceId: 3, source: 'Harbor VMS' };
  const { db, now } = service.services;
  const source = { id: 3, name: 'Harbor VMS', alias: null, autoPost: false, aliases: [], members: [] };
  await db.transaction().execute((tx) => writeRows(tx, place.customerId, [{ collection: 'source', row: source }]));
  expect(await stageJobs(db, place, jobs, { now })).toMatchObject({ added: 520 });
  expect(await stored(slow.id)).toMatchObject({ active: false });
  await runJobs(db, ruleJobs(service.services));
  expect(await descriptions()).not.toContain('Room z');
});

test('a rule under test that takes too much work says so, stays active, and never holds the event loop', async () => {
  const slow = await rule('Slow under test', quadratic, 4);
  await put([aJob({ id: 9000, providerJobId: 'T-9000', description: longText })]);
  const stop = watchLoop();
  const said = await service.call(testRule, { cust: 'me', ruleId: slow.id, jobId: '9000', flag: 0, excludeDisabled: 1 }, chief);
  expect(stop().worst).toBeLessThan(250);
  expect(said.trace).toMatchObject([{ ruleId: slow.id, message: expect.stringMatching(/takes too much work on this text/) }]);
  expect(await stored(slow.id)).toMatchObject({ active: true });
});
