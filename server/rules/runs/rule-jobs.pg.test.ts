import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkReprocess, type RuleRun, reprocessTask } from '#contract/rules/rule-runs.ts';
import { createRule } from '#contract/rules/rules.ts';
import { writeRows } from '#server/feed/publish.ts';
import { urlOf } from '#server/kit/db/connection.ts';
import { endRunLeases } from '#server/runs/run-rows.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { ruleJobs } from './rule-jobs.ts';

const jobs = Number(process.env['RULE_RUN_JOBS'] ?? 6_000);
const processes: ChildProcess[] = [];
let service: TestService;
let chief: string;
beforeAll(async () => {
  service = await startTestService();
  chief = await service.signIn('chief');
  for (let from = 1; from <= jobs; from += 2000) {
    const rows = Array.from({ length: Math.min(2000, jobs - from + 1) }, (_, i) =>
      aJob({ id: from + i, providerJobId: `K-${from + i}` }),
    );
    await service.services.db.transaction().execute((tx) =>
      writeRows(
        tx,
        service.people.north,
        rows.map((row) => ({ collection: 'job', row }) as const),
      ),
    );
  }
}, 120_000);
afterEach(() => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
});
afterAll(() => service.close());

/** Starts a service process that executes runs. */
async function begin(): Promise<ChildProcess> {
  const root = resolve(import.meta.dirname, '../../..');
  const script = [resolve(root, 'scripts/run.mjs'), resolve(root, 'tests/support/processes/job-process.ts')];
  const child = spawn(process.execPath, [...script, urlOf(service.services.db), 'rules'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(child);
  await once(child.stdout, 'data');
  return child;
}

async function read(id: number): Promise<RuleRun> {
  const [run] = await service.call(checkReprocess, { ids: String(id) }, chief);
  if (!run) throw new Error('the run is gone');
  return run;
}

/** Number of jobs that the rule changed, and of history lines that record it. */
async function ruled(): Promise<{ jobs: number; recorded: number }> {
  const { rows } = await sql<{ jobs: number; recorded: number }>`
    select (select count(*) from job where row -> 'ruled' ? 'billRate')::int as jobs,
      (select count(*) from job_history where field = 'billRate' and how = 'rule')::int as recorded`.execute(service.services.db);
  return rows[0] ?? { jobs: 0, recorded: 0 };
}

test('a killed run resumes after its last portion: every job is changed once and recorded once', {
  timeout: 240_000,
}, async () => {
  const rate = { name: 'Rate', actionType: 1 as const, fieldId: 17, operand: '101' };
  await service.call(createRule, rate, chief);
  const { id, total } = await service.call(reprocessTask, { cust: 'me', crawlerId: -1 }, chief);
  expect(total).toBe(jobs);
  const first = await begin();
  while ((await read(id)).seen < 1000) await new Promise((later) => setTimeout(later, 20));
  const gone = once(first, 'exit');
  first.kill('SIGKILL');
  await gone;

  const atKill = await read(id);
  expect(atKill.state).toBe('running');
  expect(atKill.seen).toBeLessThan(jobs);
  // No portion is half done: the run's counts match the jobs and their histories.
  expect(await ruled()).toEqual({ jobs: atKill.changed, recorded: atKill.changed });

  await endRunLeases(service.services.db);
  expect(await runJobs(service.services.db, ruleJobs(service.services))).toBe(1);
  expect(await read(id)).toMatchObject({
    state: 'done',
    seen: jobs,
    changed: jobs,
    message: `Complete. ${jobs} of ${jobs} jobs changed.`,
  });
  expect(await ruled()).toEqual({ jobs, recorded: jobs });
});
