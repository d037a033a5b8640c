import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  autoMapFacilities,
  cancelMapRun,
  countBulk,
  listMapRunChanges,
  listMapRuns,
  readMapRun,
  refreshData,
  refreshJobData,
  saveBulk,
  startMapRun,
  undoMapRun,
} from '#contract/mapping/mapping-runs.ts';
import { saveMapping } from '#contract/mapping/values.ts';
import type { MapValueRow } from '#contract/rows/rows.ts';
import { writeRows } from '#server/feed/publish.ts';
import { urlOf } from '#server/kit/db/connection.ts';
import { endRunLeases } from '#server/runs/run-rows.ts';
import { aJob, aValue } from '#tests/support/factories/job-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { atsValue, seedMapping } from '#tests/support/worlds/mapping-world.ts';
import { mapJobs } from './map-jobs.ts';

let service: TestService;
let token: string;
const place = { cust: 'me', targetId: 1 } as const;

/** A digest of the mapping of all rows, for comparisons. */
async function mappings(): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select md5(string_agg(id || (row - 'firstSeenAt')::text, ',' order by id)) as digest from map_value where not deleted`.execute(
    service.services.db,
  );
  return rows[0]?.digest ?? '';
}
const rowOf = async (id: number): Promise<MapValueRow> => {
  const found = await service.services.db.selectFrom('map_value').select('row').where('id', '=', id).executeTakeFirstOrThrow();
  return found.row as MapValueRow;
};
const run = () => runJobs(service.services.db, mapJobs(service.services));
const read = (id: number) => service.call(readMapRun, { cust: 'me', id }, token);

/** Facilities of the ATS, and texts that name them; every tenth text names none. */
const names = (n: number) => `Saint ${['Agnes', 'Brendan', 'Clare', 'Dunstan', 'Edith'][n % 5] ?? ''} Hospital ${String(n)}`;
const facilities = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    atsValue(n + 1, 'facility', names(n), { city: 'Salem', state: 'OR', zip: '97301', address: `${n + 1} Main St` }),
  );
const texts = (count: number, facilityCount: number) =>
  Array.from({ length: count }, (_, n) =>
    aValue(n + 1, 'facility', {
      text: n % 10 === 9 ? `Unheard of place ${n}` : names(n % facilityCount),
      city: 'Salem',
      state: 'OR',
      zip: '97301',
      address: `${(n % facilityCount) + 1} Main St`,
    }),
  );

describe('a run over a few rows', () => {
  beforeAll(async () => {
    service = await startTestService();
    token = await service.signIn('recruiter');
    await seedMapping(service.services.db, service.people.north, facilities(30), texts(60, 30));
    await service.services.db.transaction().execute((tx) =>
      writeRows(tx, service.people.north, [
        { collection: 'job', row: aJob({ id: 1, providerJobId: 'a', facilityValueId: 1 }), extra: { collected: {} } },
        { collection: 'job', row: aJob({ id: 2, providerJobId: 'b', facilityValueId: 2 }), extra: { collected: {} } },
      ]),
    );
  });
  afterAll(() => service.close());

  test('is queued at once, run by the runner, and undone except for rows that a person changed since', async () => {
    const before = await rowOf(1);
    const queued = await service.call(autoMapFacilities, place, token);
    expect(queued).toMatchObject({ state: 'queued', total: 60, by: 'The recruiter' });
    expect((await service.send(autoMapFacilities, place, token)).status).toBe(409);
    expect(await run()).toBe(1);
    const done = await read(queued.id);
    expect(done).toMatchObject({ state: 'done', seen: 60, message: `Complete. Number of affected records: ${done.changed}` });
    expect(done.changed).toBeGreaterThan(40);
    expect(await rowOf(1)).toMatchObject({ mappedId: 'E1', how: 'auto', by: null });
    expect(done.jobs).toBe(2);
    expect((await service.call(listMapRuns, { cust: 'me' }, token)).map(({ id }) => id)).toEqual([queued.id]);

    // A person maps row 2 differently.
    await service.call(saveMapping, { ...place, type: '1', jobId: 0, chosenId: 'E7', valueId: 2 }, token);
    const page = { cust: 'me', id: queued.id, pageSize: 10, page: 1 } as const;
    expect(await service.call(listMapRunChanges, { ...page, touched: 1 }, token)).toMatchObject({
      total: 1,
      rows: [{ id: 2, after: 'E2', afterName: names(1), touchedBy: 'The recruiter', undone: false }],
    });
    expect((await service.call(undoMapRun, { cust: 'me', id: queued.id }, token)).state).toBe('undoing');
    await run();
    expect(await read(queued.id)).toMatchObject({ state: 'undone', undo: { restored: done.changed - 1, kept: 1 } });
    expect(await rowOf(1)).toEqual(before);
    expect(await rowOf(2)).toMatchObject({ mappedId: 'E7', how: 'person' });
    // A second undo changes nothing.
    await service.call(undoMapRun, { cust: 'me', id: queued.id }, token);
    expect(await run()).toBe(0);
  });

  test('does not map a row that a person unmapped', async () => {
    await service.call(saveMapping, { ...place, type: '1', jobId: 0, chosenId: '-1', valueId: 2 }, token);
    const { id } = await service.call(startMapRun, { ...place, kind: 'automap', kinds: ['facility'] }, token);
    await run();
    expect(await rowOf(2)).toMatchObject({ mappedId: null, by: 'The recruiter' });
    const { id: clearing } = await service.call(startMapRun, { ...place, kind: 'clear', kinds: ['facility'] }, token);
    await run();
    expect((await read(clearing)).changed).toBe((await read(id)).changed);
    expect(await rowOf(1)).toMatchObject({ mappedId: null, how: null, by: null, suggestedId: 'E1' });
  });

  test('recomputes suggestions of what no person decided, can be undone, and writes nothing where nothing changed', async () => {
    const { db } = service.services;
    await service.call(saveMapping, { ...place, type: '1', jobId: 0, chosenId: 'E7', valueId: 3 }, token);
    const mine = await rowOf(3);
    const stale = { ...(await rowOf(1)), suggestedId: 'E9', certainty: 81 };
    await db.transaction().execute((tx) => writeRows(tx, service.people.north, [{ collection: 'mapValue', row: stale }]));
    const { id, name } = await service.call(refreshData, { ...place, mode: '1' }, token);
    expect(name).toBe('Recompute suggestions of facilities');
    await run();
    const first = await read(id);
    expect(first.changed).toBeGreaterThan(0);
    expect(first).toMatchObject({ state: 'done', message: `${first.changed} value${first.changed === 1 ? '' : 's'} changed` });
    expect(await rowOf(1)).toMatchObject({ suggestedId: 'E1', mappedId: null });
    expect(await rowOf(3)).toEqual(mine);

    const rev = async () => (await sql<{ rev: number }>`select max(rev) as rev from map_value`.execute(db)).rows[0]?.rev;
    const before = await rev();
    const again = await service.call(refreshData, { ...place, mode: '1' }, token);
    await run();
    expect(await read(again.id)).toMatchObject({ state: 'done', changed: 0, message: '0 values changed' });
    expect(await service.call(refreshJobData, { jobId: 1, targetId: 1 }, token)).toEqual({
      changed: 0,
      message: '0 values changed',
    });
    expect(await rev()).toBe(before);

    await service.call(undoMapRun, { cust: 'me', id }, token);
    await run();
    expect(await rowOf(1)).toEqual(stale);
    expect(await service.call(refreshJobData, { jobId: 1, targetId: 1 }, token)).toMatchObject({ changed: 1 });
    expect(await rowOf(1)).toMatchObject({ suggestedId: 'E1', mappedId: null });
    expect((await service.send(refreshJobData, { jobId: 1, targetId: 77 }, token)).status).toBe(404);
    expect(await service.send(refreshJobData, { jobId: 1, targetId: 1 }, await service.signIn('viewer'))).toMatchObject({
      status: 403,
      body: { needs: 'map.facility' },
    });
    expect((await service.send(refreshData, { ...place, mode: '2', degreeId: 4711 }, token)).status).toBe(404);
    const old = await service.app.inject({
      url: '/api/staging/refreshdata/1/-1/me/1',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(old.statusCode).toBe(405);
  });

  test('in bulk needs the token of its count, and changes only the counted rows', async () => {
    const carrying = aJob({ id: 3, providerJobId: 'c', facilityValueId: 10 });
    const posted = { ...carrying, id: 4, providerJobId: 'd', postState: 'done' as const, externalJobId: '500' };
    const over = { ...posted, id: 5, providerJobId: 'e', status: 'Closed' as const };
    const collected = [carrying, posted, over].map((row) => ({ collection: 'job' as const, row, extra: { collected: {} } }));
    await service.services.db.transaction().execute((tx) => writeRows(tx, service.people.north, collected));
    const bulk = { type: '1', cust: 'me', target: 1, itemId: 'E3', mapstate: '2', degreeId: 0, query: 'Unheard*' } as const;
    const counted = await service.call(countBulk, bulk, token);
    expect(counted).toMatchObject({ count: 6, jobs: 2, posted: 1, caution: false });
    expect((await service.send(saveBulk, { ...bulk, token: 'old' }, token)).status).toBe(409);
    expect((await service.send(saveBulk, { ...bulk, itemId: 'E999', token: counted.token }, token)).status).toBe(400);
    const { id } = await service.call(saveBulk, { ...bulk, token: counted.token }, token);
    await run();
    expect(await read(id)).toMatchObject({ state: 'done', changed: 6, name: `Map facilities to “${names(2)}” in bulk` });
    expect(await rowOf(10)).toMatchObject({ mappedId: 'E3', how: 'person', by: 'The recruiter' });
    expect((await service.call(countBulk, bulk, token)).count).toBe(0);
  });

  test('is hidden from other customers, and cannot be started without the right to map', async () => {
    const stranger = await service.signIn('stranger');
    const [newest] = await service.call(listMapRuns, { cust: 'me' }, token);
    expect((await service.send(readMapRun, { cust: 'me', id: newest?.id }, stranger)).status).toBe(404);
    expect((await service.send(undoMapRun, { cust: 'me', id: newest?.id }, stranger)).status).toBe(404);
    expect((await service.send(autoMapFacilities, place, stranger)).status).toBe(404);
    const viewer = await service.signIn('viewer');
    const started = await service.send(startMapRun, { ...place, kind: 'automap', kinds: ['shift'] }, viewer);
    expect(started).toMatchObject({ status: 403, body: { needs: 'map.shift' } });
    expect((await service.send(undoMapRun, { cust: 'me', id: newest?.id }, viewer)).status).toBe(403);
  });

  test('canceled before it started changes nothing', async () => {
    const before = await mappings();
    const { id } = await service.call(autoMapFacilities, place, token);
    expect(await service.call(cancelMapRun, { cust: 'me', id }, token)).toMatchObject({ state: 'cancelled', changed: 0 });
    expect(await run()).toBe(0);
    expect(await mappings()).toBe(before);
  });
});

describe('a run over thousands of rows', () => {
  /** Set `MAP_RUN_ROWS=50000` for the long version. */
  const rows = Number(process.env['MAP_RUN_ROWS'] ?? 8_000);
  const processes: ChildProcess[] = [];
  beforeAll(async () => {
    service = await startTestService();
    token = await service.signIn('recruiter');
    await seedMapping(service.services.db, service.people.north, facilities(200), texts(rows, 200));
  });
  afterEach(() => {
    for (const child of processes.splice(0)) child.kill('SIGKILL');
  });
  afterAll(() => service.close());

  /** Starts a service process that executes runs. */
  async function begin(): Promise<ChildProcess> {
    const root = resolve(import.meta.dirname, '../../..');
    const child = spawn(
      process.execPath,
      [
        resolve(root, 'scripts/run.mjs'),
        resolve(root, 'tests/support/processes/job-process.ts'),
        urlOf(service.services.db),
        'mapping',
      ],
      { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    processes.push(child);
    await once(child.stdout, 'data');
    return child;
  }
  async function kill(child: ChildProcess): Promise<void> {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  async function until(holds: () => Promise<boolean>): Promise<void> {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const seen = async (id: number) => (await read(id)).seen;

  test('is killed, resumes after the restart and finishes, is killed during the undo, and is undone completely', {
    timeout: 600_000,
  }, async () => {
    const { db } = service.services;
    const before = await mappings();
    const { id, total } = await service.call(autoMapFacilities, place, token);
    expect(total).toBe(rows);
    const first = await begin();
    await until(async () => (await seen(id)) >= 2000);
    await kill(first);
    const atKill = await read(id);
    expect(atKill.state).toBe('running');
    // Mapped rows and recorded changes agree: no portion is half done.
    const mapped = await db
      .selectFrom('map_value')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('mapped_id', 'is not', null)
      .executeTakeFirstOrThrow();
    expect(mapped.n).toBe(atKill.changed);

    await endRunLeases(db);
    const second = await begin();
    await until(async () => (await read(id)).state === 'done');
    const done = await read(id);
    expect(done).toMatchObject({ seen: rows, message: `Complete. Number of affected records: ${done.changed}` });
    expect(done.changed).toBeGreaterThan(rows * 0.8);

    await service.call(undoMapRun, { cust: 'me', id }, token);
    await until(async () => ((await read(id)).undo?.restored ?? 0) > 0);
    await kill(second);
    expect(await read(id)).toMatchObject({ state: 'undoing' });
    await endRunLeases(db);
    await run();
    expect(await read(id)).toMatchObject({ state: 'undone', undo: { restored: done.changed, kept: 0 } });
    expect(await mappings()).toBe(before);
  });

  test('canceled halfway keeps its changes, and can be undone completely', { timeout: 300_000 }, async () => {
    const before = await mappings();
    const { id } = await service.call(autoMapFacilities, place, token);
    await begin();
    await until(async () => (await seen(id)) >= 1000);
    await service.call(cancelMapRun, { cust: 'me', id }, token);
    await until(async () => (await read(id)).state === 'cancelled');
    const cancelled = await read(id);
    expect(cancelled.seen).toBeLessThan(rows);
    expect(cancelled.message).toBe(`Stopped. Number of affected records: ${cancelled.changed}`);
    expect(await mappings()).not.toBe(before);
    await service.call(undoMapRun, { cust: 'me', id }, token);
    await until(async () => (await read(id)).state === 'undone');
    expect(await mappings()).toBe(before);
  });
});
