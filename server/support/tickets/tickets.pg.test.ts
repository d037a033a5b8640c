import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { routeOf } from '#contract/kit/endpoint.ts';
import { addTicketNote, readDesk, saveDesk } from '#contract/support/desk.ts';
import {
  addComment,
  addIssue,
  addTicketFile,
  listComments,
  listTicketFiles,
  listTickets,
  readTicketFile,
  sendTaskTicket,
  sendTicket,
  setTicketStatus,
} from '#contract/support/tickets.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { newTicket } from '#tests/support/factories/ticket-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { actorOf, laneId, mutation, stage } from '#tests/support/worlds/sync-world.ts';
import { writeRows } from '../../feed/publish.ts';
import { tableOf } from '../../kit/db/schema.ts';
import { pushBatch } from '../../sync/push.ts';
import { ticketMailJobs } from './ticket-mail.ts';

let service: TestService;
let tokens: Record<'recruiter' | 'stranger' | 'administrator', string>;
beforeAll(async () => {
  service = await startTestService();
  await stage(service.services.db, service.people.north, 3);
  const [recruiter, stranger, administrator] = [
    await service.signIn('recruiter'),
    await service.signIn('stranger'),
    await service.signIn('administrator'),
  ];
  tokens = { recruiter, stranger, administrator };
});
afterAll(() => service.close());
beforeEach(async () => {
  await runJobs(service.services.db, ticketMailJobs(service.services));
  await service.services.db.deleteFrom('mail').execute();
});

let lanes = 0;
/** Sends changes from a new device of the recruiter, twice: the second push is the same batch, as after a lost answer. */
async function push(...changes: (readonly [name: string, args: object])[]) {
  const { north, recruiter } = service.people;
  const mutations = changes.map(([name, args], i) => mutation(i + 1, name as 'ticket.create.v1', args, {}));
  const asked = { protocol: 1, clientId: laneId(`tickets${lanes++}`), customerId: north, mutations } as const;
  const actor = actorOf(recruiter, north, 'The recruiter');
  const replies = [await pushBatch(service.services, actor, asked), await pushBatch(service.services, actor, asked)];
  const [reply] = replies;
  if (!reply?.ok || reply.value.kind !== 'done') throw new Error(`the push answered ${JSON.stringify(reply)}`);
  return reply.value.outcomes;
}
const ofRecruiter = (ref: string, over: object = {}) => newTicket(ref, { authorId: service.people.recruiter, ...over });
const answer = (ticket: { id: number; ref: string | null }, text: string) => {
  const ref = crypto.randomUUID();
  const args = { ticketId: ticket.id, ticketRef: ticket.ref, authorId: service.people.recruiter, fromProvider: false, text };
  return ['ticket.comment.v1', { id: localIdOf(ref), ref, ...args }] as const;
};
async function ticketOf(ref: string) {
  const rows = await service.services.db.selectFrom('ticket').select(['id', 'row']).where('ref', '=', ref).execute();
  expect(rows).toHaveLength(1);
  return rows[0] as { id: number; row: Record<string, unknown> };
}
/** A ticket of the recruiter that the service knows. */
async function aTicket(over: object = {}) {
  const ref = crypto.randomUUID();
  expect(await push(['ticket.create.v1', ofRecruiter(ref, over)])).toMatchObject([{ outcome: 'applied' }]);
  return ticketOf(ref);
}
type Sent = { readonly id: number; readonly name: string; readonly bytes: Buffer; readonly ref?: string };
/** Uploads a file to a ticket as multipart form data, like a browser. */
async function sendBytes({ id, name, bytes, ref }: Sent, token = tokens.recruiter) {
  const part = (head: string) => `--x-boundary\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const payload = Buffer.concat([
    Buffer.from(ref ? `${part('name="ref"')}${ref}\r\n` : ''),
    Buffer.from(part(`name="file"; filename="${name}"`)),
    bytes,
    Buffer.from('\r\n--x-boundary--\r\n'),
  ]);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x-boundary' };
  const response = await service.app.inject({
    method: 'POST',
    url: routeOf(addTicketFile).path.replace(':id', String(id)),
    headers,
    payload,
  });
  return { status: response.statusCode, body: response.json<unknown>() };
}
/** The emails about answers. */
const mails = async () => {
  const { db } = service.services;
  await runJobs(db, ticketMailJobs(service.services));
  const ofAnswers = db.selectFrom('mail').select(['to_address as to', 'subject', 'text', 'cause']).orderBy('id');
  return ofAnswers.where('cause', 'like', 'ticket answer%').execute();
};

test('a ticket with its answer, made offline and pushed twice, is one ticket with one answer under ids of the service', async () => {
  const ref = crypto.randomUUID();
  const local = { id: localIdOf(ref), ref };
  expect(await push(['ticket.create.v1', ofRecruiter(ref)], answer(local, 'And one more thing'))).toMatchObject([
    { outcome: 'applied' },
    { outcome: 'applied' },
  ]);
  const { id, row } = await ticketOf(ref);
  expect(row).toMatchObject({ id, status: 'open', author: 'The recruiter', comments: 1 });
  expect(JSON.stringify(row)).not.toContain('example.org');
  const comments = await service.call(listComments, { id, cust: 'me' }, tokens.recruiter);
  expect(comments.map(({ text, ticketId }) => [text, ticketId])).toEqual([['And one more thing', id]]);
});

test('an answer that was written offline to a ticket closed meanwhile reopens it, and is mailed to the assignee once', async () => {
  const ticket = await aTicket();
  const admin = service.people.administrator;
  await service.call(saveDesk, { id: ticket.id, assigneeId: admin, priority: 'high' }, tokens.administrator);
  await service.call(setTicketStatus, { id: ticket.id, statusId: 2 }, tokens.administrator);
  await push(answer({ id: ticket.id, ref: null }, 'It happens again'));
  expect(await service.call(listTickets, { cust: 'me', status: 'open' }, tokens.recruiter)).toContainEqual(
    expect.objectContaining({ id: ticket.id, status: 'Open', comments: 1, jiraStatus: '' }),
  );
  await mails();
  expect(await mails()).toMatchObject([
    { to: 'admin@provider.test', subject: `[Ticket ${ticket.id}] A job is missing or wrong` },
  ]);
});

test('an answer by the provider is marked so, mailed to the sender once, and given as a notice', async () => {
  const ticket = await aTicket({ email: 'ann+jobs@agency.health' });
  await service.call(addComment, { cust: service.people.north, id: ticket.id, text: 'Fixed' }, tokens.administrator);
  expect((await ticketOf(String(ticket.row['ref']))).row).toMatchObject({ lastAnswer: { fromProvider: true }, comments: 1 });
  await mails();
  const sent = await mails();
  expect(sent).toMatchObject([{ to: 'ann+jobs@agency.health', text: expect.stringContaining('Fixed') }]);
  expect(sent[0]?.text).toContain(`/jira/${ticket.id}`);
  const notices = await service.services.db
    .selectFrom('notification')
    .select(['user_id', 'link'])
    .where('kind', '=', 'ticket')
    .execute();
  expect(notices).toEqual([{ user_id: service.people.recruiter, link: `/jira/${ticket.id}` }]);
  expect(await service.call(readDesk, { id: ticket.id }, tokens.administrator)).toMatchObject({
    firstAnsweredAt: expect.any(String),
  });
});

test('no one sends a ticket or an answer in another person’s name, or about what another customer has', async () => {
  const ref = crypto.randomUUID();
  const send = async (over: object) => (await push(['ticket.create.v1', ofRecruiter(ref, over)]))[0];
  expect(await send({ authorId: service.people.viewer })).toMatchObject({ code: 'invalid', field: 'authorId' });
  expect(await send({ jobId: 987_654 })).toMatchObject({ code: 'invalid', field: 'jobId' });
  expect(await send({ taskId: 987_654 })).toMatchObject({ code: 'invalid', field: 'taskId' });
  expect(await service.services.db.selectFrom('ticket').select('id').where('ref', '=', ref).execute()).toEqual([]);
  const [name, args] = answer({ id: 987_654, ref: null }, 'x');
  expect((await push([name, args]))[0]).toMatchObject({ code: 'gone' });
});

test('a ticket of another customer is absent in every call', async () => {
  const { id } = await aTicket();
  const cust = service.people.south;
  const calls = [
    await service.send(listComments, { id, cust: 'me' }, tokens.stranger),
    await service.send(listTicketFiles, { id }, tokens.stranger),
    await service.send(setTicketStatus, { id, statusId: 2 }, tokens.stranger),
    await service.send(addComment, { cust, id, text: 'x' }, tokens.stranger),
    await sendBytes({ id, name: 'a.txt', bytes: Buffer.from('x') }, tokens.stranger),
  ];
  expect(calls.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
});

test('the documented call checks the question’s fields and answers with the id', async () => {
  const sender = { customerName: 'North', email: 'ann@agency.health', phone: '555', comment: 'The rate is wrong' };
  const ask = (over: object) => service.send(sendTicket, { ...sender, ...over }, tokens.recruiter);
  expect((await ask({})).body).toMatchObject({ fields: { question: 'Please select the problem description' } });
  const missing = "Field 'Job ID or Link to the job' is required";
  expect((await ask({ question: { id: 1, fields: [] } })).body).toMatchObject({ fields: { question: missing } });
  expect((await ask({ question: { id: 1, fields: [{ id: 77, value: 'x' }] } })).status).toBe(400);
  expect((await ask({ email: 'ann', question: { id: 6 } })).body).toMatchObject({
    fields: { email: 'Please provide valid email' },
  });
  const problem = 'Please tell us a little bit more about your problem in the box at the bottom';
  expect((await ask({ comment: ' ', question: { id: 6 } })).body).toMatchObject({ fields: { comment: problem } });
  const { body } = await ask({ question: { id: 1, fields: [{ id: 1, value: '884-210' }] } });
  const list = await service.call(listTickets, { cust: 'me' }, tokens.recruiter);
  expect(list.find(({ id }) => id === (body as { id: number }).id)).toMatchObject({
    type: 1,
    subject: 'A job is missing or wrong',
  });
});

test('a ticket about a task names it, and the provider adds one for a customer’s contact', async () => {
  const { north, recruiter } = service.people;
  const task = { ...newTask, id: 71, name: 'Medloop' };
  await service.services.db
    .transaction()
    .execute((tx) => writeRows(tx, north, [{ collection: 'task', row: task, extra: { settings: {} } }]));
  const { id } = await service.call(sendTaskTicket, { cust: 'me', taskId: task.id, comment: 'Twice' }, tokens.recruiter);
  const list = await service.call(listTickets, { cust: north }, tokens.administrator);
  expect(list.find((each) => each.id === id)).toMatchObject({
    taskId: task.id,
    subject: 'The task “Medloop” does not work',
  });
  const issue = { subject: 'Feed moved', description: 'The vendor moved its feed.', type: 2 as const, contactId: recruiter };
  const all = await service.send(addIssue, { cust: -1, ...issue }, tokens.administrator);
  expect(all.body).toMatchObject({ fields: { cust: 'Customer cannot be empty' } });
  expect((await service.send(addIssue, { cust: 'me', ...issue }, tokens.recruiter)).status).toBe(403);
  const made = await service.call(addIssue, { cust: north, ...issue }, tokens.administrator);
  const everyone = await service.call(listTickets, { cust: -1 }, tokens.administrator);
  expect(everyone.find((each) => each.id === made.id)).toMatchObject({ customerId: north, contactId: recruiter, type: 2 });
});

test('a file is there once however often it is sent, and is read back byte for byte', async () => {
  const { id } = await aTicket();
  const ref = crypto.randomUUID();
  const bytes = Buffer.from('Job,Rate\n884-210,78\n');
  const send = () => sendBytes({ id, ref, name: '../rates.csv', bytes });
  expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
  const files = await service.call(listTicketFiles, { id }, tokens.recruiter);
  expect(files).toMatchObject([{ id: ref, name: 'rates.csv', kind: 'Text', size: bytes.length }]);
  const { response } = await service.send(readTicketFile, { id: ref }, tokens.recruiter);
  expect(response.rawPayload.equals(bytes)).toBe(true);
  expect(response.headers['content-disposition']).toContain('attachment');
  expect((await service.send(readTicketFile, { id: ref }, tokens.stranger)).status).toBe(404);
});

test.each([
  ['a program named .csv', 'jobs.csv', Buffer.from('MZ\x90\0'), 400, 'Failed to upload file jobs.csv. It is a program'],
  ['an empty file', 'jobs.csv', Buffer.alloc(0), 400, 'Failed to upload file jobs.csv. It is empty'],
  ['21 MB', 'jobs.csv', Buffer.alloc(21_000_000, 'a'), 413, ''],
])('%s is refused, and the ticket has no file', async (_, name, bytes, status, words) => {
  const { id } = await aTicket();
  const answered = await sendBytes({ id, name, bytes });
  expect(answered.status).toBe(status);
  expect(JSON.stringify(answered.body)).toContain(words);
  expect(await service.call(listTicketFiles, { id }, tokens.recruiter)).toEqual([]);
});

test('an internal note reaches neither feed nor reply nor mail nor activity of the customer', async () => {
  const canary = 'canary-7f3a';
  const ticket = await aTicket();
  await service.call(addTicketNote, { id: ticket.id, text: `${canary} they forgot to pay` }, tokens.administrator);
  await service.call(addComment, { cust: service.people.north, id: ticket.id, text: 'We look into it' }, tokens.administrator);
  expect((await service.call(readDesk, { id: ticket.id }, tokens.administrator)).notes).toMatchObject([
    { text: expect.stringContaining(canary) },
  ]);
  for (const call of [readDesk, addTicketNote, saveDesk])
    expect(
      (await service.send(call, { id: ticket.id, text: 'x', assigneeId: 0, priority: 'low' }, tokens.recruiter)).status,
    ).toBe(403);
  await mails();
  const { db } = service.services;
  const texts = [
    await db.selectFrom('mail').selectAll().execute(),
    await db.selectFrom('notification').selectAll().execute(),
    await db.selectFrom('audit').selectAll().execute(),
    await db.selectFrom('ticket').selectAll().execute(),
    await db.selectFrom('ticket_comment').selectAll().execute(),
    await service.call(listComments, { id: ticket.id, cust: 'me' }, tokens.recruiter),
    await service.call(listTickets, { cust: 'me' }, tokens.recruiter),
  ];
  // The feed, and with it each device, has these tables alone.
  expect(Object.values(tableOf)).not.toContain('ticket_note');
  expect(Object.values(tableOf)).not.toContain('ticket_desk');
  expect(texts.every((rows) => rows.length > 0)).toBe(true);
  expect(JSON.stringify(texts)).not.toContain(canary);
  const lines = await db.selectFrom('audit').select('customer_id').where('command', '=', 'ticket.note').execute();
  expect(lines.map(({ customer_id }) => customer_id)).not.toContain(service.people.north);
});
