import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import {
  addTicketNote,
  countWaitingTickets,
  listCannedAnswers,
  listContactChoices,
  mergeTicket,
  readDesk,
  readTicketContact,
  removeCannedAnswer,
  saveCannedAnswer,
  saveDesk,
} from '#contract/support/desk.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { contactChoices, ticketContact } from '../tickets/people.ts';
import { countWaiting, ticketNamed } from '../tickets/read-tickets.ts';
import { mergedRows, mergeProblem, noSuchTicket } from './merge-tickets.ts';
import { type Decided, deskOf } from './read-desk.ts';

const ticket = { ticket: ticketNamed() };

/**
 * What the provider's people alone see and decide about tickets. Nothing of it is a replicated row, and its audit lines are the provider's
 * own: the customer's activity does not show them.
 */
export const deskRoutes: Handler[] = [
  handle(readDesk, { load: ticket }, async (_args, { services }, { ticket: { customerId, row } }) =>
    ok(await deskOf(services.db, customerId, row)),
  ),
  handle(
    saveDesk,
    { audit: 'ticket.desk', load: ticket },
    async ({ id, ...sent }, { tx, actor }, { ticket: { customerId, row } }) => {
      const before = await deskOf(tx, customerId, row);
      const assigneeId = sent.assigneeId === 0 ? null : sent.assigneeId;
      if (assigneeId !== null && !before.people.some((person) => person.id === assigneeId))
        return no({ kind: 'invalid', fields: { assigneeId: 'Choose an administrator of the provider who is not disabled.' } });
      const from: Decided = { assigneeId: before.assigneeId, priority: before.priority };
      const changed = changesBetween(from, { assigneeId, priority: sent.priority } satisfies Decided);
      if (Object.keys(changed).length === 0) return unchanged(before);
      const values = { assignee_id: assigneeId, priority: sent.priority };
      await tx
        .insertInto('ticket_desk')
        .values({ customer_id: customerId, ticket_id: id, email: before.email, ...values })
        .onConflict((conflict) => conflict.columns(['customer_id', 'ticket_id']).doUpdateSet(values))
        .execute();
      const note = { object: ['ticket', id] as const, changed, customerId: actor.actorCustomerId };
      return done(await deskOf(tx, customerId, row), note);
    },
  ),
  handle(
    addTicketNote,
    { audit: 'ticket.note', load: ticket },
    async ({ id: ticketId, text }, { tx, actor, services }, { ticket: { customerId } }) => {
      const at = services.now();
      const by = { by_id: actor.actorId, by_name: actor.name, written_at: at };
      const { id } = await tx
        .insertInto('ticket_note')
        .values({ customer_id: customerId, ticket_id: ticketId, text, ...by })
        .returning('id')
        .executeTakeFirstOrThrow();
      // The audit keeps who wrote a note and when, and never what it says.
      const note = { object: ['ticket', ticketId] as const, customerId: actor.actorCustomerId };
      return done({ id, by: actor.name, at: at.toISOString(), text }, note);
    },
  ),
  handle(
    mergeTicket,
    { audit: 'ticket.merge', load: { ticket: ticketNamed({ lock: true }) } },
    async ({ id, into }, { tx, actor, services, write }, { ticket: { customerId, row } }) => {
      const kept = (await storedRow(tx, customerId, 'ticket', into, true))?.row;
      const problem = mergeProblem(row, kept);
      if (problem !== null || !kept) return no({ kind: 'invalid', fields: { into: problem ?? noSuchTicket } });
      write(...(await mergedRows(tx, customerId, { row, kept, by: actor.name, at: services.now().toISOString() })));
      return done({ id: into }, { object: ['ticket', id], facts: { into } });
    },
  ),
  handle(countWaitingTickets, async (_args, { services }) => ok({ waiting: await countWaiting(services.db) })),
  handle(listCannedAnswers, async (_args, { services }) => ok(await cannedAnswers(services.db))),
  handle(saveCannedAnswer, { audit: 'support.canned.save' }, async ({ id, name, text }, { tx }) => {
    const all = await cannedAnswers(tx);
    const before = all.find((each) => each.id === id);
    if (id !== 0 && !before) return no(absent('canned answer', id));
    if (all.some((each) => each.id !== id && each.name.toLowerCase() === name.toLowerCase()))
      return no({ kind: 'invalid', fields: { name: 'Another canned answer has this name. Choose a different one.' } });
    const saved = before
      ? await tx.updateTable('canned_answer').set({ name, text }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
      : await tx.insertInto('canned_answer').values({ name, text }).returningAll().executeTakeFirstOrThrow();
    return done(saved, { object: ['cannedAnswer', saved.id], changed: changesBetween(before, saved) });
  }),
  handle(removeCannedAnswer, { audit: 'support.canned.remove' }, async ({ id }, { tx }) => {
    const gone = await tx.deleteFrom('canned_answer').where('id', '=', id).returningAll().executeTakeFirst();
    if (!gone) return no(absent('canned answer', id));
    return done(gone, { object: ['cannedAnswer', id], facts: { name: gone.name } });
  }),
  handle(readTicketContact, async ({ cust }, { services }) => ok((await ticketContact(services.db, cust)) ?? null)),
  handle(listContactChoices, async ({ cust, query }, { services }) => ok(await contactChoices(services.db, cust, query))),
];

const cannedAnswers = (db: Db | Tx) => db.selectFrom('canned_answer').selectAll().orderBy('name').orderBy('id').execute();
