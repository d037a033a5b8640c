import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createWorker } from '../queue/worker.ts';
import { type Mail, mailJobs, storingMailer } from './mail.ts';
import { smtpSender } from './smtp-sender.ts';

const link = 'http://127.0.0.1:4180/reset/1.secret';
const bytes = randomBytes(2_000_000);
const mail: Mail = {
  customerId: 1,
  cause: 'report 1',
  to: 'ann@example.org',
  subject: 'Open jobs',
  text: `All open jobs: ${link}`,
  html: `<p>All open jobs: <a href="${link}">here</a> é</p>`,
  attachments: [
    { name: 'Open jobs – Söder.xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', content: bytes },
    { name: 'empty.csv', type: 'text/csv', content: new Uint8Array() },
  ],
  owner: 7,
};

let database: TestDatabase;
let server: SMTPServer;
let url: string;
/** What the mail server says to the next recipients: a code below 400 takes the email. */
let answers: (readonly [code: number, words: string])[];
/** What becomes of the next connections: `torn` takes the email and ends without an answer, `cut` ends before the email is whole. */
let faults: ('torn' | 'cut')[];
let received: Buffer[];
const sockets: Socket[] = [];
const connections = new Map<string, Socket>();
beforeEach(async () => {
  answers = [];
  faults = [];
  received = [];
  server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo(_address, _session, answer) {
      const [code, words] = answers.shift() ?? [250, 'ok'];
      return code < 400 ? answer() : answer(Object.assign(new Error(words), { responseCode: code }));
    },
    onData(stream, session, answer) {
      const fault = faults.shift();
      const end = () => connections.get(session.id)?.destroy();
      if (fault === 'cut') return end();
      void buffer(stream).then((message) => {
        received.push(message);
        if (fault === 'torn') end();
        else answer();
      }, answer);
    },
    onConnect(session, answer) {
      const newest = sockets.at(-1);
      if (newest) connections.set(session.id, newest);
      answer();
    },
  });
  server.server.on('connection', (socket) => void sockets.push(socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.server.address();
  url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  database = await createTestDatabase();
  await database.db.insertInto('customer').values({ name: 'North' }).execute();
});
afterEach(async () => {
  await new Promise<void>((done) => server.close(() => done()));
  await database.close();
});

/** Tries all emails that are due, and makes those that failed due again. */
async function deliver(): Promise<void> {
  const worker = createWorker(
    database.db,
    pino({ level: 'silent' }),
    mailJobs(database.db, smtpSender(url, 'Jobdock <a@b.test>')),
  );
  await worker.runOnce();
  await worker.stop();
  await sql`update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`.execute(database.db);
}
const row = () => database.db.selectFrom('mail').selectAll().executeTakeFirstOrThrow();
const files = () => database.db.selectFrom('mail_attachment').selectAll().orderBy('place').execute();

test('HTML and attachments arrive byte for byte, and are kept without links and content once they were sent', async () => {
  await storingMailer.send(database.db, mail);
  expect((await files()).map(({ name, size, content }) => [name, size, content?.byteLength])).toEqual([
    ['Open jobs – Söder.xlsx', 2_000_000, 2_000_000],
    ['empty.csv', 0, 0],
  ]);
  await deliver();
  const read = await PostalMime.parse(received[0] ?? '', { attachmentEncoding: 'arraybuffer' });
  // So that no absence note answers it (RFC 3834).
  expect(read.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  expect(read).toMatchObject({ subject: mail.subject, text: `${mail.text}\n`, html: `${mail.html}\n` });
  expect(read.attachments.map(({ filename, mimeType, disposition }) => [filename, mimeType, disposition])).toEqual([
    ['Open jobs – Söder.xlsx', mail.attachments?.[0]?.type, 'attachment'],
    ['empty.csv', 'text/csv', 'attachment'],
  ]);
  const arrived = read.attachments[0]?.content;
  expect(arrived instanceof ArrayBuffer && bytes.equals(new Uint8Array(arrived))).toBe(true);
  expect(await row()).toMatchObject({
    sent_at: expect.any(String),
    text: 'All open jobs: (link removed)',
    html: '<p>All open jobs: <a>here</a> é</p>',
    answer: null,
    failed_at: null,
  });
  expect((await files()).map(({ name, size, content }) => [name, size, content])).toEqual([
    ['Open jobs – Söder.xlsx', 2_000_000, null],
    ['empty.csv', 0, null],
  ]);
});

test('a mail that was rolled back, or sent for the same cause before, stores no attachment', async () => {
  const rolledBack = database.db.transaction().execute(async (tx) => {
    await storingMailer.send(tx, mail);
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await files()).toEqual([]);
  await storingMailer.send(database.db, mail);
  await storingMailer.send(database.db, mail);
  expect(await files()).toHaveLength(2);
  await expect(
    storingMailer.send(database.db, {
      ...mail,
      cause: 'report 2',
      attachments: [{ name: 'a.csv', type: 'text/csv', content: new Uint8Array(5_000_001) }],
    }),
  ).rejects.toThrow('send a link in their place');
  expect(await database.db.selectFrom('mail').select('cause').execute()).toEqual([{ cause: 'report 1' }]);
});

test('after a 4xx answer the email waits with the answer and is sent at a later try', async () => {
  answers = [[451, 'greylisted, see https://a.example/why']];
  await storingMailer.send(database.db, mail);
  await deliver();
  expect(await row()).toMatchObject({ sent_at: null, failed_at: null, tries: 1, answer: '451 greylisted, see (link removed)' });
  expect(bytes.equals((await files())[0]?.content ?? new Uint8Array())).toBe(true);
  await deliver();
  expect(await row()).toMatchObject({ sent_at: expect.any(String), tries: 2, answer: null });
  expect(received).toHaveLength(1);
});

test('a 5xx answer is final: it is kept with the person to tell, and the email is not tried again', async () => {
  answers = [[550, 'no such user']];
  await storingMailer.send(database.db, mail);
  await deliver();
  await deliver();
  expect(await row()).toMatchObject({
    sent_at: null,
    failed_at: expect.any(String),
    tries: 1,
    answer: '550 no such user',
    owner_id: 7,
  });
  expect(received).toEqual([]);
});

test('of three recipients one is refused: the others have the email once, with its files', async () => {
  answers = [
    [250, 'ok'],
    [550, 'no such user'],
    [250, 'ok'],
  ];
  const people = ['ann@example.org', 'ben@example.org', 'eve@example.org'];
  for (const to of people) await storingMailer.send(database.db, { ...mail, to, cause: `report 1 ${to}` });
  await deliver();
  await deliver();
  const rows = await database.db.selectFrom('mail').selectAll().orderBy('id').execute();
  expect(rows.map(({ answer }) => answer).filter(Boolean)).toEqual(['550 no such user']);
  const refused = rows.find(({ failed_at: at }) => at !== null);
  expect(refused).toMatchObject({ sent_at: null, tries: 1, owner_id: 7 });
  const sent = await Promise.all(received.map((message) => PostalMime.parse(message)));
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ to }) => to?.[0]?.address))).toEqual(new Set(people.filter((to) => to !== refused?.to_address)));
  expect(sent.map(({ attachments }) => attachments.length)).toEqual([2, 2]);
});

test('after the fifth 4xx answer the email is refused', async () => {
  answers = Array.from({ length: 5 }, () => [452, 'mailbox full'] as const);
  await storingMailer.send(database.db, mail);
  for (let i = 0; i < 7; i += 1) {
    expect(await row()).toMatchObject({ failed_at: i < 5 ? null : expect.any(String) });
    await deliver();
  }
  expect(await row()).toMatchObject({ sent_at: null, tries: 5, answer: '452 mailbox full' });
});

const messageIds = async () => Promise.all(received.map(async (message) => (await PostalMime.parse(message)).messageId));
const errors = () => database.db.selectFrom('error_event').select(['code', 'times', 'about', 'words']).orderBy('id').execute();

test('an end without an answer is in doubt: the email goes again under the same Message-ID, and is counted', async () => {
  faults = ['torn', 'torn'];
  await storingMailer.send(database.db, mail);
  await deliver();
  expect(await row()).toMatchObject({ sent_at: null, failed_at: null, tries: 1, in_doubt: 1, trying: false });
  await deliver();
  await deliver();
  expect(await row()).toMatchObject({ sent_at: expect.any(String), tries: 3, in_doubt: 2, answer: null });
  const ids = await messageIds();
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@b\.test>$/);
  expect(await errors()).toEqual(
    Array.from({ length: 2 }, () => ({
      code: 23,
      times: 1,
      about: 'Email “Open jobs”',
      words: expect.stringContaining('did not confirm'),
    })),
  );
});

test('a connection that ends before the email is whole leaves no doubt', async () => {
  faults = ['cut'];
  await storingMailer.send(database.db, mail);
  await deliver();
  expect(await row()).toMatchObject({ sent_at: null, tries: 1, in_doubt: 0, answer: expect.any(String) });
  await deliver();
  expect(await row()).toMatchObject({ sent_at: expect.any(String), in_doubt: 0 });
  expect(received).toHaveLength(1);
  expect(await errors()).toEqual([]);
});

test('a try whose process was killed is in doubt as well; an email of an earlier version gets a Message-ID', async () => {
  await storingMailer.send(database.db, mail);
  await database.db.updateTable('mail').set({ trying: true, tries: 1, message_id: null }).execute();
  await deliver();
  expect(await row()).toMatchObject({ sent_at: expect.any(String), tries: 2, in_doubt: 1, message_id: expect.any(String) });
  expect((await messageIds())[0]).toMatch(/^<[0-9a-f-]{36}@b\.test>$/);
});

test('a refused email is an error for alerts; a refused alert is none', async () => {
  answers = Array.from({ length: 2 }, () => [550, 'no such user'] as const);
  await storingMailer.send(database.db, mail);
  await storingMailer.send(database.db, { ...mail, cause: 'error alert 1 1 7' });
  await deliver();
  expect(await errors()).toEqual([{ code: 22, times: 1, about: 'Email “Open jobs”', words: '550 no such user' }]);
});
