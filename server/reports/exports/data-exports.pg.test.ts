import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import Papa from 'papaparse';
import { pino } from 'pino';
import readExcel from 'read-excel-file/universal';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ExportList, listExports, readExport, requestExport } from '#contract/reports/data-exports.ts';
import { listLongWork, stopLongWork } from '#contract/system/long-work.ts';
import { forgetOldSync } from '#server/feed/retention.ts';
import { openDatabase } from '#server/kit/db/connection.ts';
import { carryOutRun } from '#server/runs/carry-out.ts';
import { createLineReader } from '#tests/contract/audit/audit-lines.ts';
import { buildPackWorker } from '#tests/corpus/build-feed-parser.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { emails, startTestService, type TestService } from '#tests/support/test-service.ts';
import { canary, plantLists } from '#tests/support/worlds/export-world.ts';
import { exportJobs } from './export-jobs.ts';
import { makeExport } from './make-export.ts';
import { exportRuns } from './queue-export.ts';

let service: TestService;
let chief: string;
let recruiter: string;
let administrator: string;
let undo: () => void;

/** More than one portion. */
const jobCount = 1101;
const all: ExportList[] = ['jobs', 'mappings', 'rules', 'lists', 'users'];

beforeAll(async () => {
  undo = await buildPackWorker();
  service = await startTestService({ at: new Date('2026-11-25T12:00:00Z') });
  [chief, recruiter, administrator] = await Promise.all([
    service.signIn('chief'),
    service.signIn('recruiter'),
    service.signIn('administrator'),
  ]);
  await plantLists(service.services.db, service.people.north, 'North', jobCount);
  await plantLists(service.services.db, service.people.south, 'South', 1);
});
afterAll(async () => {
  await service.close();
  undo();
});
beforeEach(async () => {
  const { db } = service.services;
  for (const table of ['data_export', 'run', 'mail'] as const) await db.deleteFrom(table).execute();
});

const run = () => runJobs(service.services.db, exportJobs(service.services));
const ask = (args: object = {}, token = chief) => service.send(requestExport, { cust: 'me', lists: all, ...args }, token);
const list = (token = chief) => service.call(listExports, { cust: 'me' }, token);
const newest = async (token = chief) => (await list(token)).exports.rows[0];
const read = (id: number, token = chief, cust: number | 'me' = 'me') =>
  service.app.inject({ url: `/api/user/export/${cust}/${id}`, headers: { authorization: `Bearer ${token}` } });
const works = async (token = chief) =>
  (await service.call(listLongWork, { cust: 'me', since: '2020-01-01T00:00:00Z' }, token)).works;
const mails = () => service.services.db.selectFrom('mail').select(['to_address as to', 'subject', 'text']).execute();
const parts = async () =>
  (
    await service.services.db
      .selectFrom('data_export_part')
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

/** The rows under the header of each CSV in a zip, by its name. */
function csvsOf(bytes: Uint8Array): Record<string, Record<string, string>[]> {
  const decoder = new TextDecoder();
  return Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => {
      const { data, errors } = Papa.parse<Record<string, string>>(decoder.decode(content), {
        header: true,
        skipEmptyLines: true,
      });
      expect(errors).toEqual([]);
      return [name, data];
    }),
  );
}

async function made(args: object = {}, token = chief): Promise<Uint8Array> {
  expect((await ask(args, token)).status).toBe(200);
  await run();
  const row = await newest(token);
  expect(row).toMatchObject({ state: 'ready' });
  const file = await read(row?.id ?? 0, token);
  expect([file.statusCode, file.rawPayload.byteLength]).toEqual([200, row?.size]);
  return new Uint8Array(file.rawPayload);
}

test('the zip has the rows of the tables of one customer, without secrets, and no text that a spreadsheet runs', async () => {
  expect((await list()).offered.map(({ list: one }) => one)).toEqual(all);
  const answer = await ask({ kind: 'zip' });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      message: 'Export is requested. You should get an email with the export file shortly.',
      work: { kind: 'data-export', state: 'queued', name: 'Export of your data as CSV files' },
    },
  });
  await run();
  const row = await newest();
  const file = await read(row?.id ?? 0);
  expect(file.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'no-store',
    'content-length': String(row?.size),
    'content-disposition': expect.stringContaining('filename="north-staffing-2026-11-25.zip"'),
  });
  const csvs = csvsOf(new Uint8Array(file.rawPayload));
  const { rows: people } = await sql<{ n: number }>`
    select count(*)::int as n from app_user where customer_id = ${service.people.north} and deleted_at is null`.execute(
    service.services.db,
  );
  const counts = Object.fromEntries(Object.entries(csvs).map(([name, rows]) => [name, rows.length]));
  expect(counts).toEqual({
    'jobs.csv': jobCount,
    'mappings.csv': 1,
    'ats-field-mapping.csv': 1,
    'flex-mapping.csv': 1,
    'rules.csv': 2,
    'lines-of-table-rules.csv': 2,
    'substitutions.csv': 1,
    'reference-lists.csv': 1,
    'other-lists.csv': 1,
    'sources.csv': 1,
    'users.csv': people[0]?.n,
    'about.csv': expect.any(Number),
  });
  expect(row?.sheets).toEqual(
    row?.sheets.map(({ name }) => ({ name, rows: counts[`${name.toLowerCase().replaceAll(' ', '-')}.csv`] })),
  );
  const jobs = csvs['jobs.csv'] ?? [];
  expect(new Set(jobs.map(({ ID }) => ID)).size).toBe(jobCount);
  expect(Object.values(jobs[0] ?? {})).toEqual(
    expect.arrayContaining(["'=1+1", 'Level II', 'North General', '4711', '2026-11-19 23:30']),
  );
  expect(csvs['mappings.csv']).toMatchObject([{ Text: "'@SUM(1)", 'Mapped name': 'North General', Target: 'North ATS' }]);
  expect(csvs['rules.csv']?.map(({ Rule }) => Rule)).toEqual(['North rule', 'Table']);
  expect(csvs['lines-of-table-rules.csv']?.map(({ Line }) => Line)).toEqual(['1', '2']);
  const text = JSON.stringify(csvs);
  expect(text).not.toMatch(/South/);
  const { rows: hashes } = await sql<{ hash: string }>`select password_hash as hash from sign_in`.execute(service.services.db);
  for (const secret of [canary, ...hashes.map(({ hash }) => hash)]) expect(text).not.toContain(secret);
  expect(hashes.length).toBeGreaterThan(2);

  // One email, however often the work runs again.
  await sql`update run set state = 'running', ended_at = null, lease_until = null`.execute(service.services.db);
  await carryOut();
  expect(await mails()).toMatchObject([
    {
      to: emails.chief,
      subject: 'Your export of North Staffing is ready',
      text: expect.stringContaining(`http://127.0.0.1:4180/export/${service.people.north}?file=${row?.id}`),
    },
  ]);
  expect((await works())[0]).toMatchObject({ state: 'done', message: row?.words });
});

test('the Excel file has a sheet per list with numbers, times on the person’s clock, and text as text', async () => {
  const bytes = await made({ kind: 'xlsx', lists: ['jobs', 'mappings'] });
  const sheets = (await readExcel(new Blob([Uint8Array.from(bytes)]))) as unknown as { sheet: string; data: unknown[][] }[];
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Jobs', 'Mappings', 'ATS field mapping', 'Flex mapping', 'About']);
  const [head = [], ...jobs] = sheets[0]?.data ?? [];
  expect(jobs).toHaveLength(jobCount);
  const cells = Object.fromEntries(head.map((label, i) => [String(label), jobs[0]?.[i]]));
  expect(cells).toMatchObject({ ID: service.people.north * 100_000, 'Bill Rate': 92.5 });
  expect(Object.values(cells)).toContain('=1+1');
  expect(sheets[1]?.data[1]).toContain('@SUM(1)');
  const facts = Object.fromEntries((sheets.at(-1)?.data ?? []) as [string, unknown][]);
  expect(facts).toMatchObject({ Customer: 'North Staffing', 'Rows of Jobs': jobCount, 'Time zone': 'America/New_York' });
  expect(Object.values(unzipSync(bytes)).some((xml) => new TextDecoder().decode(xml).includes('<f>'))).toBe(false);
});

async function setRights(rights: number[]): Promise<number[]> {
  const { recruiter: id } = service.people;
  const { db, actors } = service.services;
  const before = await db.selectFrom('app_user').select('rights').where('id', '=', id).executeTakeFirstOrThrow();
  await db.updateTable('app_user').set({ rights }).where('id', '=', id).execute();
  actors.forgetPeople([id]);
  return before.rights;
}

test('what a right hides is not offered, is refused, and is not in the file; who loses a right gets nothing', async () => {
  const before = await setRights([12]);
  expect((await list(recruiter)).offered.map(({ list: one }) => one)).toEqual(['rules']);
  expect(await ask({ lists: ['rules', 'users'] }, recruiter)).toMatchObject({
    status: 403,
    body: { kind: 'forbidden', needs: 'users.read' },
  });
  expect(csvsOf(await made({ lists: ['rules'], kind: 'zip' }, recruiter))).not.toHaveProperty('users.csv');
  const ready = await newest(recruiter);

  // Lost before the work runs.
  expect((await ask({ lists: ['rules'] }, recruiter)).status).toBe(200);
  await setRights([]);
  await run();
  const words = 'You do not have sufficient rights';
  expect(await newest(recruiter)).toMatchObject({ state: 'failed', words, size: null });
  expect((await mails()).map(({ subject }) => subject).sort()).toEqual([
    'Your export of North Staffing is ready',
    'Your export of North Staffing was not made',
  ]);
  // Lost before the download.
  expect((await read(ready?.id ?? 0, recruiter)).statusCode).toBe(403);
  await setRights([12]);
  expect((await read(ready?.id ?? 0, recruiter)).statusCode).toBe(200);
  await setRights(before);
});

test('an export is its person’s alone, and goes after seven days', async () => {
  await made({ lists: ['rules'] });
  const id = (await newest())?.id ?? 0;
  for (const [token, cust] of [
    [recruiter, 'me'],
    [administrator, service.people.north],
    [administrator, service.people.south],
    [chief, service.people.south],
  ] as const)
    expect((await read(id, token, cust)).statusCode).toBe(404);
  expect((await service.send(readExport, { cust: 'me', id: id + 1000 }, chief)).status).toBe(404);
  const { db, now } = service.services;
  await sql`update data_export set kept_until = ${new Date(now().getTime() - 1000)}`.execute(db);
  const gone = await read(id);
  expect([gone.statusCode, gone.json<{ what: string }>().what]).toEqual([
    404,
    'The export was kept for 7 days. Request a new one.',
  ]);
  expect(await newest()).toMatchObject({ state: 'expired' });
  await forgetOldSync(db, now());
  expect(await parts()).toBe(0);
  await forgetOldSync(db, new Date(now().getTime() + 36 * 86_400_000));
  expect((await list()).exports.total).toBe(0);
});

test('one export runs at a time: the next request says whose does, at another customer none is in the way', async () => {
  const answers = await Promise.all([ask({ lists: ['rules'] }), ask({ lists: ['jobs'] }, recruiter)]);
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  const isOfChief = answers[0]?.status === 200;
  const [winner, loser] = isOfChief ? [chief, recruiter] : [recruiter, chief];
  const message = (words: RegExp) => ({ status: 409, body: { current: { message: expect.stringMatching(words) } } });
  expect(await ask({ lists: ['rules'] }, winner)).toMatchObject(
    message(/^Your export is still being made\. One export runs at a time/),
  );
  expect(await ask({ lists: ['rules'] }, loser)).toMatchObject(message(/^An export that .+ requested is still being made\./));
  expect((await list()).running).toMatchObject({ own: isOfChief });
  expect((await list(loser)).exports.total).toBe(0);
  const elsewhere = await service.send(requestExport, { cust: service.people.south, lists: ['rules'] }, administrator);
  expect(elsewhere.status).toBe(200);
  await run();
  expect((await list()).running).toBeNull();
  expect((await ask({ lists: ['rules'] })).status).toBe(200);
});

const carryOut = async () => {
  const { db, now } = service.services;
  const { rows } = await sql<{ customerId: number; runId: number }>`
    select customer_id as "customerId", id as "runId" from run where kind = 'data-export' and state in ('queued', 'running')`.execute(
    db,
  );
  const [ref] = rows;
  if (!ref) throw new Error('no export waits');
  return carryOutRun({ db, now, log: pino({ level: 'silent' }) }, exportRuns, makeExport(service.services), ref);
};

/** Holds back everyone who reads the other lists until `release`. */
async function holdReaders(): Promise<{ waiting: () => Promise<number>; release: () => Promise<void> }> {
  const own = openDatabase(service.databaseUrl);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let locked: () => void = () => undefined;
  const isLocked = new Promise<void>((resolve) => (locked = resolve));
  const held = own.transaction().execute(async (tx) => {
    await sql`lock table ats_object in access exclusive mode`.execute(tx);
    locked();
    await released;
  });
  await isLocked;
  return {
    async waiting() {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_locks l join pg_class c on c.oid = l.relation
        where c.relname = 'ats_object' and not l.granted`.execute(service.services.db);
      return rows[0]?.n ?? 0;
    },
    async release() {
      release();
      await held;
      await own.destroy();
    },
  };
}

test('a stop ends the work before it begins and in the middle, and no part of a file stays', async () => {
  await ask({ lists: ['lists'] });
  const [waiting] = await works();
  expect((await service.send(stopLongWork, { cust: 'me', id: waiting?.id }, recruiter)).status).toBe(404);
  expect(await service.call(stopLongWork, { cust: 'me', id: waiting?.id ?? 0 }, chief)).toMatchObject({ state: 'cancelled' });

  await ask({ lists: ['lists'] });
  const [next] = await works();
  const readers = await holdReaders();
  const running = carryOut();
  await expect.poll(readers.waiting).toBe(1);
  await service.call(stopLongWork, { cust: 'me', id: next?.id ?? 0 }, chief);
  // A person’s stop is seen within a second.
  await new Promise((seen) => setTimeout(seen, 1500));
  await readers.release();
  expect(await running).toBe('ended');
  expect((await newest())?.words).toBe('Stopped. No file was made.');
  expect(await newest()).toMatchObject({ state: 'stopped', size: null });
  expect(await parts()).toBe(0);
  expect(await mails()).toEqual([]);
});

test('a process that lost its lease writes nothing, and what a dead one has left is replaced', async () => {
  await ask({ lists: ['lists'], kind: 'zip' });
  const row = await newest();
  const { db } = service.services;
  const left = { customer_id: service.people.north, export_id: row?.id ?? 0, content: Buffer.from('half') };
  await db
    .insertInto('data_export_part')
    .values([0, 1, 2].map((place) => ({ ...left, place })))
    .execute();
  const readers = await holdReaders();
  const first = carryOut();
  await expect.poll(readers.waiting).toBe(1);
  await sql`update run set lease_until = now() - interval '1 s'`.execute(db);
  const second = carryOut();
  await expect.poll(readers.waiting).toBe(2);
  await readers.release();
  expect(await Promise.all([first, second])).toEqual(['goes on', 'ended']);
  expect(Object.keys(csvsOf(new Uint8Array((await read(row?.id ?? 0)).rawPayload)))).toContain('sources.csv');
  expect(await mails()).toHaveLength(1);
});

test('a file that cannot be stored ends the work by name, tells its person, and leaves nothing', async () => {
  const { db } = service.services;
  await sql`create function full_disk() returns trigger language plpgsql as $$ begin
    raise exception 'no space left on device' using errcode = 'XX000'; end $$`.execute(db);
  await sql`create trigger full_disk before insert on data_export_part for each row execute function full_disk()`.execute(db);
  await ask({ lists: ['rules'] });
  await run();
  await sql`drop trigger full_disk on data_export_part`.execute(db);
  expect(await newest()).toMatchObject({
    state: 'failed',
    words: 'Failed to send export. Please contact support. Nothing of it was kept.',
    size: null,
  });
  const { rows } = await sql<{ fault: string }>`select fault from run`.execute(db);
  expect(rows).toEqual([{ fault: expect.stringContaining('no space left on device') }]);
  expect(await mails()).toMatchObject([{ subject: 'Your export of North Staffing was not made' }]);
  expect(await parts()).toBe(0);
});

test('the activity says who requested an export of what', async () => {
  const reader = createLineReader(service);
  expect(await reader.lineOf(requestExport, { cust: 'me', lists: ['rules', 'jobs'] }, chief)).toMatchObject({
    object_kind: 'dataExport',
    detail: { lists: 'Rules, Jobs', kind: 'xlsx' },
  });
});
