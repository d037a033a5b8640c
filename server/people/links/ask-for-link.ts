import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { linkStatus } from '#contract/people/links.ts';
import { mayAskAgain } from '#domain/people/links.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { takeTurn } from '../auth/throttle.ts';
import { readLinks } from './link-rows.ts';
import { recordLink } from './record-link.ts';
import type { LinkChange, LinkChanged, LinkRefusal } from './sides.ts';
import { tellAsked } from './tell-links.ts';

const unknownName = 'No customer has exactly this name. Write it as they do, and ask their administrator if you are not sure.';

/** Asks for a link. Asked twice, it is one request, and no one gets a second notice. */
export async function askForLink(change: LinkChange): Promise<LinkChanged> {
  const target = await targetOf(change);
  if (!target.ok) return target;
  const { home, id, services, record } = change;
  return withoutScope(services.db)
    .transaction()
    .execute(async (tx): Promise<LinkChanged> => {
      const person = await tx
        .selectFrom('app_user as u')
        .innerJoin('customer as c', 'c.id', 'u.customer_id')
        .select('u.id')
        .where('u.customer_id', '=', home)
        .where('u.id', '=', id)
        .where('u.disabled_at', 'is', null)
        .where('c.deleted_at', 'is', null)
        .executeTakeFirst();
      if (!person) return no({ kind: 'not_found' });
      const key = { customer_id: home, user_id: id, linked_customer_id: target.value };
      const added = await tx
        .insertInto('user_link')
        .values({ ...key, asked_at: services.now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      const isNew = added.numInsertedOrUpdatedRows === 1n;
      const which = sql<boolean>`l.customer_id = ${home} and l.user_id = ${id} and l.linked_customer_id = ${target.value}`;
      const [link] = await readLinks(tx, which, true);
      if (!link) return no({ kind: 'not_found' });
      if (link.status === linkStatus.approved)
        return ok({ status: link.status, message: 'You are linked already.', receipt: null });
      if (link.status === linkStatus.asked && !isNew)
        return ok({ status: link.status, message: messages.linkRequested, receipt: null });
      const { rejectedAt } = link;
      if (!mayAskAgain(rejectedAt === null ? null : services.now().getTime() - new Date(rejectedAt).getTime()))
        return no({
          kind: 'invalid',
          fields: { status: 'This request was rejected. You can ask again 24 hours after that.' },
        });
      const asked_at = services.now();
      await tx
        .updateTable('user_link')
        .set({ asked_at, rejected_at: null, decided_by: null, reason: null })
        .where('customer_id', '=', home)
        .where('user_id', '=', id)
        .where('linked_customer_id', '=', target.value)
        .execute();
      await tellAsked(tx, services, { ...link, askedAt: asked_at.toISOString() });
      const changed = { status: [isNew ? linkStatus.none : link.status, linkStatus.asked] as const };
      const receipt = await recordLink(tx, record, link, changed);
      return ok({ status: linkStatus.asked, message: messages.linkRequested, receipt });
    });
}

/**
 * The customer that a person asks for. They name it exactly: no call lists customers to them, and the number of wrong names is
 * limited. By its id they ask again, and administrators for anyone.
 */
async function targetOf({
  home,
  id,
  linkedCustomerId,
  customerName,
  actor,
  services,
  ip,
}: LinkChange): Promise<Result<number, LinkRefusal>> {
  const db = withoutScope(services.db);
  const others = db
    .selectFrom('customer')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('provider', '=', false)
    .where('id', '<>', home);
  if (linkedCustomerId > 0) {
    const asked = sql<boolean>`exists (select from user_link l
      where l.customer_id = ${home} and l.user_id = ${id} and l.linked_customer_id = customer.id)`;
    const known = await others
      .where('id', '=', linkedCustomerId)
      .$if(!actor.administrator, (query) => query.where(asked))
      .executeTakeFirst();
    return known ? ok(known.id) : no({ kind: 'not_found' });
  }
  if (customerName === '') return no({ kind: 'invalid', fields: { customerName: 'Enter the name of the customer' } });
  const turn = await takeTurn(db, { what: 'link', account: `${actor.customerId}/${actor.userId}`, ip }, services.now());
  if (!turn.ok) return no({ kind: 'busy', retryAfterSeconds: turn.error.retryAfterSeconds });
  const found = await others.where(sql<boolean>`lower(name) = lower(${customerName})`).limit(2).execute();
  await turn.value.settle(found.length === 0 ? 'wrong' : 'not wrong');
  const [one, another] = found;
  if (!one) return no({ kind: 'invalid', fields: { customerName: unknownName } });
  if (another)
    return no({
      kind: 'invalid',
      fields: { customerName: 'Two customers have this name: ask the Jobdock provider to link you.' },
    });
  return ok(one.id);
}
