import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listStatusTexts, listUnknownStatuses, readStatusText, saveStatusTexts } from '#contract/collecting/statuses.ts';
import { listStatusChoices } from '#contract/posting/statuses.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { writeRows } from '#server/feed/publish.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { collectNow, feedPorts } from '#tests/support/worlds/collect-now.ts';
import { collectJobs } from '../runs/due-tasks.ts';

let service: TestService;
let chief: string;
let north = 0;
let feed = '';
let sources = 0;
const at = () => ({ cust: 'me', task: sources }) as const;

beforeAll(async () => {
  service = await startTestService();
  north = service.people.north;
  chief = await service.signIn('chief');
});
afterAll(() => service.close());
beforeEach(async () => {
  sources += 1;
  const source = { id: sources, name: `Vendor ${sources}`, alias: null, autoPost: false, aliases: [], members: [] };
  const task = { ...newTask, id: sources, sourceId: sources, site: source.name };
  await service.services.db.transaction().execute((tx) =>
    writeRows(tx, north, [
      { collection: 'source', row: source },
      { collection: 'task', row: task, extra: { settings: {} } },
    ]),
  );
});

const ports = () => feedPorts(service.services.db, () => feed, { secrets: service.services.secrets });
const collect = (...statuses: string[]) => {
  feed = `Job ID,Facility,Status\n${statuses.map((status, n) => `J-${n + 1},Mercy,${status}\n`).join('')}`;
  return collectNow(ports(), { customerId: north, taskId: sources });
};
const jobs = async () => {
  const rows = await service.services.db
    .selectFrom('job')
    .select('row')
    .where('customer_id', '=', north)
    .where('source_id', '=', sources)
    .orderBy('provider_job_id')
    .execute();
  return rows.map(({ row }) => row as JobRow);
};
const statuses = async () => (await jobs()).map(({ status }) => status);
const idOf = async (name: string) =>
  (await service.call(listStatusChoices, { cust: 'me' }, chief)).find((one) => one.name === name)?.id ?? 0;

describe('a status text that no one knows', () => {
  test('stages a new job on hold with the vendor’s text, leaves a known one as it was, and is asked about once', async () => {
    expect(await collect('Open', 'Purple')).toMatchObject({ ok: true, value: { refused: 0, counts: { added: 2 } } });
    expect(await statuses()).toEqual(['Open', 'On Hold']);
    expect((await jobs()).map(({ extra }) => extra['vmsStatus'])).toEqual([undefined, 'Purple']);
    await collect('Purple', 'purple ');
    expect(await statuses()).toEqual(['Open', 'On Hold']);
    const listed = await service.call(listStatusTexts, at(), chief);
    expect(listed).toEqual([
      { text: 'Purple', statusId: null, readAs: null, jobs: 2 },
      { text: 'Open', statusId: null, readAs: 'Open', jobs: 0 },
    ]);
    expect(await service.call(readStatusText, { ...at(), text: 'PURPLE' }, chief)).toEqual(listed.slice(0, 1));
    expect(await service.call(readStatusText, { ...at(), text: 'Green' }, chief)).toEqual([]);
    const task = await service.services.db.selectFrom('task').select('row').where('id', '=', sources).executeTakeFirstOrThrow();
    expect((task.row as { lastResult: string }).lastResult).toContain('unknown status “Purple”');
  });

  test('moves its waiting jobs once a person says what it means, and is read so from then on', async () => {
    await collect('Purple', 'Open');
    const filled = await idOf('Filled');
    const saved = await service.call(saveStatusTexts, { ...at(), statuses: [{ text: 'purple', statusId: filled }] }, chief);
    expect(saved).toMatchObject({ message: 'Saved', runId: expect.any(Number) });
    const line = service.services.db.selectFrom('audit').selectAll().where('command', '=', 'task.statuses');
    expect(await line.executeTakeFirstOrThrow()).toMatchObject({
      object_kind: 'task',
      object_id: String(sources),
      detail: { source: `Vendor ${sources}`, texts: 1 },
    });
    await runJobs(service.services.db, collectJobs(service.services, ports()));
    expect(await statuses()).toEqual(['Filled', 'Open']);
    expect(await service.call(readStatusText, { ...at(), text: 'Purple' }, chief)).toMatchObject([{ statusId: filled }]);
    expect((await storedRow(service.services.db, north, 'source', sources))?.row.expandedStatuses).toEqual({ purple: filled });
    await collect('Open', 'Purple');
    expect(await statuses()).toEqual(['Open', 'Filled']);
    // Taken back, it is unknown again, and its jobs stay as they are.
    await service.call(saveStatusTexts, { ...at(), statuses: [{ text: 'Purple', statusId: null }] }, chief);
    await runJobs(service.services.db, collectJobs(service.services, ports()));
    expect(await statuses()).toEqual(['Open', 'Filled']);
  });

  test('gives the customer its own statuses, with one default', async () => {
    await collect('Open');
    const own = await service.call(listStatusChoices, { cust: 'me' }, chief);
    expect(own.map(({ name }) => name).sort()).toEqual(['Cancelled', 'Closed', 'Filled', 'On Hold', 'Open']);
    expect(own.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual(['Open']);
  });
});

test('a text that the source does not use, and a status of someone else, are refused by name', async () => {
  await collect('Purple');
  const fieldsOf = async (text: string, statusId: number) => {
    const { status, body } = await service.send(saveStatusTexts, { ...at(), statuses: [{ text, statusId }] }, chief);
    return { status, fields: (body as { fields?: Record<string, string> }).fields };
  };
  expect(await fieldsOf('Green', await idOf('Open'))).toMatchObject({
    status: 400,
    fields: { statuses: expect.stringContaining('Green') },
  });
  expect(await fieldsOf('Purple', 4711)).toMatchObject({ status: 400, fields: { statuses: expect.stringContaining('Purple') } });
  const stranger = await service.signIn('stranger');
  for (const call of [listStatusTexts, saveStatusTexts])
    expect(
      (await service.send(call, { ...at(), statuses: [{ text: 'Purple', statusId: null }] }, stranger)).status,
    ).toBeGreaterThanOrEqual(403);
});

test('administrators see the texts of all customers that no one knows', async () => {
  await collect('Mauve', 'Open');
  const admin = await service.signIn('administrator');
  const { rows, total } = await service.call(listUnknownStatuses, {}, admin);
  expect(total).toBe(rows.length);
  expect(rows[0]).toMatchObject({ customer: 'North Staffing', source: `Vendor ${sources}`, text: 'Mauve', taskId: sources });
  expect((await service.send(listUnknownStatuses, {}, chief)).status).toBe(403);
});
