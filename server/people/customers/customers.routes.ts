import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { getCustomer } from '#contract/people/account.ts';
import { readBoard } from '#contract/people/customer-board.ts';
import { countCustomers, listAllCustomers, listCustomerNames, listPlans } from '#contract/people/customer-list.ts';
import { readCustomerWork } from '#contract/people/customer-work.ts';
import { getLabels, listCustomers, listModules, Module, readCustomerBasics, saveModules } from '#contract/people/customers.ts';
import { labeled } from '#domain/fields/label-words.ts';
import { may } from '#domain/rights/may.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { namedCustomers } from '#server/kit/http/customer-access.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { labelsAt } from '../labels/read-labels.ts';
import { accountOf } from './account.ts';
import { readBoardRows } from './customer-board.ts';
import { readCustomerCounts, readCustomerPage } from './customer-list.ts';
import { customerTasks, unsentDevices, waitingPosts } from './customer-work.ts';

/** The customers that a user may work on, and their settings for screens. */
export const customersRoutes: Handler[] = [
  handle(listCustomers, { beforeFactor: true }, async (_args, { services, actor }) => {
    const linked = await services.db
      .selectFrom('user_link')
      .select(['linked_customer_id', 'rights'])
      .where('customer_id', '=', actor.customerId)
      .where('user_id', '=', actor.userId)
      .where('agreed_at', 'is not', null)
      .execute();
    const rightsAt = new Map(linked.map((row) => [row.linked_customer_id, row.rights]));
    const rows = await services.db
      .selectFrom('customer')
      .select(['id', 'name', 'parent_id', 'settings'])
      .where('deleted_at', 'is', null)
      .$if(!actor.administrator, (query) => query.where('id', 'in', [actor.customerId, ...rightsAt.keys()]))
      .orderBy('name')
      .execute();
    return ok(
      rows.map(({ id, name, parent_id: parent, settings }) => {
        const rights = actor.administrator ? null : (rightsAt.get(id) ?? null);
        return { id, name, linked: rightsAt.has(id), parent, rights, demo: settings.demo === true };
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

  handle(listAllCustomers, async (args, { services }) => ok(await readCustomerPage(services.db, args))),

  handle(countCustomers, async (_args, { services }) => ok(await readCustomerCounts(services.db))),

  handle(listCustomerNames, async (_args, { services }) =>
    ok(
      await services.db
        .selectFrom('customer')
        .select(['id', 'name', 'parent_id as parent'])
        .where('deleted_at', 'is', null)
        .orderBy(sql`lower(name)`)
        .execute(),
    ),
  ),

  handle(listPlans, async (_args, { services }) =>
    ok(
      await services.db
        .selectFrom('plan')
        .select(['id', 'name', 'agents_included as connections', 'user_licenses_limit as userLimit'])
        .orderBy('id')
        .execute(),
    ),
  ),

  handle(readCustomerBasics, async ({ cust }, { services }) => {
    const row = await find(services.db, cust);
    return row ? ok(basicsOf(row)) : no({ kind: 'not_found' });
  }),

  handle(getCustomer, async ({ cust }, { services, actor }) => {
    const row = await find(services.db, cust);
    if (!row) return no({ kind: 'not_found' });
    const mayEdit = actor.administrator || (cust === actor.customerId && may(actor, 'account.write'));
    return ok({
      ...(mayEdit && accountOf(row)),
      ...basicsOf(row),
      industryId: row.industry,
      isPastDue: row.past_due,
      pastDueNotice: row.past_due_notice ?? '',
    });
  }),

  handle(getLabels, async ({ cust }, { services }) => {
    const row = await find(services.db, cust);
    if (!row) return no({ kind: 'not_found' });
    const labels = await labelsAt(services.db, cust);
    return ok(
      Object.fromEntries(
        labeled.flatMap(({ key }) => {
          const one = labels(key)?.one;
          return one === undefined ? [] : [[key, one]];
        }),
      ),
    );
  }),

  handle(listModules, async ({ cust }, { services }) => {
    const row = await find(services.db, cust);
    return row ? ok({ modules: modulesOf(row.settings) }) : no({ kind: 'not_found' });
  }),

  handle(saveModules, { audit: 'customer.modules' }, async ({ cust, modules: sent }, { tx }) => {
    const row = await find(tx, cust);
    if (!row) return no({ kind: 'not_found' });
    const modules = Module.options.filter((module) => sent.includes(module));
    // Merged by the database, so that another setting that is saved now is not lost.
    await sql`update customer set settings = settings || ${JSON.stringify({ modules })}::jsonb where id = ${cust}`.execute(tx);
    const changed = changesBetween({ modules: modulesOf(row.settings) }, { modules });
    return done({ message: messages.saved, modules }, { object: ['customer', cust], changed });
  }),
];

type Row = NonNullable<Awaited<ReturnType<typeof find>>>;

/** One customer. Finds none for the id that means "all customers". */
const find = (db: Db | Tx, id: number) =>
  db.selectFrom('customer').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

function basicsOf(row: Row) {
  const domain = row.settings.customerDomain;
  return {
    id: row.id,
    name: row.name,
    parent: row.parent_id,
    industry: row.industry,
    customerDomain: typeof domain === 'string' ? domain : null,
    timeZone: row.time_zone,
  };
}

function modulesOf(settings: Record<string, unknown>): Module[] {
  const chosen = Module.array().safeParse(settings.modules);
  return chosen.success ? chosen.data : Module.options;
}
