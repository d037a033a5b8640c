import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ColumnMapping } from '#contract/collecting/column-mapping.ts';
import { listRuns } from '#contract/collecting/runs.ts';
import { commitUpload, previewUpload, uploadJobs } from '#contract/collecting/uploads.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { writeRows } from '#server/feed/publish.ts';
import { sourceNamed } from '#server/mapping/sources/sources.ts';
import { headerSignature } from '#server/parsing/header-signature.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { collectNow, feedPorts } from '#tests/support/worlds/collect-now.ts';
import { rememberMapping } from './column-mappings.ts';

let service: TestService;
let chief: string;
let stranger: string;
beforeAll(async () => {
  service = await startTestService();
  await service.services.db.updateTable('app_user').set({ role_id: 5 }).where('id', '=', service.people.stranger).execute();
  [chief, stranger] = await Promise.all([service.signIn('chief'), service.signIn('stranger')]);
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.services.db.deleteFrom('column_mapping').execute();
});

const text = 'Job ID,State,Where,Rate,Note\nM-1,TX,Mercy,81.50,Call first\nM-2,NV,St Mary,79.00,\n';
const mapping = { 'Job ID': 'providerJobId', State: 'state', Where: 'facility', Rate: 'billRate', Note: null } as const;

const send = (csv: string, token = chief) =>
  service.call(uploadJobs, { cust: 'me', file: Buffer.from(csv), fileName: 'jobs.csv' }, token);
const fieldsOf = ({ columns }: Awaited<ReturnType<typeof send>>) =>
  Object.fromEntries(columns.map(({ column, field }) => [column, field]));

const signature = headerSignature(Object.keys(mapping));

/** Remembers a mapping for the source Harbor VMS without the file. Returns the id of the source. */
const remember = (chosen: ColumnMapping = mapping, headers = signature, at = new Date()): Promise<number> =>
  service.services.db.transaction().execute(async (tx) => {
    const place = { customerId: service.people.north, userId: service.people.chief, at };
    const { source, publications } = await sourceNamed(tx, place.customerId, 'Harbor VMS');
    if (publications.length > 0) await writeRows(tx, place.customerId, publications);
    await rememberMapping(tx, { ...place, sourceId: source.id, signature: headers, mapping: chosen });
    return source.id;
  });

async function jobsOf(source: string): Promise<JobRow[]> {
  const rows = await service.services.db
    .selectFrom('job')
    .select('row')
    .where('customer_id', '=', service.people.north)
    .orderBy('provider_job_id')
    .execute();
  return rows.map(({ row }) => row as JobRow).filter((row) => row.source === source);
}

describe('a preview', () => {
  test('says how each column is read, why, and what it seems to be', async () => {
    const read = await send(text);
    expect(read.columns).toMatchObject([
      { column: 'Job ID', field: 'providerJobId', why: 'alias', samples: ['M-1', 'M-2'], filled: 2 },
      { column: 'State', field: 'state', certainty: 100 },
      { column: 'Where', field: null, suggested: null, seems: 'texts' },
      { column: 'Rate', field: null, suggested: 'billRate', certainty: 30, why: 'values', seems: 'amounts of money' },
      { column: 'Note', field: 'note', filled: 1 },
    ]);
    expect(read.sample[0]).toMatchObject({ providerJobId: 'M-1', facility: null, billRate: null });
    expect(read.source).toBeNull();
  });

  test('is made again with a changed mapping, and stages nothing', async () => {
    const { file } = await send(text);
    const again = await service.call(
      previewUpload,
      { cust: 'me', file, mapping: { Where: 'facility', Rate: 'billRate' } },
      chief,
    );
    expect(again.sample[0]).toMatchObject({ providerJobId: 'M-1', facility: 'Mercy', billRate: 81.5 });
    expect(fieldsOf(again)).toEqual({ ...mapping, Note: 'note' });
    expect(await jobsOf('Preview')).toEqual([]);
    expect((await service.send(previewUpload, { cust: 'me', file }, stranger)).status).toBe(404);
    expect((await service.send(previewUpload, { cust: 'me', file: randomUUID() }, chief)).status).toBe(404);
    const wrong = { cust: 'me', file, mapping: { Where: 'campus' } } as never;
    expect(await service.send(previewUpload, wrong, chief)).toMatchObject({ status: 400, body: { kind: 'invalid' } });
  });

  test('flags starts long past and rates out of range with their rows', async () => {
    const { flags } = await send('Job ID,State,Bill Rate,Start Date\nF-1,TX,8150,1/20/2020\nF-2,TX,81.50,12/1/2099\n');
    expect(flags).toMatchObject([
      { kind: 'past_start', count: 1, rows: [{ row: 1, providerJobId: 'F-1', value: '2020-01-20' }] },
      { kind: 'rate_range', field: 'billRate', count: 1, expected: '$20 to $400 an hour', rows: [{ value: 8150 }] },
    ]);
  });
});

describe('a staged mapping', () => {
  test('is remembered for the next file with the same headers, with its source', async () => {
    const { file } = await send(text);
    const commit = { cust: 'me', file, source: 'Harbor VMS', mapping } as const;
    expect(await service.call(commitUpload, commit, chief)).toMatchObject({ added: 2, warned: 0 });
    expect((await jobsOf('Harbor VMS'))[0]).toMatchObject({ facility: 'Mercy', billRate: 81.5, note: null });

    const next = await send(text.replaceAll('M-', 'N-'));
    expect(next.source).toBe('Harbor VMS');
    expect(fieldsOf(next)).toEqual(mapping);
    expect(next.columns.map(({ why }) => why)).toEqual(Array(5).fill('learned'));
    // A mapping of a person's own customer only.
    const foreign = await send(text, stranger);
    expect([foreign.source, foreign.columns[2]?.why]).toEqual([null, 'none']);
  });

  test('holds column by column for other headers of its source, and not for other sources', async () => {
    await remember();
    const { file, ...first } = await send('Job ID,Where,City\nO-1,Mercy,Reno\n');
    expect([first.source, fieldsOf({ file, ...first })['Where']]).toEqual([null, null]);
    const same = await service.call(previewUpload, { cust: 'me', file, source: 'harbor vms' }, chief);
    expect(same.columns).toMatchObject([
      { field: 'providerJobId', why: 'learned', certainty: 95 },
      { field: 'facility', why: 'learned' },
      { field: 'city', why: 'name' },
    ]);
    const other = await service.call(previewUpload, { cust: 'me', file, source: 'Elsewhere' }, chief);
    expect(fieldsOf(other)['Where']).toBeNull();
  });

  test('is replaced by the next choice, and the newest 20 of a source are kept', async () => {
    const start = Date.parse('2026-11-20T12:00:00Z');
    await remember(mapping, signature, new Date(start));
    await remember({ ...mapping, Where: 'title' }, signature, new Date(start + 1000));
    expect(fieldsOf(await send(text))['Where']).toBe('title');
    for (let n = 0; n < 20; n++) await remember(mapping, `S${n}`, new Date(start + 2000 + n));
    const { db } = service.services;
    const { count } = await db
      .selectFrom('column_mapping')
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(20);
    expect((await send(text)).source).toBeNull();
  });

  test('is used without being sent, and nothing is remembered then', async () => {
    await remember();
    const before = await service.services.db.selectFrom('column_mapping').selectAll().execute();
    const { file } = await send(text.replaceAll('M-', 'P-'));
    await service.call(commitUpload, { cust: 'me', file, source: 'Harbor VMS' }, chief);
    expect((await jobsOf('Harbor VMS')).find(({ providerJobId }) => providerJobId === 'P-1')).toMatchObject({
      facility: 'Mercy',
    });
    expect(await service.services.db.selectFrom('column_mapping').selectAll().execute()).toEqual(before);
  });
});

test('[P22] a bad optional cell stages its row with a warning that names it; a bad state still refuses its row', async () => {
  const csv = 'Job ID,State,Work Type,Openings\nW-1,TX,Other,2\nW-2,NV,Travel,many\nW-3,Willits,Travel,1\n';
  const read = await send(csv);
  expect(read).toMatchObject({ jobs: 2, refusedCount: 1, warnedCount: 2 });
  expect(read.warned).toMatchObject([
    { row: 1, problems: [{ field: 'workType', column: 'Work Type', value: 'Other' }] },
    { row: 2, problems: [{ field: 'positions', column: 'Openings', value: 'many' }] },
  ]);
  const staged = await service.call(commitUpload, { cust: 'me', file: read.file, source: 'Warned' }, chief);
  expect(staged).toMatchObject({ added: 2, refused: 1, warned: 2 });
  expect((await jobsOf('Warned'))[0]).toMatchObject({ providerJobId: 'W-1', positions: 2, workType: 1 });
});

test('a task reads its feed as people chose for files of its source, and lists the warnings of its run', async () => {
  const { db } = service.services;
  const sourceId = await remember();
  const task = { ...newTask, id: 77, sourceId, site: 'Harbor VMS' };
  await db.transaction().execute((tx) => writeRows(tx, service.people.north, [{ collection: 'task', row: task }]));
  const feed = 'Job ID,State,Where,Rate,Note,Openings\nT-1,TX,Mercy East,90,Hush,many\n';
  const collected = await collectNow(
    feedPorts(db, () => feed),
    { customerId: service.people.north, taskId: 77 },
  );
  expect(collected).toMatchObject({ ok: true, value: { refused: 0 } });
  const [job] = (await jobsOf('Harbor VMS')).filter(({ providerJobId }) => providerJobId === 'T-1');
  expect(job).toMatchObject({ facility: 'Mercy East', billRate: 90, note: null, positions: null });
  const { rows } = await service.call(listRuns, { cust: 'me', id: 77 }, chief);
  expect(rows[0]).toMatchObject({ outcome: expect.stringContaining('1 row with warnings'), warned: [{ row: 1 }], refused: [] });
});
