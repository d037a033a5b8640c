import { type RawBuilder, sql } from 'kysely';
import { no, ok } from '#contract/kit/result.ts';
import { listParentLinks, type ParentLink, removeParentLink, saveParentLink } from '#contract/people/parents.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { resolveCustomer } from '#server/kit/http/customer-access.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { holdCustomers } from '../roles/person-states.ts';
import { parentProblem } from './parent-problem.ts';

/** Which customer is the parent of which. Edits hold both customers in order of their ids, so that two at once make no circle. */
export const parentRoutes: Handler[] = [
  handle(listParentLinks, async ({ customer }, { services, actor }) => {
    const named = await resolveCustomer(services.db, actor, customer);
    if (!named.ok) return no({ kind: 'not_found' });
    return ok(await linksOf(services.db, customer === -1 ? sql<boolean>`true` : ofCustomer(customer)));
  }),

  handle(saveParentLink, { audit: 'customer.parent' }, async ({ parent, child }, { tx }) => {
    await holdCustomers(tx, [parent, child]);
    const problem = await linkProblem(tx, parent, child);
    if (problem === 'not_found') return no({ kind: 'not_found' });
    if (problem !== null) return no({ kind: 'invalid', fields: problem });
    const [before] = await linksOf(tx, sql<boolean>`c.id = ${child}`);
    if (before) return unchanged(before);
    await tx.updateTable('customer').set({ parent_id: parent }).where('id', '=', child).execute();
    const [link] = await linksOf(tx, sql<boolean>`c.id = ${child}`);
    if (!link) throw new Error('the link was not stored');
    const changed = { parent: [null, parent] as const };
    return done(link, { customerId: child, object: ['customer', child], changed, facts: { parent: link.parentName } });
  }),

  handle(removeParentLink, { audit: 'customer.parent' }, async ({ customer, id }, { tx }) => {
    await holdCustomers(tx, [id]);
    const [link] = await linksOf(tx, sql<boolean>`c.id = ${id} and (${customer} = -1 or ${ofCustomer(customer)})`);
    if (!link) return no({ kind: 'not_found' });
    await tx.updateTable('customer').set({ parent_id: null }).where('id', '=', id).execute();
    const changed = { parent: [link.parent, null] as const };
    return done(link, { customerId: id, object: ['customer', id], changed, facts: { parent: link.parentName } });
  }),
];

const ofCustomer = (id: number) => sql<boolean>`(c.id = ${id} or c.parent_id = ${id})`;

async function linksOf(db: Db | Tx, where: RawBuilder<boolean>): Promise<ParentLink[]> {
  const { rows } = await sql<ParentLink>`
    select c.id, p.name as "parentName", c.name as "childName", p.id as parent, c.id as child
    from customer c join customer p on p.id = c.parent_id
    where c.deleted_at is null and p.deleted_at is null and ${where} order by p.name, c.name, c.id`.execute(db);
  return rows;
}

/** Why two customers cannot be linked; null if they can. */
async function linkProblem(tx: Tx, parent: number, child: number): Promise<Record<string, string> | 'not_found' | null> {
  const rows = await tx
    .selectFrom('customer as c')
    .leftJoin('customer as above', 'above.id', 'c.parent_id')
    .select(['c.id', 'c.name', 'c.provider', 'c.parent_id', 'above.name as above'])
    .where('c.id', 'in', [parent, child])
    .where('c.deleted_at', 'is', null)
    .execute();
  const lower = rows.find(({ id }) => id === child);
  if (!lower || !rows.some(({ id }) => id === parent)) return 'not_found';
  if (lower.provider) return { child: 'The provider has no parent: choose another child.' };
  const problem = await parentProblem(tx, parent, child);
  if (problem) return { [problem.about]: problem.words };
  if (lower.parent_id === null || lower.parent_id === parent) return null;
  return { child: `${lower.name} is a child of ${lower.above ?? 'another customer'}: remove that link first.` };
}
