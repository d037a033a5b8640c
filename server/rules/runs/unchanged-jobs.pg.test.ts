import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listRuleRuns, reprocessTask } from '#contract/rules/rule-runs.ts';
import { createRule } from '#contract/rules/rules.ts';
import { stageJobs } from '#server/collecting/staging/stage-jobs.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { ReadJob } from '#server/parsing/collect-records.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { ruleJobs } from './rule-jobs.ts';

/** `UNCHANGED_JOBS` sets their number; the long form has 100,000. */
const jobs = Number(process.env['UNCHANGED_JOBS'] ?? 1200);
const patience = 60_000 + jobs * 20;

const rules = [
  { name: 'Night rate', source: '[Shift] contains Night', actionType: 1, fieldId: 17, operand: '150', ord: 1 },
  { name: 'Hold the OR', source: '[Specialty] equal "OR"', actionType: 6, fieldId: null, operand: 'hold', ord: 2 },
  { name: 'No ICU in Ohio', source: '[Specialty] equal ICU', actionType: 5, fieldId: null, operand: null, ord: 3 },
  { name: 'Tag', source: '', actionType: 3, fieldId: 33, operand: '/Float/~float pool', ord: 4 },
] as const;

let service: TestService;
let chief: string;
beforeAll(async () => {
  service = await startTestService();
  const { db } = service.services;
  const north = service.people.north;
  await db.transaction().execute((tx) =>
    writeRows(tx, north, [
      { collection: 'source', row: { id: 3, name: 'Harbor VMS', alias: null, autoPost: false, aliases: [], members: [] } },
      { collection: 'target', row: aTarget({ maps: ['facility', 'degree'] }) },
    ]),
  );
  chief = await service.signIn('chief');
  for (const rule of rules) await service.call(createRule, { active: true, ...rule }, chief);
  const { id: _id, ...plain } = aJob();
  const job = (n: number): ReadJob =>
    ({
      ...plain,
      providerJobId: `U-${n}`,
      idDerived: false,
      record: n + 1,
      specialty: ['OR', 'ICU', 'Med Surg', 'Telemetry'][n % 4] ?? '',
      shift: n % 3 === 0 ? 'Nights 3x12' : 'Days 3x12',
      clientName: `Mercy ${n % 700}`,
      description: n % 5 === 0 ? 'Float required' : 'Steady unit',
      extra: { Priority: n % 2 === 0 ? 'High' : 'Low', Nested: `${n}` },
    }) as ReadJob;
  const place = { customerId: north, taskId: null, sourceId: 3, source: 'Harbor VMS' };
  for (let from = 0; from < jobs; from += 2000) {
    const piece = Array.from({ length: Math.min(2000, jobs - from) }, (_, i) => job(from + i));
    await stageJobs(db, place, piece, service.services);
  }
}, patience);
afterAll(() => service.close());

/** For each table, its number of rows and a hash of the transaction that wrote each of them. */
async function contents(): Promise<Record<string, string>> {
  const { db } = service.services;
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss') order by 1`.execute(
    db,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ hash: string }>`
      select count(*) || ' rows ' || coalesce(sum(hashtextextended(ctid::text || xmin::text, 0)), 0) as hash
      from ${sql.raw(name)}`.execute(db);
    found[name] = rows[0]?.hash ?? '';
  }
  return found;
}

test(`rules that run again over ${jobs} unchanged jobs write none of them`, { timeout: patience }, async () => {
  const reprocess = async () => {
    await service.call(reprocessTask, { cust: 'me', crawlerId: -1 }, chief);
    await runJobs(service.services.db, ruleJobs(service.services));
    const [run] = await service.call(listRuleRuns, { cust: 'me' }, chief);
    expect(run?.state).toBe('done');
    return { seen: run?.seen ?? 0, changed: run?.changed ?? -1 };
  };
  const before = await contents();
  const first = await reprocess();
  expect(first).toEqual({ seen: jobs, changed: 0 });
  expect(await reprocess()).toEqual(first);
  const after = await contents();
  const written = Object.keys(after).filter((table) => after[table] !== before[table] && !table.startsWith('pgboss.'));
  // The runs themselves and the lines that say who asked for them.
  expect(written).toEqual(['public.audit', 'public.audit_chain', 'public.audit_link', 'public.run']);
});
