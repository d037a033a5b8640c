import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { downloadDataset, fillDataset, labelDatasetRow, listDataset, uploadDataset } from '#contract/ai/dataset.ts';
import type { DatasetRow } from '#contract/rows/dataset-row.ts';
import type { DatasetLine } from '#domain/ai/dataset/dataset-line.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { pushBatch } from '#server/sync/push.ts';
import { aDescription, aReading } from '#tests/support/factories/dataset-factory.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { laneId, mutation } from '#tests/support/worlds/sync-world.ts';

let service: TestService;
let admin: string;
let cust = 0;
beforeAll(async () => {
  service = await startTestService();
  admin = await service.signIn('administrator');
  cust = service.people.north;
});
afterAll(() => service.close());
afterEach(async () => {
  for (const table of ['dataset_row', 'job'] as const) await service.services.db.deleteFrom(table).execute();
});

const { shift, rate } = aReading();
const page = {
  cust: 0,
  page: 1,
  perPage: 10,
  showShifts: 'true',
  showBillRate: 'true',
  hideClassified: 'false',
  jobId: 0,
  workType: 0,
};
const list = (over = {}) => service.call(listDataset, { ...page, cust, ...over }, admin);
const rows = () => rowsOf(service.services.db, cust, 'datasetRow');

async function stageJobs(...descriptions: readonly (string | null)[]) {
  const { db } = service.services;
  const jobs = descriptions.map((description, i) => aJob({ id: i + 1, providerJobId: `REQ-${i + 1}`, description }));
  await db.transaction().execute((tx) =>
    service.services.writeRows(
      tx,
      cust,
      jobs.map((row) => ({ collection: 'job' as const, row, extra: { collected: {} } })),
    ),
  );
}

const upload = (...lines: readonly unknown[]) => {
  const file = new TextEncoder().encode(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return service.call(uploadDataset, { cust, file, fileName: 'rows.jsonl' }, admin);
};

test('descriptions of open jobs come in once each, without markup, read by the built-in engine', async () => {
  await stageJobs(
    aDescription,
    `<p>${aDescription}</p>`,
    `  ${aDescription.toUpperCase()}`,
    'Days 07:00-15:00 in the OR',
    null,
    ' ',
  );
  expect(await service.call(fillDataset, { cust }, admin)).toEqual({ added: 2, known: 0, left: 0 });
  const stored = await rows();
  expect(stored.map(({ description, providerJobId }) => [description.toLowerCase(), providerJobId])).toEqual([
    [aDescription.toLowerCase(), 'REQ-1'],
    ['days 07:00-15:00 in the or', 'REQ-4'],
  ]);
  const [nights] = stored.map(({ proposals }) => proposals[0]);
  expect(nights).toMatchObject({
    engine: 'Built-in',
    reading: { shift: { start: '19:00', end: '07:00' }, rate: { rate: 92.5 } },
  });
  expect(await service.call(fillDataset, { cust }, admin)).toMatchObject({ added: 0 });
  expect(await rows()).toEqual(stored);
});

test('the documented calls list rows with their documented names, and save what the caller says', async () => {
  await upload({ description: aDescription, job: 'REQ-9', workType: 3 });
  const [{ id } = { id: 0 }] = (await list()).rows;
  const saved = await service.send(labelDatasetRow, { cust, id, shift, rate }, admin);
  expect(saved.response.json()).toMatchObject({
    Req: 'REQ-9',
    OriginalDescription: aDescription,
    shift: { starttime: '19:00', endtime: '07:00', shiftlength: 12, numberofshifts: 3, modifiers: ['night'] },
    billrate: { substring: '$92.50', billrate: 92.5, minbillrate: null },
  });
  const settled = (await rows())[0]?.second === true ? 0 : 1;
  expect(await list()).toMatchObject({
    total: 1,
    totalPages: 1,
    shifts: settled,
    billRates: settled,
    travel: 0,
    perDiem: settled,
  });
  expect(await list({ hideClassified: 'true' })).toMatchObject({ total: 0, rows: [] });
  expect((await service.send(labelDatasetRow, { cust, id: 999_999, shift, rate }, admin)).status).toBe(404);
  const wrong = await service.send(labelDatasetRow, { cust, id, shift: null, rate: rate && { ...rate, minRate: 99 } }, admin);
  expect(wrong).toMatchObject({ status: 400, body: { fields: { body: expect.stringContaining('at most the bill rate') } } });
});

test('a file is read line by line: bad lines are refused alone, and what is downloaded comes in again as it was', async () => {
  const label = { by: 'Bea', at: '2026-11-20T10:00:00.000Z', reading: aReading() };
  const reply = await upload(
    { description: aDescription, source: 'Medloop', workType: 1, labels: [label], settled: aReading() },
    '{"description": "half a li',
    '[1, 2]',
    { description: 'Days', workType: 7 },
    { description: 'Days', settled: aReading() },
    { description: '<p> </p>' },
    { id: 'a row of its own', description: '</script><b>Evenings</b> 15:00-23:00', split: 'test', other: 'left out' },
  );
  expect(reply).toMatchObject({ added: 2, changed: 0, left: 0, refusedLines: 5 });
  expect(reply.refused.map(({ line, words }) => [line, words.slice(0, 24)])).toEqual([
    [2, 'This line is no JSON obj'],
    [3, 'This line is no JSON obj'],
    [4, 'workType: Invalid option'],
    [5, 'settled.shift.substring:'],
    [6, 'description: Give the te'],
  ]);
  const file = await service.send(downloadDataset, { cust, which: 'all' }, admin);
  expect(file.response.headers['content-disposition']).toContain('dataset-all.jsonl');
  const text = String(file.body);
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as DatasetLine);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({ description: aDescription, labels: [label], job: null, source: 'Medloop', workType: 1 });
  expect(lines[1]).toMatchObject({ description: 'Evenings 15:00-23:00', labels: [], settled: null });

  const before = withoutPlace(await rows());
  expect(await upload(...lines)).toMatchObject({ added: 0, changed: 0, refusedLines: 0 });
  await service.services.db.deleteFrom('dataset_row').execute();
  expect(await upload(...lines)).toMatchObject({ added: 2, refusedLines: 0 });
  expect(withoutPlace(await rows())).toEqual(before);
  const splits = ['dev', 'test'] as const;
  const parts = await Promise.all(splits.map((which) => service.send(downloadDataset, { cust, which }, admin)));
  expect(parts.map(({ body }) => String(body)).join('').length).toBe(text.length);
});
const withoutPlace = (all: readonly DatasetRow[]) => all.map(({ id: _id, ...row }) => row);

test('labels of a file are added to those that are there, and no person is heard twice', async () => {
  const by = (name: string) => ({ by: name, at: '2026-11-20T10:00:00.000Z', reading: aReading() });
  await upload({ description: aDescription, labels: [by('Bea')] });
  expect(await upload({ description: aDescription, labels: [by('Bea'), by('Cal')] })).toMatchObject({ added: 0, changed: 1 });
  expect((await rows())[0]?.labels.map((label) => label.by)).toEqual(['Bea', 'Cal']);
});

test('labels from a device are one change each, in one push, and people label for themselves alone', async () => {
  await upload({ description: aDescription }, { description: `${aDescription} Two` });
  const [first, second] = await rows();
  const userId = service.people.administrator;
  const actor = await service.services.actors.of(admin);
  if (!actor) throw new Error('the administrator is signed in');
  const asked = {
    protocol: 1,
    clientId: laneId('labels'),
    customerId: cust,
    mutations: [
      mutation(1, 'dataset.label.v1', { id: first?.id, userId, reading: aReading() }),
      mutation(2, 'dataset.settle.v1', { id: second?.id, userId, reading: { shift: null, rate: null } }),
      mutation(3, 'dataset.label.v1', { id: second?.id, userId: userId + 1, reading: aReading() }),
    ],
  };
  const reply = await pushBatch(service.services, actor, asked);
  expect(reply).toMatchObject({
    value: { outcomes: [{ outcome: 'applied' }, { outcome: 'applied' }, { outcome: 'rejected', code: 'forbidden' }] },
  });
  expect((await rows()).map(({ labels, settled }) => [labels.length, settled !== null])).toEqual([
    [1, false],
    [0, true],
  ]);
});

test('only administrators see or change the dataset', async () => {
  const chief = await service.signIn('chief');
  const statuses = await Promise.all([
    service.send(listDataset, { ...page, cust }, chief),
    service.send(fillDataset, { cust }, chief),
    service.send(downloadDataset, { cust, which: 'all' }, chief),
    service.send(labelDatasetRow, { cust, id: 1, shift, rate }, chief),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});
