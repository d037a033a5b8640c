import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listMail } from '#contract/system/mail.ts';
import { listArrivedMails, readArrivedAttachment, readArrivedMail } from '#contract/system/mailbox.ts';
import { type Mailbox, startMailbox } from '#server/demo/mailbox/mailbox.ts';
import { mailJobs, storingMailer } from '#server/kit/lib/mail.ts';
import { MailInDoubt, smtpSender } from '#server/kit/lib/smtp-sender.ts';
import { PermanentFault } from '#server/kit/queue/job-handler.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

const at = new Date('2026-11-21T15:00:00.000Z');
const bytes = Buffer.from([0, 255, 13, 10, 200]);
const html = '<p onclick="x()">Hello <a href="https://a.example/1">there</a></p>';

let mailbox: Mailbox;
let service: TestService;
let administrator: string;
beforeAll(async () => {
  mailbox = await startMailbox(() => at);
  service = await startTestService({ sentThrough: { host: new URL(mailbox.smtpUrl).host, mailboxUrl: mailbox.pageUrl } });
  administrator = await service.signIn('administrator');
});
afterAll(async () => {
  await service.close();
  await mailbox.stop();
});

/** Stores an email and tries to send it through the mailbox, or as `send` does. */
async function mailTo(to: string, send = smtpSender(mailbox.smtpUrl, 'Jobdock <no-reply@localhost>')): Promise<void> {
  const { db } = service.services;
  const attachments = [{ name: 'Söder.bin', type: 'application/octet-stream', content: bytes }];
  const mail = { subject: 'Report', text: 'See https://a.example/1', html, attachments };
  await storingMailer.send(db, { customerId: service.people.north, cause: `report for ${to}`, to, ...mail });
  await runJobs(db, mailJobs(db, send));
}

test('an administrator reads what arrived in the mailbox of the demo, with HTML and attachments', async () => {
  expect(await service.call(listArrivedMails, {}, administrator)).toEqual({ total: 0, rows: [] });
  await mailTo('ann@example.org');
  const attachments = [{ name: 'Söder.bin', type: 'application/octet-stream', size: 5 }];
  const mail = {
    id: 1,
    at: at.toISOString(),
    from: 'no-reply@localhost',
    to: ['ann@example.org'],
    subject: 'Report',
    attachments,
  };
  const text = 'See https://a.example/1\n';
  expect(await service.call(listArrivedMails, {}, administrator)).toEqual({ total: 1, rows: [{ ...mail, text }] });
  expect(await service.call(readArrivedMail, { mailId: 1 }, administrator)).toEqual({ ...mail, text, html: `${html}\n` });
  const { response } = await service.send(readArrivedAttachment, { mailId: 1, attachment: 1 }, administrator);
  expect(response.rawPayload.equals(bytes)).toBe(true);
  expect(response.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="S_der.bin"; filename*=UTF-8''S%C3%B6der.bin`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
});

test('an email or attachment that the mailbox does not have is named', async () => {
  const mail = await service.send(readArrivedMail, { mailId: 99 }, administrator);
  expect(mail).toMatchObject({ status: 404, body: { what: 'There is no email in the mailbox with the id 99.' } });
  const file = await service.send(readArrivedAttachment, { mailId: 1, attachment: 2 }, administrator);
  expect(file).toMatchObject({ status: 404, body: { what: 'There is no attachment of the email 1 with the id 2.' } });
});

test('only administrators of the provider read it', async () => {
  const chief = await service.signIn('chief');
  for (const [call, args] of [
    [listArrivedMails, {}],
    [readArrivedMail, { mailId: 1 }],
    [readArrivedAttachment, { mailId: 1, attachment: 1 }],
  ] as const) {
    expect((await service.send(call, args)).status).toBe(401);
    expect((await service.send(call, args, chief)).status).toBe(403);
  }
});

describe('a service without the mailbox says where its emails go', () => {
  test.each([
    [
      { host: 'smtp.agency.example:465', mailboxUrl: null },
      'This service sends its mail through smtp.agency.example:465; its mailbox is not kept here.',
    ],
    [null, 'This service has no mail server; its emails are stored and not sent.'],
  ])('%j', async (sentThrough, what) => {
    const other = await startTestService({ sentThrough });
    const token = await other.signIn('administrator');
    for (const [call, args] of [
      [listArrivedMails, {}],
      [readArrivedMail, { mailId: 1 }],
      [readArrivedAttachment, { mailId: 1, attachment: 1 }],
    ] as const)
      expect(await other.send(call, args, token)).toMatchObject({ status: 404, body: { kind: 'not_found', what } });
    await other.close();
  });
});

test('the list of sent emails tells waiting, refused and doubtful ones, with what the mail server said', async () => {
  await mailTo('later@example.org', async () => Promise.reject(new Error('451 greylisted')));
  await mailTo('gone@example.org', async () => Promise.reject(new PermanentFault('550 no such user')));
  await mailTo('doubt@example.org', async () => Promise.reject(new MailInDoubt('The mail server did not confirm the email.')));
  const { rows } = await service.call(listMail, {}, administrator);
  const attachments = [{ name: 'Söder.bin', size: 5 }];
  expect(rows).toMatchObject([
    { to: 'doubt@example.org', state: 'waiting', inDoubt: 1, answer: expect.stringContaining('did not confirm'), attachments },
    { to: 'gone@example.org', state: 'refused', answer: '550 no such user', inDoubt: 0, sentAt: null, attachments },
    { to: 'later@example.org', state: 'waiting', answer: '451 greylisted', sentAt: null, attachments },
    { to: 'ann@example.org', state: 'sent', answer: null, text: 'See (link removed)', sentAt: expect.any(String), attachments },
  ]);
});
