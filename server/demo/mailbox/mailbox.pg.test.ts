import { connect } from 'node:net';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mailJobs, storingMailer } from '#server/kit/lib/mail.ts';
import { smtpSender } from '#server/kit/lib/smtp-sender.ts';
import { createWorker } from '#server/kit/queue/worker.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { type Mailbox, startMailbox } from './mailbox.ts';

type Read = { from: string; to: string[]; subject: string; text: string }[];

const from = 'Jobdock <no-reply@localhost>';
const link = 'http://127.0.0.1:4180/reset/1.AbCdEf_-1234567890abcdefghijklmnopqrstuvwxyz?with=a&long=address';
const mail = {
  customerId: 1,
  cause: 'invitation 1',
  to: 'zoë@north.example',
  subject: 'Zoë, välkommen – set a password for Jobdock, the address under which your agency works',
  text: `Hello Zoë,\n\nopen this within 72 hours:\n\n${link}\n\n.\nA line with a single dot stays.\n`,
};

let mailbox: Mailbox;
let database: TestDatabase;
beforeEach(async () => {
  mailbox = await startMailbox(() => new Date());
  database = await createTestDatabase();
  await database.db.insertInto('customer').values({ name: 'North' }).execute();
});
afterEach(async () => {
  await mailbox.stop();
  await database.close();
});

const received = async (box = mailbox) => (await (await fetch(`${box.pageUrl}/messages.json`)).json()) as Read;
const deliver = async (smtpUrl: string) => {
  const worker = createWorker(database.db, pino({ level: 'silent' }), mailJobs(database.db, smtpSender(smtpUrl, from)));
  try {
    await worker.runOnce();
  } finally {
    await worker.stop();
  }
};
const sent = async () => (await database.db.selectFrom('mail').select(['sent_at', 'tries', 'text']).execute())[0];

test('an email arrives over SMTP as it was written, and the list of the product keeps it without its link', async () => {
  await storingMailer.send(database.db, mail);
  await deliver(mailbox.smtpUrl);
  expect(await received()).toMatchObject([{ from: 'no-reply@localhost', to: [mail.to], subject: mail.subject, text: mail.text }]);
  expect(await sent()).toMatchObject({ sent_at: expect.any(String), text: expect.stringContaining('(link removed)') });
});

test('while the mail server is away, an email waits, and it arrives once the server is there again', async () => {
  const address = new URL(mailbox.smtpUrl);
  await mailbox.stop();
  await storingMailer.send(database.db, mail);
  await deliver(address.href);
  expect(await sent()).toMatchObject({ sent_at: null, tries: 1, text: expect.stringContaining(link) });
  mailbox = await startMailbox(() => new Date());
  await sql`update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`.execute(database.db);
  await deliver(mailbox.smtpUrl);
  expect(await received()).toMatchObject([{ to: [mail.to] }]);
  expect(await sent()).toMatchObject({ sent_at: expect.any(String), tries: 2 });
});

test('the mail server offers neither encryption with its public key nor a sign-in', async () => {
  const said = await new Promise<string>((done) => {
    let text = '';
    const asked = ['EHLO test\r\n', 'STARTTLS\r\n', 'AUTH LOGIN\r\n', 'QUIT\r\n'];
    const socket = connect(Number(new URL(mailbox.smtpUrl).port), '127.0.0.1');
    socket.on('data', (bytes) => {
      text += bytes.toString();
      // The next command follows the last line of an answer.
      if (/^\d{3} .*\r\n$/m.test(bytes.toString())) socket.write(asked.shift() ?? 'NOOP\r\n');
    });
    socket.on('close', () => done(text));
  });
  expect(said).toContain('250');
  expect(said).not.toMatch(/250[- ](STARTTLS|AUTH)/);
  expect(said.match(/^5\d\d /gm)).toHaveLength(2);
});

test('the page shows the link, no markup of an email, and nothing to another site that leads here', async () => {
  const send = smtpSender(mailbox.smtpUrl, from);
  await send({ messageId: 'a', to: 'ann@north.example', subject: '<b>Bold</b>', text: `<img src=x> ${link}` });
  const page = await (await fetch(mailbox.pageUrl)).text();
  expect(page).toContain('&lt;b&gt;Bold&lt;/b&gt;');
  expect(page).not.toContain('<img');
  expect(page).toContain(`<a href="${link.replaceAll('&', '&amp;')}"`);
  const foreign = await new Promise<string>((done) => {
    let text = '';
    const socket = connect(Number(new URL(mailbox.pageUrl).port), '127.0.0.1', () =>
      socket.write('GET /messages.json HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'),
    );
    socket.on('data', (bytes) => (text += bytes.toString()));
    socket.on('close', () => done(text));
  });
  expect(foreign).toContain('403');
  expect(foreign).not.toContain('ann@north.example');
});

test('a file of an email is listed, and saved as it was sent, never shown', async () => {
  const content = Buffer.from('<script>alert(1)</script>é');
  await smtpSender(
    mailbox.smtpUrl,
    from,
  )({
    messageId: 'a',
    to: 'ann@north.example',
    subject: 'Rules',
    text: 'Text',
    html: '<b>HTML</b>',
    attachments: [{ name: 'ru"les é.html', type: 'text/html', content }],
  });
  const [mailOfPage] = (await received()) as unknown as { html: string; attachments: object[] }[];
  expect(mailOfPage).toMatchObject({ attachments: [{ name: 'ru"les é.html', type: 'text/html', bytes: content.length }] });
  expect(mailOfPage?.html).toContain('<b>HTML</b>');
  const page = await (await fetch(mailbox.pageUrl)).text();
  const [, path = ''] = /href="(\/mails\/\d+\/files\/0)"/.exec(page) ?? [];
  expect(page).not.toContain('<b>HTML</b>');
  const file = await fetch(`${mailbox.pageUrl}${path}`);
  expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''ru%22les%20/);
  expect(file.headers.get('content-type')).toBe('application/octet-stream');
  expect((await fetch(`${mailbox.pageUrl}/mails/1/files/7`)).status).toBe(404);
});

test('only the newest emails are kept', async () => {
  const small = await startMailbox(() => new Date(), 3);
  const send = smtpSender(small.smtpUrl, from);
  for (let i = 1; i <= 5; i += 1) await send({ messageId: `${i}`, to: 'ann@north.example', subject: `Mail ${i}`, text: 'Text' });
  expect((await received(small)).map(({ subject }) => subject)).toEqual(['Mail 5', 'Mail 4', 'Mail 3']);
  await small.stop();
});
