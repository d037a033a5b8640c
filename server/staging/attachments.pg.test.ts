import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commitUpload, uploadJobs } from '#contract/collecting/uploads.ts';
import { no } from '#contract/kit/result.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { fetchAttachment, listAttachments, readAttachment } from '#contract/staging/attachments.ts';
import { fetchLink } from '#server/collecting/attachments/fetch-link.ts';
import { attachmentLimits } from '#server/collecting/attachments/stored-files.ts';
import { collectPorts } from '#server/collecting/runs/collect-ports.ts';
import { collectJobs } from '#server/collecting/runs/due-tasks.ts';
import { forgetOldSync } from '#server/feed/retention.ts';
import { collectMail } from '#server/parsing/collect-mail.ts';
import { hwlMail } from '#tests/parsers/vendor-mails.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { type MailWorld, mailDomain, startMailWorld } from '#tests/support/worlds/mail-world.ts';

let service: TestService;
let world: MailWorld;
let vendor: Server;
let [chief, stranger, north, site] = ['', '', 0, ''];
const resolver = async (): Promise<string[][]> => {
  throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
};

/** A vendor's site: a file, a page in place of a file, and a redirect to a private address. */
const answers: Record<string, { readonly status: number; readonly type: string; readonly body: string; readonly to?: string }> = {
  '/files/profile.pdf': { status: 200, type: 'application/octet-stream', body: '%PDF-1.7 unit profile' },
  '/files/private.pdf': { status: 200, type: 'application/pdf', body: '<html>Sign in</html>' },
  '/files/inside.pdf': { status: 302, type: 'text/plain', body: '', to: 'https://10.1.2.3/inside.pdf' },
};

beforeAll(async () => {
  vendor = createServer((request, response) => {
    const { status, type, body, to } = answers[request.url?.split('?')[0] ?? ''] ?? {
      status: 404,
      type: 'text/plain',
      body: 'none',
    };
    response.writeHead(status, { 'content-type': type, ...(to && { location: to }) }).end(body);
  });
  await new Promise<void>((resolve) => void vendor.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
  service = await startTestService({
    at: new Date('2026-01-05T14:00:00Z'),
    mailIn: { domain: mailDomain, resolver },
    vendorSiteUrl: site,
  });
  north = service.people.north;
  world = await startMailWorld(service.services, north, 41);
  await service.services.db.updateTable('app_user').set({ role_id: 5 }).where('id', '=', service.people.stranger).execute();
  [chief, stranger] = [await service.signIn('chief'), await service.signIn('stranger')];
});
afterAll(async () => {
  await world.stop();
  await service.close();
  vendor.close();
});

/** Reads emails in this process, which takes less time than one process for each. Their files come from the parsing process. */
const collect = () =>
  runJobs(service.services.db, collectJobs(service.services, { ...collectPorts(service.services), readMail: collectMail }));
const jobs = async (): Promise<JobRow[]> =>
  (await service.services.db.selectFrom('job').select('row').where('deleted', '=', false).orderBy('id').execute()).map(
    ({ row }) => row as JobRow,
  );
const filesOf = async (jobId: number) => (await service.call(listAttachments, { cust: north, jobId }, chief)).rows;
const first = <T>(items: readonly T[]): T => items[0] as T;
const hwl = hwlMail(first);
const html = `<html><body>${hwl.page(hwl.rows)}</body></html>`;
const pdf = Buffer.from('%PDF-1.7 rates of the unit');
const png = Buffer.from('\x89PNG\r\n\x1a\n a picture', 'latin1');

test('the files of an email stay with its job: named cleanly, typed by content, and what is missing says why', async () => {
  const attachments = [
    { filename: '../../Unit rates.pdf', content: pdf },
    { filename: 'gpj.\u202Efdp.pdf', content: png },
    { filename: 'Order.pdf', content: Buffer.from('MZ\x90\0 a program', 'latin1') },
    { filename: 'Blank.docx', content: Buffer.from('') },
  ];
  await world.send({ html, attachments, messageId: '<1@vendor.example>' });
  await collect();
  const [job] = await jobs();
  expect(job).toMatchObject({ ...hwl.expected, attachments: 4 });
  const files = await filesOf(job?.id ?? 0);
  expect([...files].sort((a, b) => a.name.localeCompare(b.name))).toEqual([
    expect.objectContaining({ name: 'Blank.docx', state: 'missing', words: expect.stringContaining('the file is empty') }),
    {
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      at: '2026-01-05T14:00:00.000Z',
      name: 'gpj.fdp.pdf.png',
      kind: 'PNG image',
      size: png.length,
      from: 'email',
      fromName: 'Order',
      state: 'here',
      words: 'Its name says .pdf, but its content is “PNG image”.',
    },
    expect.objectContaining({ name: 'Order.pdf', state: 'missing', words: expect.stringContaining('it is a program') }),
    expect.objectContaining({ name: 'Unit rates.pdf', kind: 'PDF', size: pdf.length, state: 'here', words: null }),
  ]);

  // The same files in a later email of the job are no further ones, and a new one is added.
  await world.send({
    html,
    attachments: [...attachments, { filename: 'Map.pdf', content: pdf }],
    messageId: '<2@vendor.example>',
  });
  await collect();
  expect((await jobs()).map((one) => one.attachments)).toEqual([5]);
  // The bytes are stored once, and encrypted.
  const { rows } = await sql<{ size: number; readable: boolean }>`
    select size, position('%PDF'::bytea in body) > 0 as readable from attached_file order by size`.execute(service.services.db);
  expect(rows).toEqual([
    { size: png.length, readable: false },
    { size: pdf.length, readable: false },
  ]);
});

test('a file is offered as a download that nothing can run in, to people of its customer only', async () => {
  const [job] = await jobs();
  const file = (await filesOf(job?.id ?? 0)).find(({ name }) => name === 'Unit rates.pdf');
  const args = { cust: north, attachmentId: file?.id ?? '' };
  const { response } = await service.send(readAttachment, args, chief);
  expect(response.rawPayload).toEqual(pdf);
  expect(response.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="Unit rates.pdf"; filename*=UTF-8''Unit%20rates.pdf`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  const south = await service.send(readAttachment, { ...args, cust: 'me' }, stranger);
  const unknown = await service.send(readAttachment, { ...args, attachmentId: '00000000-0000-4000-8000-000000000000' }, chief);
  expect([south.status, unknown.status]).toEqual([404, 404]);
  const missing = (await filesOf(job?.id ?? 0)).find(({ name }) => name === 'Order.pdf');
  const gone = await service.send(readAttachment, { cust: north, attachmentId: missing?.id ?? '' }, chief);
  expect(gone.status).toBe(404);
});

test('an email with more files than are kept says so, and a list of jobs is no file of a job', async () => {
  await service.services.db.deleteFrom('job_attachment').execute();
  const many = Array.from({ length: 22 }, (_, i) => ({ filename: `Page ${i}.pdf`, content: pdf }));
  await world.send({ html, attachments: many, messageId: '<3@vendor.example>' });
  const csv = 'Job ID,Facility,City,State,Title\nL-1,Mercy,Reno,NV,RN ICU\n';
  const listed = [
    { filename: 'open jobs.csv', content: csv },
    { filename: 'terms.pdf', content: pdf },
  ];
  await world.send({ text: 'See the list.', attachments: listed, messageId: '<4@vendor.example>' });
  await collect();
  const [job, fromList] = await jobs();
  const files = await filesOf(job?.id ?? 0);
  expect(files).toHaveLength(21);
  expect(files.find(({ state }) => state === 'missing')).toMatchObject({
    name: '2 more files',
    words: expect.stringContaining('the first 20 files are kept'),
  });
  expect(fromList).toMatchObject({ providerJobId: 'L-1', attachments: 1 });
  expect((await filesOf(fromList?.id ?? 0)).map(({ name }) => name)).toEqual(['terms.pdf']);
});

async function upload(lines: readonly string[]): Promise<JobRow[]> {
  const file = { cust: 'me', file: Buffer.from(lines.join('\n')), fileName: 'jobs.csv' } as const;
  const read = await service.call(uploadJobs, file, chief);
  await service.call(commitUpload, { cust: 'me', file: read.file, source: 'Harbor' }, chief);
  const staged = (await jobs()).filter(({ source }) => source === 'Harbor');
  return staged.sort((a, b) => a.providerJobId.localeCompare(b.providerJobId));
}

test('a linked file is fetched when it is first opened; what cannot be fetched says why, and its job is there', async () => {
  const links = [
    `${site}/files/profile.pdf?sig=1`,
    `${site}/files/private.pdf`,
    `${site}/files/inside.pdf`,
    `${site}/files/none.pdf`,
    'https://10.0.0.1/secret.pdf',
  ];
  const head = 'Job ID,Facility,City,State,Degree,Specialty,Attachment URL';
  const row = (id: string, urls: readonly string[]) => `${id},Mercy,Reno,NV,RN,ICU,${urls.join(' ')}`;
  const [job, plain] = await upload([head, row('H-1', links), row('H-2', [])]);
  expect([job?.attachments, plain?.attachments ?? 0]).toEqual([5, 0]);
  const linked = await filesOf(job?.id ?? 0);
  expect(new Set(linked.map(({ state, kind, words }) => `${state} ${kind} ${words}`))).toEqual(new Set(['linked null null']));

  const opened = new Map<string, string>();
  for (const { id, name } of linked) {
    const file = await service.call(fetchAttachment, { cust: north, attachmentId: id }, chief);
    opened.set(name, `${file.state} ${file.kind ?? ''} ${file.words ?? ''}`.trim());
  }
  expect(opened.get('profile.pdf')).toBe('here PDF');
  expect(opened.get('private.pdf')).toMatch(/^missing .*a web page and no file, such as a sign-in/);
  expect(opened.get('inside.pdf')).toMatch(/^missing .*private network/);
  expect(opened.get('none.pdf')).toMatch(/^missing .*status 404/);
  expect(opened.get('secret.pdf')).toMatch(/^missing .*private network/);
  const profile = linked.find(({ name }) => name === 'profile.pdf');
  const { response } = await service.send(readAttachment, { cust: north, attachmentId: profile?.id ?? '' }, chief);
  expect(response.payload).toBe('%PDF-1.7 unit profile');
  const foreign = await service.send(fetchAttachment, { cust: 'me', attachmentId: profile?.id ?? '' }, stranger);
  expect(foreign.status).toBe(404);
  const { rows: lines } = await sql<{ about: string; detail: Record<string, unknown> }>`
    select object_kind || ' ' || object_id as about, detail from audit where command = 'attachment.fetch' order by id`.execute(
    service.services.db,
  );
  expect(lines).toHaveLength(5);
  expect(lines.map(({ about }) => about)).toEqual(Array(5).fill(`job ${job?.id}`));

  // A new signature is the same file; a link that is no longer sent and was never read goes.
  const [again] = await upload([head, row('H-1', [`${site}/files/profile.pdf?sig=2`])]);
  expect(again?.attachments).toBe(1);
  expect(await filesOf(job?.id ?? 0)).toMatchObject([{ name: 'profile.pdf', state: 'here', id: profile?.id }]);
});

test('a silent host and a file of 21 MB are missing with the reason', async () => {
  const silent = await fetchLink(
    async () => no({ kind: 'timeout', words: 'The other side took too long to answer.' }),
    'https://x.test/a.pdf',
  );
  expect(silent).toMatchObject({
    name: 'a.pdf',
    body: null,
    words: expect.stringMatching(/x\.test: The other side took too long/),
  });
  const large = await fetchLink(async (_url, { maxBytes }) => {
    expect(maxBytes).toBe(attachmentLimits.fileBytes);
    return no({ kind: 'too_large', words: 'The answer is larger than 20 MB.' });
  }, 'https://x.test/a.pdf');
  expect(large.words).toMatch(/larger than 20 MB.*ask the vendor to send the file by email/);
});

test('files go with their job', async () => {
  const { db, now } = service.services;
  const left = async () => {
    const { rows } = await sql<{ files: number; bytes: number }>`
      select (select count(*)::integer from job_attachment) as files, (select count(*)::integer from attached_file) as bytes`.execute(
      db,
    );
    return rows[0];
  };
  expect(await left()).toMatchObject({ files: expect.any(Number), bytes: 3 });
  await forgetOldSync(db, now());
  expect(await left()).toMatchObject({ bytes: 2 });
  await sql`update job set deleted = true, row = '{}'`.execute(db);
  await forgetOldSync(db, now());
  expect(await left()).toEqual({ files: 0, bytes: 0 });
});
