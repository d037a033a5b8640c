import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mergeTicket, readDesk } from '#contract/support/desk.ts';
import { addComment, listComments, listTicketFiles, readTicketFile } from '#contract/support/tickets.ts';
import { type MailServer, startMailServer } from '#server/collecting/mail-in/mail-server.ts';
import type { CheckSender } from '#server/collecting/mails/sender-check.ts';
import { buildFeedParser } from '#tests/corpus/build-feed-parser.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { ticketWorld } from '#tests/support/worlds/ticket-world.ts';
import { ticketMailJobs } from '../tickets/ticket-mail.ts';
import { ticketReplyJobs } from './read-reply.ts';
import { ticketRecipients } from './receive-reply.ts';

const domain = 'mail.agency.example';
const sender = 'ann@agency.health';

let service: TestService;
let world: ReturnType<typeof ticketWorld>;
let server: MailServer;
let forgetParser: () => void;
let tokens: { readonly recruiter: string; readonly administrator: string };
/** What the check of senders says. */
let isTrusted: boolean | 'later' = true;
const checkSender: CheckSender = async () =>
  isTrusted === 'later'
    ? 'later'
    : { spf: 'pass', dkim: 'pass', dmarc: 'pass', domain: 'agency.health', isTrusted, words: 'Forged.' };

beforeAll(async () => {
  forgetParser = await buildFeedParser();
  service = await startTestService();
  world = ticketWorld(service);
  server = await startMailServer(service.services, {
    host: '127.0.0.1',
    port: 0,
    domain,
    others: ticketRecipients(service.services),
  });
  tokens = { recruiter: await service.signIn('recruiter'), administrator: await service.signIn('administrator') };
}, 60_000);
afterAll(async () => {
  await server.stop();
  await service.close();
  forgetParser();
});

/** The addresses that answers to the emails about a ticket go to. */
async function addressesOf(ticketId: number): Promise<{ readonly customer: string; readonly provider: string }> {
  const { db } = service.services;
  await service.call(addComment, { cust: service.people.north, id: ticketId, text: 'Which job?' }, tokens.administrator);
  await runJobs(db, ticketMailJobs(service.services));
  const mails = await db.selectFrom('mail').select(['to_address', 'reply_to', 'text']).orderBy('id').execute();
  await db.deleteFrom('mail').execute();
  const of = (to: string) => mails.findLast(({ to_address }) => to_address === to)?.reply_to ?? '';
  return { customer: of(sender), provider: of('admin@provider.test') };
}

type Mail = {
  readonly from?: string;
  readonly text?: string;
  readonly messageId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: { readonly filename: string; readonly content: string | Buffer }[];
  readonly envelope?: { readonly from: string; readonly to: string };
};
const send = async (to: string, mail: Mail) => {
  const transport = createTransport({ host: '127.0.0.1', port: server.port, ignoreTLS: true });
  await transport.sendMail({ from: sender, to, subject: 'Re: [Ticket] Rates', date: new Date(0), ...mail });
};
const read = () => runJobs(service.services.db, ticketReplyJobs(service.services, checkSender));
const said = async (id: number) => (await service.call(listComments, { id, cust: 'me' }, tokens.recruiter)).slice(1);
const refused = async (id: number) => (await service.call(readDesk, { id }, tokens.administrator)).refusedMails;

test('a reply becomes an answer of its sender once, without what it quotes, with its files within the limits', async () => {
  const { id } = await world.ticket({ email: sender });
  const { customer } = await addressesOf(id);
  expect(customer).toMatch(/^ticket-[a-z2-9]{26}@mail\.agency\.example$/);
  const text = 'It is job 884-210.\n\nOn Mon, Nov 23, 2026 at 9:00 AM Support <no-reply@jobdock.test> wrote:\n> Which job?\n';
  const attachments = [
    { filename: 'rates.csv', content: 'Job,Rate\n884-210,78\n' },
    { filename: 'fix.csv', content: Buffer.from('MZ\u0090\u0000') },
  ];
  for (const _ of [1, 2]) await send(customer.toUpperCase(), { text, attachments, messageId: '<1@agency.health>' });
  for (const _ of [1, 2]) await read();
  expect(await said(id)).toMatchObject([
    {
      author: 'The recruiter',
      fromProvider: false,
      text: expect.stringMatching(/^It is job 884-210\.\n\nNot taken from the email: fix\.csv/),
    },
  ]);
  const files = await service.call(listTicketFiles, { id }, tokens.recruiter);
  expect(files).toMatchObject([{ name: 'rates.csv', by: 'The recruiter' }]);
  const file = await service.send(readTicketFile, { id: files[0]?.id ?? '' }, tokens.recruiter);
  expect(file.response.rawPayload.toString()).toBe('Job,Rate\n884-210,78\n');
  // What was read is not kept a second time.
  const rows = await service.services.db.selectFrom('ticket_reply').select(['state', 'content']).execute();
  expect(rows).toEqual([{ state: 'read', content: null }]);
  // The other side gets it as any other answer.
  expect(await world.newMails()).toMatchObject([{ to: 'admin@provider.test', text: expect.stringContaining('884-210') }]);
});

test('people of the provider answer at an address of their own; a customer cannot write in their name', async () => {
  const { id } = await world.ticket({ email: sender });
  const { customer, provider } = await addressesOf(id);
  expect(new Set([customer, provider]).size).toBe(2);
  await send(provider, { from: 'Admin@Provider.test', text: 'We look into it.' });
  await send(customer, { from: 'admin@provider.test', text: 'Send us your password.' });
  await send(provider, { from: sender, text: 'I am support.' });
  await read();
  expect(await said(id)).toMatchObject([{ text: 'We look into it.', fromProvider: true, author: 'The administrator' }]);
  expect((await refused(id)).map(({ from, why }) => [from, why])).toEqual([
    [sender, expect.stringContaining('no person of this ticket')],
    ['admin@provider.test', expect.stringContaining('no person of this ticket')],
  ]);
});

test.each<[string, Mail, string]>([
  ['an absence note', { text: 'Away', headers: { 'Auto-Submitted': 'auto-replied' } }, 'automatic'],
  ['an email of a program', { text: 'Done', headers: { 'Auto-Submitted': 'auto-generated' } }, 'automatic'],
  ['a bulk email', { text: 'News', headers: { Precedence: 'bulk' } }, 'automatic'],
  ['an Exchange auto-reply', { text: 'Away', headers: { 'X-Autoreply': 'yes' } }, 'automatic'],
  ['a report of delivery', { text: 'Failed', envelope: { from: '', to: '' } }, 'automatic'],
  ['an email of someone else', { from: 'eve@agency.health', text: 'Hello' }, 'no person of this ticket'],
  ['an empty email', { text: ' ' }, 'neither a text'],
])('%s is no answer, and the provider sees why', async (_name, mail, why) => {
  const { id } = await world.ticket({ email: sender });
  const { customer } = await addressesOf(id);
  await send(customer, { ...mail, ...(mail.envelope && { envelope: { from: '', to: customer } }) });
  await read();
  expect(await said(id)).toEqual([]);
  expect(await refused(id)).toMatchObject([{ why: expect.stringContaining(why) }]);
});

test('a forged sender is refused, and one that cannot be checked at present is tried again', async () => {
  const { id } = await world.ticket({ email: sender });
  const { customer } = await addressesOf(id);
  isTrusted = false;
  await send(customer, { text: 'Forged' });
  await read();
  isTrusted = 'later';
  await send(customer, { text: 'Real' });
  await read();
  expect(await said(id)).toEqual([]);
  isTrusted = true;
  await sql`update pgboss.job set start_after = now() - interval '1 second' where name = 'ticket-reply' and state = 'retry'`.execute(
    service.services.db,
  );
  await read();
  expect((await said(id)).map(({ text }) => text)).toEqual(['Real']);
  expect(await refused(id)).toHaveLength(1);
});

test('a reply to a merged ticket arrives at the kept one; an unknown address is refused at once', async () => {
  const [row, kept] = [await world.ticket({ email: sender }), await world.ticket({ email: 'bob@agency.health' })];
  const { customer } = await addressesOf(row.id);
  await service.call(mergeTicket, { id: row.id, into: kept.id }, tokens.administrator);
  await send(customer, { text: 'One more thing', attachments: [{ filename: 'a.txt', content: 'a' }] });
  await read();
  expect((await service.call(listComments, { id: kept.id, cust: 'me' }, tokens.recruiter)).map(({ text }) => text)).toContain(
    'One more thing',
  );
  expect(await service.call(listTicketFiles, { id: kept.id }, tokens.recruiter)).toMatchObject([{ name: 'a.txt' }]);
  await expect(send(`ticket-${'a'.repeat(26)}@${domain}`, { text: 'x' })).rejects.toThrow('No such recipient here');
});
