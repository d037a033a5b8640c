import { expect } from 'vitest';
import type { TicketRow } from '#contract/rows/ticket.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { ticketMailJobs } from '#server/support/tickets/ticket-mail.ts';
import { pushBatch } from '#server/sync/push.ts';
import { newTicket } from '../factories/ticket-factory.ts';
import { runJobs } from '../run-jobs.ts';
import type { TestService } from '../test-service.ts';
import { actorOf, laneId, mutation } from './sync-world.ts';

type Change = readonly [name: string, args: object];

let lanes = 0;

/** What the recruiter of North does on devices, and the emails about it. */
export function ticketWorld(service: TestService) {
  const { north, recruiter } = service.people;
  const { db } = service.services;
  /** Sends changes from a new device, twice: the second push is the same batch, as after a lost answer. */
  const push = async (...changes: readonly Change[]) => {
    const mutations = changes.map(([name, args], i) => mutation(i + 1, name as 'ticket.create.v1', args, {}));
    const asked = { protocol: 1, clientId: laneId(`desk${(lanes += 1)}`), customerId: north, mutations } as const;
    const actor = actorOf(recruiter, north, 'The recruiter');
    const [reply] = [await pushBatch(service.services, actor, asked), await pushBatch(service.services, actor, asked)];
    if (!reply?.ok || reply.value.kind !== 'done') throw new Error(`the push answered ${JSON.stringify(reply)}`);
    return reply.value.outcomes;
  };
  const ticketRow = async (id: number) =>
    (await db.selectFrom('ticket').select('row').where('id', '=', id).executeTakeFirstOrThrow()).row as TicketRow;
  return {
    push,
    ticketRow,
    /** A ticket that the service knows. */
    async ticket(over: object = {}): Promise<TicketRow> {
      const ref = crypto.randomUUID();
      const made = await push(['ticket.create.v1', newTicket(ref, { authorId: recruiter, ...over })]);
      expect(made).toMatchObject([{ outcome: 'applied' }]);
      const { id } = await db.selectFrom('ticket').select('id').where('ref', '=', ref).executeTakeFirstOrThrow();
      return ticketRow(id);
    },
    /** An answer of the recruiter to a ticket. */
    answer(ticketId: number, text: string): Change {
      const ref = crypto.randomUUID();
      const args = { ticketId, ticketRef: null, authorId: recruiter, fromProvider: false, text };
      return ['ticket.comment.v1', { id: localIdOf(ref), ref, ...args }];
    },
    status: (id: number, status: TicketRow['status']): Change => ['ticket.status.v1', { id, ref: null, status }],
    /** The emails that were stored since the last look. */
    async newMails() {
      await runJobs(db, ticketMailJobs(service.services));
      const mails = await db.selectFrom('mail').select(['id', 'to_address as to', 'subject', 'text']).orderBy('id').execute();
      await db.deleteFrom('mail').execute();
      return mails;
    },
  };
}
