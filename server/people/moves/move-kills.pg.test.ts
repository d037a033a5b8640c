import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listMoves, moveToChild, type SourceMoveRun, undoMove } from '#contract/people/moves.ts';
import { saveParentLink } from '#contract/people/parents.ts';
import { writeRows } from '#server/feed/publish.ts';
import { urlOf } from '#server/kit/db/connection.ts';
import { endRunLeases } from '#server/runs/run-rows.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { moveJobs } from './move-jobs.ts';

let service: TestService;
let admin: string;
let [parent, child] = [0, 0];
const processes: ChildProcess[] = [];
const sources = [1, 2, 3, 4, 5, 6];
const jobsEach = 1500;

beforeAll(async () => {
  service = await startTestService();
  admin = await service.signIn('administrator');
  ({ north: parent, south: child } = service.people);
  await service.call(saveParentLink, { customer: -1, parent, child }, admin);
  const { db } = service.services;
  for (const id of sources) {
    const row = { id, name: `Source ${id}`, alias: null, autoPost: false, aliases: [], members: [] };
    const jobs = Array.from({ length: jobsEach }, (_, n) => {
      const jobId = id * 10_000 + n;
      const job = aJob({ id: jobId, sourceId: id, taskId: null, providerJobId: `J-${jobId}` });
      return { collection: 'job' as const, row: job, extra: { collected: {} } };
    });
    await db.transaction().execute((tx) => writeRows(tx, parent, [{ collection: 'source', row }, ...jobs]));
  }
});
afterEach(() => {
  for (const one of processes.splice(0)) one.kill('SIGKILL');
});
afterAll(() => service.close());

/** Starts a service process that moves sources. */
async function begin(): Promise<ChildProcess> {
  const root = resolve(import.meta.dirname, '../../..');
  const started = spawn(
    process.execPath,
    [
      resolve(root, 'scripts/run.mjs'),
      resolve(root, 'tests/support/processes/job-process.ts'),
      urlOf(service.services.db),
      'move',
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  processes.push(started);
  await once(started.stdout, 'data');
  return started;
}
async function kill(one: ChildProcess): Promise<void> {
  const gone = once(one, 'exit');
  one.kill('SIGKILL');
  await gone;
  await endRunLeases(service.services.db);
}
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((done) => setTimeout(done, 5));
}
async function read(id: number): Promise<SourceMoveRun> {
  const found = (await service.call(listMoves, { customer: parent }, admin)).find((one) => one.id === id);
  if (!found) throw new Error(`no move ${id}`);
  return found;
}

/** Jobs of each source at the customer. */
async function jobsAt(customer: number): Promise<Record<number, number>> {
  const { rows } = await sql<{ id: number; jobs: number }>`
    select s.id, count(j.id) as jobs from source s left join job j on j.customer_id = s.customer_id and j.source_id = s.id and not j.deleted
    where s.customer_id = ${customer} and not s.deleted group by s.id order by s.id`.execute(service.services.db);
  return Object.fromEntries(rows.map(({ id, jobs }) => [id, jobs]));
}
const whole = (ids: readonly number[]) => Object.fromEntries(ids.map((id) => [id, jobsEach]));

test('a move that is killed leaves each source whole at one customer and goes on; an undo that is killed moved all back or none', {
  timeout: 300_000,
}, async () => {
  const sent = { customer: parent, parent, child, sourceIds: sources };
  const { id } = await service.call(moveToChild, sent, admin);
  const first = await begin();
  await until(async () => (await read(id)).seen >= 2);
  await kill(first);
  const { seen, state } = await read(id);
  expect(state).toBe('running');
  expect(seen).toBeLessThan(sources.length);
  expect([await jobsAt(child), await jobsAt(parent)]).toEqual([whole(sources.slice(0, seen)), whole(sources.slice(seen))]);

  const second = await begin();
  await until(async () => (await read(id)).state === 'done');
  expect(await read(id)).toMatchObject({ changed: sources.length, message: '6 sources moved to South Staffing' });
  expect([await jobsAt(child), await jobsAt(parent)]).toEqual([whole(sources), {}]);

  await service.call(undoMove, { customer: parent, id }, admin);
  await until(async () => {
    const { rows } = await sql`select 1 from run where id = ${id} and state = 'undoing' and lease_until is not null`.execute(
      service.services.db,
    );
    return rows.length > 0;
  });
  await kill(second);
  const { state: after } = await read(id);
  expect(after === 'undone' ? await jobsAt(parent) : await jobsAt(child)).toEqual(whole(sources));
  await runJobs(service.services.db, moveJobs(service.services));
  expect(await read(id)).toMatchObject({ state: 'undone', message: '6 sources moved back to North Staffing' });
  expect([await jobsAt(child), await jobsAt(parent)]).toEqual([{}, whole(sources)]);
});
