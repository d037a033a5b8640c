import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  acceptReceivedMail,
  giveMailAddress,
  listReceivedMails,
  parseReceivedMail,
  readReceivedMail,
  receivedMailSorts,
  refuseReceivedMail,
  reprocessReceivedMail,
} from '#contract/collecting/mails.ts';
import { readJobOrigin, runTaskNow } from '#contract/collecting/runs.ts';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { no } from '#contract/kit/result.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { collectMail } from '#server/parsing/collect-mail.ts';
import { hwlMail, staffingEngineMail } from '#tests/parsers/vendor-mails.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { selfMadeCertificate } from '#tests/support/self-made-certificate.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { addListParser, openJobsMail } from '#tests/support/worlds/list-parser.ts';
import { type MailWorld, mailDomain, startMailWorld } from '#tests/support/worlds/mail-world.ts';
import { collectPorts } from '../runs/collect-ports.ts';
import { collectJobs } from '../runs/due-tasks.ts';
import { startMailServer } from './mail-server.ts';

let service: TestService;
let world: MailWorld;
let [admin, chief, stranger, north] = ['', '', '', 0];
const taskId = 41;
let isDown = false;

/** Only `forged.example` says who send its emails. */
const resolver = async (name: string, type: string): Promise<string[][]> => {
  if (isDown) throw Object.assign(new Error('no answer'), { code: 'ETIMEOUT' });
  if (type === 'TXT' && name === '_dmarc.forged.example') return [['v=DMARC1; p=reject']];
  throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
};

beforeAll(async () => {
  service = await startTestService({ at: new Date('2026-01-05T14:00:00Z'), mailIn: { domain: mailDomain, resolver } });
  north = service.people.north;
  world = await startMailWorld(service.services, north, taskId);
  [admin, chief, stranger] = [
    await service.signIn('administrator'),
    await service.signIn('chief'),
    await service.signIn('stranger'),
  ];
});
afterAll(async () => {
  await world.stop();
  await service.close();
});
beforeEach(async () => {
  for (const table of ['job', 'received_mail', 'run', 'collection_run'])
    await sql`delete from ${sql.table(table)}`.execute(service.services.db);
});

const first = <T>(items: readonly T[]): T => items[0] as T;
const hwl = hwlMail(first);
const page = `<html><body>${hwl.page(hwl.rows)}</body></html>`;
/** Reads emails in this process, which takes less time than one process for each. */
const collect = (readMail: ReturnType<typeof collectPorts>['readMail'] = collectMail) =>
  runJobs(service.services.db, collectJobs(service.services, { ...collectPorts(service.services), readMail }));
const mails = async (filters = {}) => (await service.call(listReceivedMails, { cust: north, ...filters }, chief)).rows;
const jobs = async (): Promise<JobRow[]> =>
  (await service.services.db.selectFrom('job').select('row').where('deleted', '=', false).orderBy('id').execute()).map(
    ({ row }) => row as JobRow,
  );
const minutesLater = () => sql`update received_mail set due_at = due_at - interval '11 minutes'`.execute(service.services.db);
const audited = async () =>
  (
    await service.services.db
      .selectFrom('audit')
      .select(['command', 'object_kind', 'object_id'])
      .where('command', 'like', '%mail%')
      .orderBy('id')
      .execute()
  ).map(({ command, object_kind, object_id }) => `${command} ${object_kind} ${object_id}`);
const taskRow = async () => (await storedRow(service.services.db, north, 'task', taskId))?.row;

describe('an email that is sent to a task', () => {
  test('becomes its job, and its history says so; the same email counts once', async () => {
    await world.send({ html: page, messageId: '<1@vendor.example>', headers: { date: 'Mon, 5 Jan 2026 14:00:00 +0000' } });
    await world.send({ html: page, messageId: '<1@vendor.example>', headers: { date: 'Mon, 5 Jan 2026 14:00:00 +0000' } });
    expect((await mails()).map(({ state, status, words }) => [state, status, words])).toEqual([['waiting', 3, '']]);
    await collect();
    const [job, ...more] = await jobs();
    expect(more).toEqual([]);
    expect(job).toMatchObject({ ...hwl.expected, taskId, sourceId: 5, status: 'Open' });
    const [mail] = await mails();
    expect(mail).toMatchObject({
      state: 'read',
      status: 1,
      processing: 2,
      records: 1,
      parser: 'HWL requisition',
      task: 'Lakeside emails',
      source: 'Lakeside',
      from: 'orders@vendor.example',
      counts: { added: 1, changed: 0, same: 0, cancelled: 0, refused: 0 },
      words: '1 job listed, 1 new, 0 changed',
      sender: { isTrusted: true, dmarc: 'none' },
    });
    expect(await taskRow()).toMatchObject({ alarm: null, error: null, staged: 1 });
    const origin = await service.call(readJobOrigin, { cust: north, job: job?.id ?? 0 }, chief);
    expect(origin).toMatchObject({ mailId: mail?.id, record: 1, fileName: 'Order' });
    const { jobs: ids } = await service.call(readReceivedMail, { cust: north, id: mail?.id ?? 0 }, chief);
    expect(ids).toEqual([job?.providerJobId]);
    const look = await service.call(parseReceivedMail, { id: mail?.id ?? 0 }, chief);
    expect(look).toMatchObject({ same: 1, jobs: [{ isNew: false, changes: [] }] });
    // Bytes are sealed: no text of the email is in the table.
    const { rows } = await sql<{ found: boolean }>`
      select position('Requisition'::bytea in body) > 0 as found from received_mail`.execute(service.services.db);
    expect(rows).toEqual([{ found: false }]);
  });

  test('is read with the files that it brings; what no parser takes stays in a pile until it is read again', async () => {
    const csv = 'Job ID,Facility,City,State,Start Date\nC-1,Mercy,Tulsa,OK,2/1/2026\nC-2,Grace,Tulsa,OK,2/8/2026\n';
    await world.send({ text: 'See the list.', attachments: [{ filename: 'open.csv', content: csv }] });
    await world.send({ subject: 'Lunch', text: 'Lunch at noon?' });
    await collect();
    expect((await jobs()).map(({ providerJobId }) => providerJobId).sort()).toEqual(['C-1', 'C-2']);
    const sorted = async (sort: SentArgsOf<typeof listReceivedMails>['sort']) =>
      (await mails({ sort })).map(({ subject, records }) => `${subject} ${records}`);
    expect(await sorted('subject')).toEqual(['Lunch 0', 'Order 2']);
    for (const sort of receivedMailSorts) expect(await sorted(`-${sort}`)).toHaveLength(2);
    expect(await sorted('-records')).toEqual(['Order 2', 'Lunch 0']);
    const { rows, piles } = await service.call(listReceivedMails, { cust: north, pile: 'unread' }, chief);
    expect(piles).toEqual({ unread: 1, held: 0 });
    expect(rows).toMatchObject([{ subject: 'Lunch', state: 'unread', status: 2, error: 'no_parser' }]);
    expect(await taskRow()).toMatchObject({ error: 'no_parser', alarm: expect.stringContaining('Lunch') });
    const errors = service.services.db.selectFrom('error_event').select(['code', 'about']).where('customer_id', '=', north);
    expect(await errors.execute()).toEqual([{ code: 16, about: 'Email “Lunch”' }]);
    const id = rows[0]?.id ?? 0;
    expect(await service.call(reprocessReceivedMail, { id }, admin)).toMatchObject({ runId: expect.any(Number) });
    await collect();
    expect(await mails({ pile: 'unread' })).toHaveLength(1);
    await service.call(refuseReceivedMail, { cust: north, id }, chief);
    expect((await audited()).slice(-2)).toEqual([`mail.reprocess mail ${id}`, `mail.refuse mail ${id}`]);
    await collect();
    expect(await mails({ pile: 'unread' })).toEqual([]);
    expect(await taskRow()).toMatchObject({ error: null, alarm: null });
  });

  test('waits for a person if its sender is not confirmed', async () => {
    await world.send({ html: page, from: 'Vendor <orders@forged.example>' });
    await collect();
    expect(await jobs()).toEqual([]);
    const [held] = await mails({ pile: 'held' });
    expect(held).toMatchObject({ state: 'held', status: 3, error: 'sender', sender: { dmarc: 'fail', isTrusted: false } });
    await service.call(acceptReceivedMail, { cust: north, id: held?.id ?? 0 }, chief);
    expect((await audited()).at(-1)).toBe(`mail.accept mail ${held?.id}`);
    await collect();
    expect(await jobs()).toHaveLength(1);
    const again = await service.send(acceptReceivedMail, { cust: north, id: held?.id }, chief);
    expect(again).toMatchObject({ status: 400, body: { fields: { id: 'This email does not wait for a person.' } } });
  });

  test('is checked again later while the name servers do not answer, and waits meanwhile', async () => {
    isDown = true;
    await world.send({ html: page });
    await collect();
    isDown = false;
    expect(await mails()).toMatchObject([{ state: 'waiting', words: expect.stringContaining('at present') }]);
    await collect();
    expect(await jobs()).toEqual([]);
    await minutesLater();
    await collect();
    expect(await jobs()).toHaveLength(1);
  });

  test('that cannot be read fails with one error, and is kept', async () => {
    await world.sendRaw(
      'From: orders@vendor.example\r\nSubject: Empty\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b--\r\n',
    );
    await collect();
    const [mail] = await mails();
    expect(mail).toMatchObject({ state: 'failed', status: 2, error: 'unreadable', words: expect.stringMatching(/^[A-Z].*\.$/) });
    const shown = await service.call(readReceivedMail, { cust: north, id: mail?.id ?? 0 }, chief);
    expect(shown).toMatchObject({ html: '', problem: mail?.words });
    await sql`update received_mail set state = 'unread', size = 1100 * 1024 * 1024`.execute(service.services.db);
    await expect(world.send({ text: 'Lunch?' })).rejects.toMatchObject({ responseCode: 452 });
  });

  test('is put aside if it answers by itself, is an email of ours, or goes in a circle', async () => {
    const from = 'From: orders@vendor.example\r\nSubject: Order\r\n';
    const body = `Content-Type: text/html\r\n\r\n${page}`;
    await world.sendRaw(`${from}Auto-Submitted: auto-replied\r\n${body}`);
    await world.sendRaw(`${from}Message-ID: <x@${mailDomain}>\r\n${body}`);
    await world.sendRaw(
      `${'Received: from a.example by b.example; Mon, 5 Jan 2026 14:00:00 +0000\r\n'.repeat(51)}Date: Mon, 5 Jan 2026 14:00:00 +0000\r\n${from}${body}`,
    );
    await collect();
    expect(await jobs()).toEqual([]);
    expect((await mails()).map(({ state, status }) => [state, status])).toEqual(Array.from({ length: 3 }, () => ['ignored', 1]));
  });
});

const folder = join(process.env['JOBDOCK_DATA'] ?? resolve(import.meta.dirname, '../../../../shared/data'), 'jobs');
const realMails = [
  {
    file: 'vms-email-hwl-requisition-2024-67814.html',
    expected: {
      providerJobId: '2024-67814',
      startDate: '2024-08-05',
      endDate: '2024-11-02',
      durationDays: 13 * 7,
      guaranteedHours: 40,
      billRate: 100,
    },
  },
  {
    file: 'vms-email-staffingengine-32646.html',
    expected: { providerJobId: '32646', workType: 2, city: 'lakeway', state: 'TX', zip: '78738' },
  },
].filter(({ file }) => existsSync(join(folder, file)));

for (const { file, expected } of realMails)
  test(`${file}, sent over SMTP, becomes its job`, async () => {
    await world.send({ html: readFileSync(join(folder, file), 'utf8') });
    await collect();
    expect(await jobs()).toMatchObject([{ ...expected, taskId, status: 'Open' }]);
    // The two schedules of the second contradict each other: a warning quotes both.
    const { rows } = await sql<{ warned: readonly object[] }>`select warned from collection_run`.execute(service.services.db);
    const both = { field: 'shift', problem: expect.stringMatching(/“12 hr days” and also “4 -10 hour day shifts/) };
    const problems = expect.arrayContaining([expect.objectContaining(both)]);
    expect(rows[0]?.warned).toMatchObject(expected.providerJobId === '32646' ? [{ problems }] : []);
  });

test('an email that takes too long to read is read again some minutes later, twice; then a person decides', async () => {
  const slow = async () => no({ kind: 'timeout' as const, words: 'Reading the file took longer than 30 seconds.' });
  await world.send({ html: page });
  const states: string[] = [];
  for (let tries = 0; tries < 3; tries++) {
    await collect(slow);
    // It is not due again yet.
    await collect();
    states.push((await mails())[0]?.state ?? '');
    await minutesLater();
  }
  expect(states).toEqual(['waiting', 'waiting', 'failed']);
  await service.call(reprocessReceivedMail, { id: (await mails())[0]?.id ?? 0 }, admin);
  await collect(slow);
  await minutesLater();
  await collect();
  expect(await mails()).toMatchObject([{ state: 'read' }]);
  expect(await jobs()).toMatchObject([hwl.expected]);
});

describe('an email that lists all open jobs', () => {
  const states = async () => (await jobs()).map(({ providerJobId, status }) => `${providerJobId} ${status}`).sort();

  beforeAll(() => addListParser(service.services.db, north));

  test('cancels what is missing, but not if a row is refused, nor if a later email was read', async () => {
    await world.send({ html: openJobsMail(['A-1', 'A-2', 'A-3']) });
    await collect();
    await world.send({ html: openJobsMail(['A-1', 'A-2', '']) });
    await collect();
    expect(await states()).toEqual(['A-1 Open', 'A-2 Open', 'A-3 Open']);
    expect(await taskRow()).toMatchObject({ error: 'unsure' });
    await world.send({ html: openJobsMail(['A-1', 'A-2']) });
    await collect();
    expect(await states()).toEqual(['A-1 Open', 'A-2 Open', 'A-3 Cancelled']);
    const [newest, , oldest] = await mails();
    expect(newest).toMatchObject({
      processing: 3,
      counts: { cancelled: 1 },
      words: '2 jobs listed, 0 new, 0 changed, 1 canceled',
    });
    await world.send({ html: openJobsMail(['A-1', 'A-2', 'A-4']) });
    await collect();
    await service.call(reprocessReceivedMail, { id: newest?.id ?? 0 }, admin);
    await service.call(reprocessReceivedMail, { id: oldest?.id ?? 0 }, admin);
    await collect();
    expect((await states())[3]).toBe('A-4 Open');
  });

  test('that lists far fewer cancels nothing until a person accepts that', async () => {
    await world.send({ html: openJobsMail(['B-1', 'B-2', 'B-3', 'B-4', 'B-5', 'B-6']) });
    await collect();
    await world.send({ html: openJobsMail(['B-1']) });
    await collect();
    expect((await states()).filter((state) => state.endsWith('Open'))).toHaveLength(6);
    const [mail] = await mails();
    expect(mail).toMatchObject({ state: 'read', error: 'silence' });
    const { cancelled } = await service.call(parseReceivedMail, { id: mail?.id ?? 0 }, chief);
    expect(cancelled).toBe(5);
    await service.call(reprocessReceivedMail, { id: mail?.id ?? 0, accept: true }, admin);
    await collect();
    expect((await states()).filter((state) => state.endsWith('Open'))).toEqual(['B-1 Open']);
  });

  test('that lists far fewer is also accepted with the alarm of its task', async () => {
    await world.send({ html: openJobsMail(['C-1', 'C-2', 'C-3', 'C-4', 'C-5', 'C-6']) });
    await collect();
    await world.send({ html: openJobsMail(['C-1']) });
    await collect();
    expect(await taskRow()).toMatchObject({ error: 'silence' });
    await service.call(runTaskNow, { cust: north, id: taskId, accept: true }, chief);
    await collect();
    expect((await states()).filter((state) => state.endsWith('Open'))).toEqual(['C-1 Open']);
    expect(await taskRow()).toMatchObject({ error: null, alarm: null });
  });
});

test('STARTTLS is offered only with a certificate of one’s own, and an email arrives over it', async () => {
  const certificate = selfMadeCertificate(mailDomain);
  const server = await startMailServer(service.services, { host: '127.0.0.1', port: 0, domain: mailDomain, certificate });
  // Both transports send over TLS or not at all, and check the certificate.
  const over = (port: number) =>
    createTransport({ host: '127.0.0.1', port, requireTLS: true, tls: { ca: certificate.cert, servername: mailDomain } });
  const mail = { from: 'orders@vendor.example', to: world.address, subject: 'Encrypted', text: 'Lunch?' };
  try {
    await over(server.port).sendMail(mail);
    expect(await mails()).toMatchObject([{ subject: 'Encrypted', state: 'waiting' }]);
    await expect(over(world.port).sendMail(mail)).rejects.toMatchObject({ code: 'ETLS' });
    expect(await mails()).toHaveLength(1);
  } finally {
    await server.stop();
  }
});

describe('people', () => {
  test('look at an email and at what it would give, and nothing is written', async () => {
    const engine = staffingEngineMail(first);
    await world.send({
      subject: 'New job',
      html: `<script>alert(1)</script><img src="https://spy.example/x.png">${engine.page(engine.rows)}`,
    });
    const [waiting] = await mails();
    const id = waiting?.id ?? 0;
    const shown = await service.call(readReceivedMail, { cust: north, id }, chief);
    expect(shown.html).toContain(String(engine.expected['providerJobId']));
    expect(shown.html).not.toMatch(/<script|spy\.example/);
    const look = await service.call(parseReceivedMail, { id }, chief);
    expect(look).toMatchObject({ parser: 'StaffingEngine order', processing: 2, added: 1, problem: null, reason: '' });
    expect(look.jobs).toMatchObject([{ isNew: true, changes: [] }]);
    expect(look.jobs[0]?.values).toContainEqual({ field: 'billRate', value: engine.expected['billRate'] });
    expect(await mails()).toMatchObject([{ state: 'waiting' }]);
    expect(await jobs()).toEqual([]);
  });

  test('of another customer see no email, and only administrators read one again', async () => {
    await world.send({ text: 'Lunch?' });
    const [mail] = await mails();
    const id = mail?.id ?? 0;
    expect(await service.send(parseReceivedMail, { id }, stranger)).toMatchObject({ status: 404 });
    expect(await service.send(readReceivedMail, { cust: service.people.south, id }, admin)).toMatchObject({ status: 404 });
    expect(await service.send(reprocessReceivedMail, { id }, chief)).toMatchObject({ status: 403 });
    expect((await service.call(listReceivedMails, { cust: -1 }, admin)).rows).toMatchObject([{ id, customerId: north }]);
    expect(await mails({ text: 'no such' })).toEqual([]);
    expect(await mails({ since: '2026-01-06T00:00:00Z' })).toEqual([]);
    expect(await mails({ until: '2026-01-06T00:00:00Z', task: taskId, status: 3, processing: 0 })).toHaveLength(1);
  });

  test('get the address of a task, and a new one ends the old one', async () => {
    const { address, isOpen } = await service.call(giveMailAddress, { cust: north, id: taskId }, chief);
    expect([address, isOpen]).toEqual([world.address, true]);
    expect((await audited()).at(-1)).toBe(`task.mail_address task ${taskId}`);
    await expect(world.send({ text: 'x' }, `jobs-aaaa@${mailDomain}`)).rejects.toMatchObject({ responseCode: 550 });
    await expect(world.send({ text: 'x' }, world.address.replace(mailDomain, 'other.example'))).rejects.toMatchObject({
      responseCode: 550,
    });
    const renewed = await service.call(giveMailAddress, { cust: north, id: taskId, renew: true }, chief);
    await expect(world.send({ text: 'x' })).rejects.toMatchObject({ responseCode: 550 });
    await world.send({ text: 'x' }, renewed.address.toUpperCase());
    expect(await mails()).toHaveLength(1);
    await expect(world.send({ text: 'x'.repeat(21 * 1024 * 1024) }, renewed.address)).rejects.toMatchObject({
      responseCode: 552,
    });
  });
});
