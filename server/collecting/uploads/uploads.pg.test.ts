import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commitUpload, uploadGoogleJobs, uploadJobs } from '#contract/collecting/uploads.ts';
import { ok } from '#contract/kit/result.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { holdStaging } from '#server/feed/hold-source.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { sourceNamed } from '#server/mapping/sources/sources.ts';
import { routes } from '#server/routes.ts';
import { createLineReader } from '#tests/contract/audit/audit-lines.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { googleSheetRoute } from './google-sheets.routes.ts';

/** What Google answers to the export of a sheet. */
const sheet = ok({
  status: 200,
  headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="Shared jobs.csv"' },
  bytes: Buffer.from('Job ID,Facility,City,State\nG-1,Mercy,Reno,NV\n'),
  url: 'https://docs.google.com/',
});

let service: TestService;
let chief: string;
let recruiter: string;
let stranger: string;
beforeAll(async () => {
  const rest = routes.filter(({ endpoint }) => endpoint !== uploadGoogleJobs);
  service = await startTestService({ handlers: [...rest, googleSheetRoute(async () => sheet)] });
  // A user of another customer with all rights there.
  await service.services.db.updateTable('app_user').set({ role_id: 5 }).where('id', '=', service.people.stranger).execute();
  [chief, recruiter, stranger] = await Promise.all([
    service.signIn('chief'),
    service.signIn('recruiter'),
    service.signIn('stranger'),
  ]);
});
afterAll(async () => {
  await service.close();
});

const lines = [
  'Job ID,Facility,City,State,Degree,Specialty,Bill Rate',
  'H-1,Mercy,Reno,NV,RN,ICU,81.50',
  'H-2,Mercy,Reno,NV,RN,ER,79',
];
const file = (text: string) => ({ cust: 'me', file: Buffer.from(text), fileName: 'jobs.csv' }) as const;

async function staged(): Promise<JobRow[]> {
  const rows = await service.services.db
    .selectFrom('job')
    .select('row')
    .where('customer_id', '=', service.people.north)
    .execute();
  return rows.map(({ row }) => row as JobRow);
}

test('a file is read first and staged on request, under a source with the given name', async () => {
  const read = await service.call(uploadJobs, file(lines.join('\n')), chief);
  expect(read).toMatchObject({ format: 'csv', jobs: 2, refusedCount: 0, sample: [{ providerJobId: 'H-1', billRate: 81.5 }, {}] });
  expect(await staged()).toEqual([]);
  const commit = { cust: 'me', file: read.file, source: 'Harbor VMS' } as const;
  expect((await service.send(commitUpload, commit, stranger)).status).toBe(404);
  expect(await service.call(commitUpload, commit, chief)).toMatchObject({ status: 'ok', added: 2, changed: 0, same: 0 });
  expect((await staged()).map(({ source, providerJobId }) => `${source} ${providerJobId}`).sort()).toEqual([
    'Harbor VMS H-1',
    'Harbor VMS H-2',
  ]);
  // The upload is deleted after staging, so that a second request cannot stage it twice.
  expect((await service.send(commitUpload, commit, chief)).status).toBe(404);

  const again = await service.call(uploadJobs, file([...lines.slice(0, 2), 'H-2,Mercy,Reno,NV,RN,ER,80'].join('\n')), chief);
  expect(await service.call(commitUpload, { ...commit, file: again.file }, chief)).toMatchObject({
    added: 0,
    changed: 1,
    same: 1,
  });
});

test('a file whose source leaves the customer while it is staged is refused at its source, and can be staged again', async () => {
  const { db } = service.services;
  const { north } = service.people;
  const read = await service.call(uploadJobs, file(['Job ID,Facility,City,State', 'L-1,Mercy,Reno,NV'].join('\n')), chief);
  const commit = { cust: 'me', file: read.file, source: 'Leaving VMS' } as const;
  const { id } = await db.transaction().execute(async (tx) => {
    const { source, publications } = await sourceNamed(tx, north, 'Leaving VMS');
    await writeRows(tx, north, publications);
    return source;
  });
  const refused = await db.transaction().execute(async (tx) => {
    await holdStaging(tx, north, id);
    const sent = service.send(commitUpload, commit, chief);
    await expect.poll(() => waiting(db), { timeout: 30_000 }).toBe(1);
    await tx.updateTable('source').set({ deleted: true }).where('customer_id', '=', north).where('id', '=', id).execute();
    return { sent };
  });
  expect(await refused.sent).toMatchObject({
    status: 400,
    body: { fields: { source: expect.stringMatching(/^The source Leaving VMS was removed or moved/) } },
  });
  expect(await service.call(commitUpload, commit, chief)).toMatchObject({ added: 1 });
});

/** Transactions that wait for a lock of staging. */
async function waiting(db: Db): Promise<number> {
  const { rows } = await sql<{ waits: number }>`
    select count(*)::integer as waits from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows[0]?.waits ?? 0;
}

test('unreadable rows are reported, an unreadable file is rejected, and so is a user without the right to upload', async () => {
  const read = await service.call(uploadJobs, file([...lines, 'H-3,Mercy,Reno,NV,RN,ER,much'].join('\n')), chief);
  expect(read.refused).toMatchObject([{ row: expect.any(Number), problems: [{ value: 'much', remedy: expect.any(String) }] }]);
  expect(await service.send(uploadJobs, file(''), chief)).toMatchObject({ status: 400, body: { kind: 'invalid' } });
  const unknown = { cust: 'me', file: randomUUID(), source: 'X' };
  expect((await service.send(commitUpload, unknown, chief)).status).toBe(404);
  expect(await service.send(commitUpload, { ...unknown, source: ' ' }, chief)).toMatchObject({
    status: 400,
    body: { fields: { source: 'Name the source' } },
  });
  expect((await service.send(uploadJobs, file(lines.join('\n')), recruiter)).status).toBe(403);
});

test('of one person’s files only the newest three wait to be staged', async () => {
  const files: string[] = [];
  for (let i = 0; i < 5; i++) files.push((await service.call(uploadJobs, file(lines.join('\n')), chief)).file);
  const stored = await service.services.db
    .selectFrom('upload')
    .select('id')
    .where('user_id', '=', service.people.chief)
    .execute();
  expect(stored.map(({ id }) => id).sort()).toEqual(files.slice(-3).sort());
});

test('a Google Sheet is read and staged like a file; a foreign link is refused with a remedy', async () => {
  const gp = 'https://docs.google.com/spreadsheets/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit#gid=0';
  const line = await createLineReader(service).lineOf(uploadGoogleJobs, { cust: 'me', gp }, chief);
  expect(line).toMatchObject({ object_kind: 'upload', detail: { fileName: 'Shared jobs.csv', bytes: sheet.value.bytes.length } });
  const read = await service.call(uploadGoogleJobs, { cust: 'me', gp }, chief);
  expect(read).toMatchObject({ format: 'csv', jobs: 1, sample: [{ providerJobId: 'G-1' }] });
  const commit = { cust: 'me', file: read.file, source: 'Shared VMS' } as const;
  expect(await service.call(commitUpload, commit, chief)).toMatchObject({ status: 'ok', added: 1 });
  const refused = await service.send(uploadGoogleJobs, { cust: 'me', gp: 'https://example.org/jobs.csv' }, chief);
  expect(refused).toMatchObject({ status: 400, body: { fields: { gp: expect.stringContaining('paste it here') } } });
  expect((await service.send(uploadGoogleJobs, { cust: 'me', gp }, recruiter)).status).toBe(403);
});
