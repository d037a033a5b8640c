import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTicketNote, countWaitingTickets, mergeTicket, readDesk } from '#contract/support/desk.ts';
import {
  addComment,
  addTicketFile,
  listComments,
  listTicketFiles,
  listTickets,
  readTicketFile,
  setTicketStatus,
} from '#contract/support/tickets.ts';
import { tableOf } from '#server/kit/db/schema.ts';
import { newTicket } from '#tests/support/factories/ticket-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { stage } from '#tests/support/worlds/sync-world.ts';
import { ticketWorld } from '#tests/support/worlds/ticket-world.ts';

let service: TestService;
let world: ReturnType<typeof ticketWorld>;
let administrator: string;
let recruiter: string;
beforeAll(async () => {
  service = await startTestService();
  await stage(service.services.db, service.people.north, 1);
  world = ticketWorld(service);
  [administrator, recruiter] = [await service.signIn('administrator'), await service.signIn('recruiter')];
});
afterAll(() => service.close());

const addFile = (id: number, fileName: string, ref: string) =>
  service.send(addTicketFile, { id, file: Buffer.from(fileName), fileName, ref }, recruiter);
const merge = (id: number, into: number, token = administrator) => service.send(mergeTicket, { id, into }, token);
const comments = async (id: number) => (await service.call(listComments, { id, cust: 'me' }, recruiter)).map(({ text }) => text);

test('answers, files, notes and people of a merged ticket are at the kept one; it is closed and names it', async () => {
  const kept = await world.ticket({ email: 'ann@agency.health', subject: 'Rates' });
  const row = await world.ticket({ email: 'bob@agency.health', subject: 'Rates again', description: 'Still wrong' });
  const ref = crypto.randomUUID();
  expect((await addFile(row.id, 'rates.csv', ref)).status).toBe(200);
  await world.push(world.answer(row.id, 'A second look'));
  await service.call(addTicketNote, { id: row.id, text: 'canary-51d2' }, administrator);
  await service.call(setTicketStatus, { id: kept.id, statusId: 2 }, administrator);
  await world.newMails();

  expect((await merge(row.id, kept.id)).status).toBe(200);
  expect(await world.ticketRow(row.id)).toMatchObject({ status: 'closed', mergedInto: kept.id, files: [], comments: 0 });
  // The merged one was open: the kept one is now.
  expect(await world.ticketRow(kept.id)).toMatchObject({ status: 'open', comments: 2, files: [{ id: ref, name: 'rates.csv' }] });
  expect(await comments(kept.id)).toEqual([
    'A second look',
    expect.stringContaining(`Rates again (ticket ${row.id})\n\nStill wrong`),
  ]);
  expect(await comments(row.id)).toEqual([]);
  expect(await service.call(listTicketFiles, { id: kept.id }, recruiter)).toMatchObject([{ id: ref }]);
  expect((await service.send(readTicketFile, { id: ref }, recruiter)).status).toBe(200);
  expect(await service.call(readDesk, { id: kept.id }, administrator)).toMatchObject({
    followers: ['bob@agency.health'],
    notes: [{ text: 'canary-51d2' }],
  });
  const list = await service.call(listTickets, { cust: 'me' }, recruiter);
  expect(list.find(({ id }) => id === row.id)).toMatchObject({ mergedInto: kept.id, waits: false });

  await service.call(addComment, { cust: service.people.north, id: kept.id, text: 'Both are right now' }, administrator);
  expect((await world.newMails()).map(({ to }) => to)).toEqual(['ann@agency.health', 'bob@agency.health']);
  const { db } = service.services;
  const lines = await db.selectFrom('audit').select(['customer_id', 'object_id']).where('command', '=', 'ticket.merge').execute();
  expect(lines).toEqual([{ customer_id: service.people.north, object_id: String(row.id) }]);
  // No internal note in what customers read.
  const read = await Promise.all([
    ...(['ticket', 'ticketComment'] as const).map((name) =>
      db
        .selectFrom(tableOf[name] as 'ticket')
        .selectAll()
        .execute(),
    ),
    db.selectFrom('audit').selectAll().execute(),
    db.selectFrom('notification').selectAll().execute(),
  ]);
  expect(JSON.stringify(read)).not.toContain('canary-51d2');
});

test('answers and files that were made offline for a merged ticket arrive at the kept one, once, over two merges', async () => {
  const [first, second, third] = [await world.ticket(), await world.ticket(), await world.ticket()];
  const [late, ref] = [world.answer(first.id, 'Written offline'), crypto.randomUUID()];
  expect((await merge(first.id, second.id)).status).toBe(200);
  expect((await merge(second.id, third.id)).status).toBe(200);
  await service.call(setTicketStatus, { id: third.id, statusId: 2 }, administrator);
  await world.newMails();
  expect(await world.push(late)).toMatchObject([{ outcome: 'applied' }]);
  for (const _ of [1, 2]) expect((await addFile(first.id, 'late.txt', ref)).status).toBe(200);
  expect((await comments(third.id)).filter((text) => text === 'Written offline')).toHaveLength(1);
  expect(await world.ticketRow(third.id)).toMatchObject({ status: 'open', comments: 3, files: [{ id: ref }] });
  expect(await world.ticketRow(first.id)).toMatchObject({ status: 'closed', comments: 0, files: [] });
  expect(await world.newMails()).toMatchObject([{ subject: expect.stringContaining(`[Ticket ${third.id}]`) }]);
});

test('answers that come while tickets are merged are all at the kept one, and counted', async () => {
  const [row, kept, last] = [await world.ticket(), await world.ticket(), await world.ticket()];
  const answers = [row, kept, row, last, kept, row].map(({ id }, n) => world.push(world.answer(id, `Answer ${n}`)));
  const merges = merge(row.id, kept.id).then(async (first) => [first.status, (await merge(kept.id, last.id)).status]);
  await Promise.all(answers);
  expect(await merges).toEqual([200, 200]);
  const texts = await comments(last.id);
  expect(texts.filter((text) => text.startsWith('Answer ')).toSorted()).toEqual([0, 1, 2, 3, 4, 5].map((n) => `Answer ${n}`));
  expect(await world.ticketRow(last.id)).toMatchObject({ status: 'open', comments: texts.length });
  // With the descriptions of the two that were merged.
  expect(texts).toHaveLength(8);
});

test('a ticket merges once, into another one of its customer that was not merged, and does not reopen', async () => {
  const [one, two, three] = [await world.ticket(), await world.ticket(), await world.ticket()];
  const problem = async (id: number, into: number) => (await merge(id, into)).body;
  expect(await problem(one.id, one.id)).toMatchObject({ fields: { into: 'Choose another ticket of the same customer.' } });
  expect(await problem(one.id, 987_654)).toMatchObject({ fields: { into: 'Choose another ticket of the same customer.' } });
  expect((await merge(987_654, one.id)).status).toBe(404);
  expect((await merge(one.id, two.id, recruiter)).status).toBe(403);
  expect((await merge(one.id, two.id)).status).toBe(200);
  expect(await problem(one.id, three.id)).toMatchObject({
    fields: { into: `This ticket was merged into ticket ${two.id} already.` },
  });
  expect(await problem(three.id, one.id)).toMatchObject({ fields: { into: expect.stringContaining(`Choose that one.`) } });
  expect(await world.push(world.status(one.id, 'open'))).toMatchObject([{ outcome: 'rejected', code: 'changed' }]);
  expect((await service.send(setTicketStatus, { id: one.id, statusId: 1 }, administrator)).status).toBe(409);
});

test('tickets wait for the provider until it answers, and closed ones do not', async () => {
  const waiting = async () => (await service.call(countWaitingTickets, {}, administrator)).waiting;
  const before = await waiting();
  const { id } = await world.ticket();
  expect(await waiting()).toBe(before + 1);
  await service.call(addComment, { cust: service.people.north, id, text: 'We look into it' }, administrator);
  expect(await waiting()).toBe(before);
  await world.push(world.answer(id, 'Thanks, and?'));
  expect(await waiting()).toBe(before + 1);
  await service.call(setTicketStatus, { id, statusId: 2 }, administrator);
  expect(await waiting()).toBe(before);
  expect((await service.send(countWaitingTickets, {}, recruiter)).status).toBe(403);
});

test('a rule that a ticket is about must be the customer’s', async () => {
  const sent = newTicket(crypto.randomUUID(), { authorId: service.people.recruiter, ruleId: 987_654 });
  expect(await world.push(['ticket.create.v1', sent])).toMatchObject([{ code: 'invalid', field: 'ruleId' }]);
});
