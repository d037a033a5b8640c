import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { saveDesk } from '#contract/support/desk.ts';
import { addComment, addIssue, setTicketStatus } from '#contract/support/tickets.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { ticketWorld } from '#tests/support/worlds/ticket-world.ts';

let service: TestService;
let world: ReturnType<typeof ticketWorld>;
let administrator: string;
beforeAll(async () => {
  service = await startTestService();
  world = ticketWorld(service);
  administrator = await service.signIn('administrator');
});
afterAll(() => service.close());

/** Whether an administrator chose to get emails about new tickets. */
const choose = (tickets: boolean) =>
  service.services.db
    .updateTable('app_user')
    .set({ alerts: JSON.stringify({ tickets }) })
    .where('id', '=', second)
    .execute();

let second: number;
beforeAll(async () => {
  const { db } = service.services;
  const { customer_id, role_id } = await db
    .selectFrom('app_user')
    .select(['customer_id', 'role_id'])
    .where('id', '=', service.people.administrator)
    .executeTakeFirstOrThrow();
  const other = { customer_id, role_id, email: 'second@provider.test', name: 'Second' };
  ({ id: second } = await db.insertInto('app_user').values(other).returning('id').executeTakeFirstOrThrow());
});
beforeEach(async () => {
  await choose(false);
  await world.newMails();
});

test('a new ticket is mailed to all administrators as long as none chose to get tickets, and then to those who did', async () => {
  const ticket = await world.ticket({ description: 'The rate is wrong' });
  const all = await world.newMails();
  expect(all.map(({ to }) => to)).toEqual(['second@provider.test', 'admin@provider.test']);
  expect(all[0]).toMatchObject({
    subject: `[Ticket ${ticket.id}] A job is missing or wrong`,
    text: expect.stringContaining('The rate is wrong'),
  });
  expect(all[0]?.text).toContain(`/jira/${ticket.id}?customer=${service.people.north}`);
  await choose(true);
  await world.ticket();
  expect((await world.newMails()).map(({ to }) => to)).toEqual(['second@provider.test']);
  // A repeated job finds its emails stored.
  expect(await world.newMails()).toEqual([]);
});

test('answers and reopening by the customer go to the assignee; those of the provider go to the sender alone', async () => {
  await choose(true);
  const { id } = await world.ticket({ email: 'ann@agency.health' });
  await world.newMails();
  await world.push(world.answer(id, 'Any news?'));
  expect((await world.newMails()).map(({ to }) => to)).toEqual(['second@provider.test']);
  await service.call(saveDesk, { id, assigneeId: service.people.administrator, priority: 'normal' }, administrator);
  await world.push(world.answer(id, 'And now?'));
  expect(await world.newMails()).toMatchObject([{ to: 'admin@provider.test', text: expect.stringContaining('And now?') }]);
  await service.call(setTicketStatus, { id, statusId: 2 }, administrator);
  await world.push(world.status(id, 'open'));
  expect(await world.newMails()).toMatchObject([{ to: 'admin@provider.test', text: expect.stringContaining('reopened') }]);
  await world.push(world.status(id, 'closed'));
  // The provider reopens it itself: no one needs an email.
  await service.call(setTicketStatus, { id, statusId: 1 }, administrator);
  expect(await world.newMails()).toEqual([]);
  await service.call(addComment, { cust: service.people.north, id, text: 'Fixed' }, administrator);
  const [sent, ...more] = await world.newMails();
  expect([sent?.to, more]).toEqual(['ann@agency.health', []]);
  expect(sent?.text).not.toContain('customer=');
});

test('a ticket that the provider adds for a customer reaches those who get tickets', async () => {
  await choose(true);
  const issue = { subject: 'Feed moved', description: 'New address', contactId: service.people.recruiter };
  const { id } = await service.call(addIssue, { cust: service.people.north, ...issue }, administrator);
  expect(await world.newMails()).toMatchObject([{ to: 'second@provider.test', subject: `[Ticket ${id}] Feed moved` }]);
});
