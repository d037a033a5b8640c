import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  checkTask,
  listRuns,
  previewReplay,
  readJobOrigin,
  replayRun,
  runTaskNow,
  stopTaskRun,
} from '#contract/collecting/runs.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import { readJobHistory } from '#contract/staging/job-history.ts';
import { writeRows } from '#server/feed/publish.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { collectNow, feedPorts } from '#tests/support/worlds/collect-now.ts';
import { storeCredentials } from '../task-rows/task-credentials.ts';
import type { CollectPorts } from './collect-ports.ts';
import { collectJobs } from './due-tasks.ts';

let service: TestService;
let chief: string;
let stranger: string;
let north = 0;
let vendor: ReturnType<Parameters<typeof feedPorts>[1]> = '';
const asked: (Readonly<Record<string, string>> | undefined)[] = [];

beforeAll(async () => {
  service = await startTestService();
  north = service.people.north;
  [chief, stranger] = await Promise.all([service.signIn('chief'), service.signIn('stranger')]);
});
afterAll(() => service.close());

const taskId = 31;
beforeEach(async () => {
  const { db, secrets } = service.services;
  asked.length = 0;
  for (const table of ['job', 'task', 'kept_file', 'vendor_host', 'collection_run', 'run'])
    await sql`delete from ${sql.table(table)}`.execute(db);
  const source = { id: 9, name: 'Harbor', alias: null, autoPost: false, aliases: [], members: [] };
  const row: TaskRow = { ...newTask, id: taskId, sourceId: 9, name: 'Harbor', site: 'Harbor' };
  await db.transaction().execute(async (tx) => {
    await storeCredentials(tx, secrets, { customerId: north, taskId }, { url: 'https://vendor.example/jobs.csv?key=1' });
    const settings = { feed: 'https://vendor.example/…' };
    await writeRows(tx, north, [
      { collection: 'source', row: source },
      { collection: 'task', row, extra: { settings } },
    ]);
  });
});

const header = 'Job ID,Facility,City,State,Degree,Specialty,Bill Rate,Start Date,Duration\n';
const lines = (count: number, rate = '70.00') =>
  Array.from({ length: count }, (_, i) => `J-${i + 1},Mercy Hospital,Reno,NV,RN,ICU,${rate},12/7/2026,13 weeks\n`).join('');

const ports = (over: Partial<CollectPorts> = {}): CollectPorts => {
  const plain = feedPorts(service.services.db, () => vendor, { secrets: service.services.secrets, ...over });
  if (over.fetch) return plain;
  return {
    ...plain,
    fetch(url, options) {
      asked.push(options.headers);
      return plain.fetch(url, options);
    },
  };
};
const run = (accept = false, over: Partial<CollectPorts> = {}) =>
  collectNow(ports(over), { customerId: north, taskId, accept, feed: 'https://vendor.example/…' });
const taskRow = async () =>
  (await service.services.db
    .selectFrom('task')
    .select(['row', 'next_run_at'])
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow()) as {
    row: TaskRow;
    next_run_at: string | null;
  };
const jobs = async () =>
  (await service.services.db.selectFrom('job').select('row').orderBy('provider_job_id').execute()).map(
    ({ row }) => row as JobRow,
  );
const revision = async () =>
  (await service.services.db.selectFrom('customer_feed').select('rev').where('customer_id', '=', north).executeTakeFirstOrThrow())
    .rev;
const runs = async () => (await service.call(listRuns, { cust: 'me', id: taskId }, chief)).rows;

describe('an unchanged file', () => {
  test('is not read again, and writes no job; a changed job or rule is another matter', async () => {
    vendor = header + lines(5);
    await run();
    const reads: number[] = [];
    const read: CollectPorts['read'] = (...args) => {
      reads.push(1);
      return ports().read(...args);
    };
    expect(await run(false, { read })).toMatchObject({ ok: true });
    expect(reads).toEqual([]);
    expect((await taskRow()).row).toMatchObject({ lastResult: 'Nothing changed since the last run.', staged: 5, alarm: null });
    expect((await runs()).map(({ isKept }) => isKept)).toEqual([true, true]);
    const { rows } = await sql`select count(*)::int as files from kept_file`.execute(service.services.db);
    expect(rows).toEqual([{ files: 1 }]);
    // A person accepts what is listed: the file is read again.
    await run(true, { read });
    expect(reads).toEqual([1]);
  });

  test('that the vendor names by its mark is not sent again', async () => {
    vendor = header + lines(3);
    const etag = { etag: '"v1"' };
    const fetch: CollectPorts['fetch'] = async (url, { headers }) => {
      asked.push(headers);
      const known = headers?.['if-none-match'] === etag.etag;
      const bytes = Buffer.from(known ? '' : typeof vendor === 'string' ? vendor : '');
      return { ok: true, value: { status: known ? 304 : 200, headers: etag, url, bytes } };
    };
    await run(false, { fetch });
    await run(false, { fetch });
    expect(asked).toEqual([{}, { 'if-none-match': '"v1"' }]);
    expect((await taskRow()).row.lastResult).toBe('Nothing changed since the last run.');
  });

  test('with other bytes but the same jobs takes no revision for jobs that no one changed', async () => {
    vendor = header + lines(600);
    await run();
    const before = await revision();
    vendor = `${header}${lines(600)}\n`;
    const result = await run();
    expect(result).toMatchObject({ ok: true, value: { counts: { added: 0, changed: 0, same: 600 } } });
    // The task alone was written.
    expect(await revision()).toBe(before + 1);
    // A job that something else wrote is staged again.
    await sql`update job set row = row || '{"billRate": 1}' where row ->> 'providerJobId' = 'J-7'`.execute(service.services.db);
    vendor = `${header}${lines(600)}\n\n`;
    expect(await run()).toMatchObject({ value: { counts: { changed: 1, same: 599 } } });
    expect((await jobs()).every(({ billRate }) => billRate === 70)).toBe(true);
  });
});

describe('a failed run', () => {
  test('is tried again soon, then less often; a success ends that', async () => {
    vendor = { status: 503 };
    const waits: number[] = [];
    for (let i = 0; i < 3; i++) {
      await run();
      const { row, next_run_at } = await taskRow();
      expect(row).toMatchObject({ error: 'vendor_error', nextRunAt: next_run_at && new Date(next_run_at).toISOString() });
      waits.push((Date.parse(next_run_at ?? '') - Date.parse('2026-11-20T12:00:00Z')) / 60_000);
    }
    expect(waits).toEqual([1, 2, 4]);
    vendor = header + lines(2);
    await run();
    expect((await taskRow()).row).toMatchObject({ error: null, alarm: null, nextRunAt: '2026-11-20T12:10:00.000Z' });
    expect((await runs()).map(({ error }) => error)).toEqual([null, 'vendor_error', 'vendor_error', 'vendor_error']);
  });

  test('with a refused sign-in waits for a person', async () => {
    vendor = { status: 401 };
    await run();
    expect(await taskRow()).toMatchObject({ next_run_at: null, row: { error: 'sign_in', nextRunAt: null } });
  });

  test('leaves alone a host that failed five times in a row, for the customer’s scheduled runs', async () => {
    vendor = { status: 503 };
    for (let i = 0; i < 5; i++) await run();
    const { db, now } = service.services;
    const closed = await db.selectFrom('vendor_host').selectAll().executeTakeFirstOrThrow();
    expect(closed).toMatchObject({ customer_id: north, host: 'vendor.example', failures: 5, error: 'vendor_error' });
    const due = async (openUntil: Date) => {
      await sql`update vendor_host set open_until = ${openUntil}`.execute(db);
      await sql`update task set next_run_at = ${now()}`.execute(db);
      await sql`delete from run`.execute(db);
      for (const handler of collectJobs(service.services, ports({ now }))) await handler.sendDue?.(db);
      return (await db.selectFrom('run').select('state').execute()).length;
    };
    expect(await due(new Date(now().getTime() + 60_000))).toBe(0);
    expect(await due(new Date(now().getTime() - 1))).toBe(1);
  });

  test('asks the vendor no earlier than the vendor wishes', async () => {
    vendor = { status: 429, headers: { 'retry-after': '1800' } };
    await run();
    expect((await taskRow()).row).toMatchObject({ error: 'rate_limited', nextRunAt: '2026-11-20T12:30:00.000Z' });
  });
});

describe('columns that a file lost', () => {
  test('stop it before anything is staged, until a person accepts the file', async () => {
    vendor = header + lines(6);
    await run();
    vendor = (header + lines(6, '71.00')).replace('Facility', 'Ward');
    expect(await run()).toMatchObject({ ok: true, value: { counts: { added: 0, changed: 0, cancelled: 0 } } });
    expect((await taskRow()).row).toMatchObject({
      error: 'drift',
      alarm: expect.stringContaining('“Facility” is gone or empty'),
    });
    expect((await jobs()).every(({ facility, billRate }) => facility === 'Mercy Hospital' && billRate === 70)).toBe(true);
    // It stays so until somebody decides.
    await run();
    expect((await taskRow()).row.error).toBe('drift');
    await run(true);
    expect((await taskRow()).row).toMatchObject({ error: null, alarm: null });
    expect((await jobs()).every(({ facility, billRate }) => facility === null && billRate === 71)).toBe(true);
  });
});

describe('a kept file', () => {
  test('shows the very record that a job came from', async () => {
    vendor = header + lines(3);
    await run();
    const [, second] = await jobs();
    const origin = await service.call(readJobOrigin, { cust: 'me', job: second?.id ?? 0 }, chief);
    expect(origin).toMatchObject({ record: 2, taskId, fileName: null, fetchedAt: expect.stringContaining('2026-11-20T12:00') });
    expect(origin.values).toContainEqual({ column: 'Job ID', value: 'J-2' });
    expect((await service.send(readJobOrigin, { cust: 'me', job: second?.id ?? 0 }, stranger)).status).toBe(404);

    // A line of the history leads to the record that it was read from, also after the job was read again.
    const job = second?.id ?? 0;
    vendor = header + lines(3, '75.00');
    await run();
    const history = await service.call(readJobHistory, { cust: 'me', jobId: job }, chief);
    expect(history.rows.map(({ field, origin: from }) => [field, from?.file?.record])).toEqual([
      ['billRate', 2],
      ['job', 2],
    ]);
    const [rate, first] = history.rows.map(({ id }) => id);
    const readAt = async (line: number | undefined) => {
      const { values } = await service.call(readJobOrigin, { cust: 'me', job, line }, chief);
      return values.find(({ column }) => column === 'Bill Rate')?.value;
    };
    expect([await readAt(first), await readAt(rate)]).toEqual(['70.00', '75.00']);
    const another = { cust: 'me', job: (await jobs())[0]?.id ?? 0, line: rate } as const;
    expect((await service.send(readJobOrigin, another, chief)).status).toBe(404);
    await sql`delete from kept_file`.execute(service.services.db);
    expect(await service.send(readJobOrigin, { cust: 'me', job: second?.id ?? 0 }, chief)).toMatchObject({
      status: 400,
      body: { fields: { job: 'The file that this job came from is no longer kept.' } },
    });
  });

  test('is encrypted, and does not open for another source', async () => {
    vendor = header + lines(3);
    await run();
    const { db } = service.services;
    const { body } = await db.selectFrom('kept_file').select('body').executeTakeFirstOrThrow();
    expect(Buffer.from(body).toString('latin1')).not.toContain('Mercy');
    await sql`update kept_file set digest = 'other'`.execute(db);
    const [job] = await jobs();
    expect((await service.send(readJobOrigin, { cust: 'me', job: job?.id ?? 0 }, chief)).status).toBe(500);
  });

  test('is replayed after a look at what would change, and cancels nothing', async () => {
    vendor = header + lines(6);
    await run();
    vendor = header + lines(4, '75.00');
    await run();
    const [, first] = await runs();
    const at = { cust: 'me', id: first?.id ?? 0 } as const;
    const preview = await service.call(previewReplay, at, chief);
    expect(preview).toMatchObject({ added: 0, changed: 6, same: 0, refused: 0, notCompared: 0 });
    const changes = preview.jobs.map(({ changes }) => changes.map(({ field, before, after }) => `${field} ${before} ${after}`));
    expect(changes[0]).toContain('billRate 75 70');
    expect(changes[5]).toContain('status Cancelled Open');
    expect((await jobs()).map(({ billRate }) => billRate)).toEqual([75, 75, 75, 75, 70, 70]);

    const { runId } = await service.call(replayRun, at, chief);
    expect(runId).toBeGreaterThan(0);
    const line = service.services.db.selectFrom('audit').selectAll().where('command', '=', 'task.replay');
    expect(await line.executeTakeFirstOrThrow()).toMatchObject({
      customer_id: north,
      object_kind: 'task',
      object_id: String(taskId),
      detail: { fetchedAt: expect.stringContaining('2026-11-20') },
    });
    await runJobs(service.services.db, collectJobs(service.services, ports()));
    expect((await jobs()).map(({ billRate, status }) => [billRate, status])).toEqual(
      Array.from({ length: 6 }, () => [70, 'Open']),
    );
    expect((await runs())[0]).toMatchObject({ how: 'replay', error: null, counts: { changed: 6, cancelled: 0 } });
    expect(asked).toHaveLength(2);
    // The next run stages the vendor's own list again, although its bytes are those of the last run.
    await run();
    expect((await jobs()).map(({ billRate }) => billRate)).toEqual([75, 75, 75, 75, 70, 70]);
    for (const call of [previewReplay, replayRun]) expect((await service.send(call, at, stranger)).status).toBe(403);
  });
});

describe('calls of a task’s run', () => {
  test('queue it once, stop it while the vendor is asked, and check the sign-in', async () => {
    const at = { cust: 'me', id: taskId } as const;
    expect(await service.call(runTaskNow, at, chief)).toMatchObject({ message: 'Record is added to the queue.' });
    expect((await service.send(runTaskNow, at, chief)).status).toBe(409);
    const hanging: CollectPorts['fetch'] = (_url, { signal }) =>
      new Promise((resolve) => {
        const ends = () => resolve({ ok: false, error: { kind: 'timeout', words: 'The other side took too long to answer.' } });
        signal?.addEventListener('abort', ends, { once: true });
      });
    const working = runJobs(service.services.db, collectJobs(service.services, ports({ fetch: hanging })));
    await expect.poll(async () => (await runs()).length).toBe(1);
    const since = performance.now();
    expect(await service.call(stopTaskRun, at, chief)).toEqual({ stopping: true });
    await working;
    // The vendor would have hung for a minute. How soon a run stops is measured by the bench of collecting.
    expect(performance.now() - since).toBeLessThan(20_000);
    expect((await runs())[0]?.outcome).toBe('Stopped. Jobs staged so far stay, and no missing job was canceled.');
    expect((await taskRow()).row).toMatchObject({ alarm: null, error: null });
    expect(await service.call(stopTaskRun, at, chief)).toEqual({ stopping: false });
    expect(await service.call(checkTask, at, chief)).toMatch(/host of this address/);
    for (const call of [runTaskNow, stopTaskRun, checkTask]) expect((await service.send(call, at, stranger)).status).toBe(403);
  });
});
