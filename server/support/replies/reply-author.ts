import { sql } from 'kysely';
import type { TicketRow } from '#contract/rows/ticket.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { Actor } from '#server/kit/http/handle.ts';

type From = { readonly customerId: number; readonly ticket: TicketRow; readonly ofProvider: boolean; readonly address: string };

/**
 * The person of a ticket who has this address, as who answers: for the provider's address of the ticket one of its people who can work;
 * for the customer's the sender of the ticket, or of one that was merged into it. Undefined for everyone else.
 */
export async function authorOf(db: Db, { customerId, ticket, ofProvider, address }: From): Promise<Actor | undefined> {
  if (address === '') return undefined;
  const found = ofProvider
    ? sql<Found>`
        select p.id, p.name, u.customer_id as "ownCustomer" from support_people() p join app_user u on u.id = p.id
        where lower(p.email) = ${address.toLowerCase()}`
    : sql<Found>`
        select u.id, u.name, u.customer_id as "ownCustomer" from (
          select ${ticket.authorId}::integer as user_id, email from ticket_desk
          where customer_id = ${customerId} and ticket_id = ${ticket.id}
          union all select user_id, email from ticket_follower where customer_id = ${customerId} and ticket_id = ${ticket.id}
        ) people join app_user u on u.id = people.user_id and u.customer_id = ${customerId}
        where lower(people.email) = ${address.toLowerCase()} and u.deleted_at is null and u.disabled_at is null limit 1`;
  const [person] = (await found.execute(db)).rows;
  return person && actorOf(person, customerId, ofProvider);
}

type Found = { readonly id: number; readonly name: string; readonly ownCustomer: number };

/** An answer needs no right. The person has no session here. */
const actorOf = ({ id, name, ownCustomer }: Found, customerId: number, administrator: boolean): Actor => ({
  userId: id,
  actorId: id,
  actorCustomerId: ownCustomer,
  name,
  customerId: administrator ? ownCustomer : customerId,
  administrator,
  authorisesEverything: false,
  rights: new Set(),
  linkedCustomers: [],
  rightsAtLinked: new Map(),
  sessionId: '00000000-0000-0000-0000-000000000000',
  impersonating: false,
  passwordExpired: false,
  mustAddFactor: false,
});
