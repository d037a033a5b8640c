import { no, ok } from '#contract/kit/result.ts';
import { readBoard } from '#contract/people/customer-board.ts';
import { readCustomerWork } from '#contract/people/customer-work.ts';
import { getCustomer, getLabels, listCustomers, listModules, Module } from '#contract/people/customers.ts';
import { namedCustomers } from '#server/kit/http/customer-access.ts';
import { type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { readBoardRows } from './customer-board.ts';
import { customerTasks, unsentDevices, waitingPosts } from './customer-work.ts';

/** The customers that a user may work on, and their settings for screens. */
export const customersRoutes: Handler[] = [
  handle(listCustomers, { beforeFactor: true }, async (_args, { services, actor }) => {
    const linked = await services.db
      .selectFrom('user_link')
      .select('linked_customer_id')
      .where('customer_id', '=', actor.customerId)
      .where('user_id', '=', actor.userId)
      .where('agreed_at', 'is not', null)
      .execute();
    const linkedIds = new Set(linked.map((row) => row.linked_customer_id));
    const rows = await services.db
      .selectFrom('customer')
      .select(['id', 'name', 'parent_id', 'settings'])
      .where('deleted_at', 'is', null)
      .$if(!actor.administrator, (query) => query.where('id', 'in', [actor.customerId, ...linkedIds]))
      .orderBy('name')
      .execute();
    return ok(
      rows.map(({ id, name, parent_id: parent, settings }) => {
        return { id, name, linked: linkedIds.has(id), parent, demo: settings.demo === true };
      }),
    );
  }),

  handle(readBoard, { allCustomers: true }, async ({ cust }, { services }) =>
    ok(await readBoardRows(services.db, namedCustomers(cust))),
  ),

  handle(readCustomerWork, { allCustomers: true }, async ({ cust }, { services: { db } }) => {
    const customers = namedCustomers(cust);
    const [posts, tasks, devices] = await Promise.all([
      waitingPosts(db, customers),
      customerTasks(db, customers),
      unsentDevices(db, customers),
    ]);
    return ok({ posts, tasks, devices });
  }),

  handle(getCustomer, async ({ cust }, { services }) => {
    const row = await find(services, cust);
    if (!row) return no({ kind: 'not_found' });
    const domain = row.settings.customerDomain;
    return ok({
      id: row.id,
      name: row.name,
      parent: row.parent_id,
      industry: row.industry,
      customerDomain: typeof domain === 'string' ? domain : null,
      timeZone: row.time_zone,
    });
  }),

  handle(getLabels, async ({ cust }, { services }) => {
    const row = await find(services, cust);
    return row ? ok(row.labels) : no({ kind: 'not_found' });
  }),

  handle(listModules, async ({ cust }, { services }) => {
    const row = await find(services, cust);
    if (!row) return no({ kind: 'not_found' });
    const chosen = Module.array().safeParse(row.settings.modules);
    return ok({ modules: chosen.success ? chosen.data : Module.options });
  }),
];

/** One customer. Finds none for the id that means "all customers". */
const find = (services: Services, id: number) =>
  services.db.selectFrom('customer').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
