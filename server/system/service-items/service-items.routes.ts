import { sql } from 'kysely';
import { no, ok } from '#contract/kit/result.ts';
import {
  listServiceItems,
  readServiceItem,
  removeServiceItem,
  type ServiceItem,
  saveServiceItem,
} from '#contract/system/service-items.ts';
import { itemProblem, serviceItems } from '#domain/service-items/catalogue.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';

/** Operating values that the service reads (`domain/service-items`). Items for all customers are rows of the provider. */
export const serviceItemRoutes: Handler[] = [
  handle(listServiceItems, async (_args, { services }) => ok(await itemsOf(services.db))),
  handle(readServiceItem, async ({ id }, { services }) => {
    if (id === 0) return ok(null);
    const item = (await itemsOf(services.db)).find((each) => each.id === id);
    return item ? ok(item) : no({ kind: 'not_found' });
  }),
  handle(saveServiceItem, { audit: 'service.item.save' }, async ({ id, code, value, customerId }, { services, tx, actor }) => {
    const home = await homeOf(tx, customerId);
    if (home === null) return no({ kind: 'not_found' });
    const wrong = itemProblem({ code, value, forOne: customerId !== null });
    if (wrong) return no({ kind: 'invalid', fields: wrong });
    const items = await itemsOf(tx);
    const before = items.find((each) => each.id === id);
    if (id !== 0 && !before) return no({ kind: 'not_found' });
    if (before && (before.code !== code || before.customerId !== customerId))
      return no({ kind: 'invalid', fields: { code: 'An item keeps its code and customer: remove it and add another.' } });
    if (!before && items.some((each) => each.code === code && each.customerId === customerId))
      return no({
        kind: 'invalid',
        fields: {
          code: `${code} is set ${customerId === null ? 'for all customers' : 'for this customer'} already: change that item.`,
        },
      });
    const values = { value, set_by: actor.actorId, set_at: services.now() };
    const saved = await tx
      .insertInto('service_item')
      .values({ customer_id: home, code, ...values })
      .onConflict((conflict) => conflict.columns(['customer_id', 'code']).doUpdateSet(values))
      .returning('id')
      .executeTakeFirstOrThrow();
    const item = await itemNamed(tx, saved.id);
    const changed = changesBetween(before && shown(before), shown(item));
    return done(item, { object: ['serviceItem', item.id], changed, customerId: home });
  }),
  handle(removeServiceItem, { audit: 'service.item.remove' }, async ({ id }, { tx }) => {
    const item = (await itemsOf(tx)).find((each) => each.id === id);
    if (!item) return no({ kind: 'not_found' });
    const { customer_id: customerId } = await tx
      .deleteFrom('service_item')
      .where('id', '=', id)
      .returning('customer_id')
      .executeTakeFirstOrThrow();
    return done(item, { object: ['serviceItem', id], facts: { name: item.code, value: item.value }, customerId });
  }),
];

const shown = ({ code, value }: ServiceItem) => ({ code, value });

/** The customer whose row an item is: the provider for all. Null for a customer that does not exist. */
async function homeOf(tx: Tx, customerId: number | null): Promise<number | null> {
  const customers = tx.selectFrom('customer').select('id').where('deleted_at', 'is', null);
  // An item of the provider is for all, so the provider has none of its own.
  const one =
    customerId === null
      ? customers.where('provider', '=', true)
      : customers.where('id', '=', customerId).where('provider', '=', false);
  return (await one.orderBy('id').executeTakeFirst())?.id ?? null;
}

async function itemNamed(tx: Tx, id: number): Promise<ServiceItem> {
  const item = (await itemsOf(tx)).find((each) => each.id === id);
  if (!item) throw new Error(`service item ${id} was not written`);
  return item;
}

/** All items whose code this version knows, by code; for all customers first. */
async function itemsOf(db: Db | Tx): Promise<ServiceItem[]> {
  const { rows } = await sql<ServiceItem>`
    select s.id, s.code, s.value, case when c.provider then null else c.id end as "customerId",
      case when c.provider then null else c.name end as customer, coalesce(u.name, '') as by, s.set_at as at
    from service_item s join customer c on c.id = s.customer_id and c.deleted_at is null
    left join app_user u on u.id = s.set_by
    where s.code = any(${Object.keys(serviceItems)}::text[])
    order by s.code, c.provider desc, lower(c.name), s.id`.execute(db);
  return rows;
}
