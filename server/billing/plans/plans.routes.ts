import { sql } from 'kysely';
import { listPlanPrices, type PricedPlan, savePlanPrices } from '#contract/billing/plans.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { amountOf, centsOf } from '#domain/billing/money.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';

type Prices = { readonly month_cents: number; readonly connection_cents: number; readonly user_cents: number };

const shown = ({ month_cents: month, connection_cents: connection, user_cents: user }: Prices) => ({
  monthPrice: amountOf(month),
  connectionPrice: amountOf(connection),
  userPrice: amountOf(user),
});

/** The list prices of plans. Terms that customers have hold their own prices, so that no change here reaches them. */
export const planRoutes: Handler[] = [
  handle(listPlanPrices, async (_args, { services: { db } }) => {
    const { rows } = await sql<Omit<PricedPlan, 'monthPrice' | 'connectionPrice' | 'userPrice'> & Prices>`
      select p.id, p.name, p.agents_included as connections, p.user_licenses_limit as users, p.month_cents, p.connection_cents, p.user_cents,
        (select count(*)::integer from customer c where c.plan_id = p.id and c.deleted_at is null and not c.provider) as customers
      from plan p order by p.agents_included, p.id`.execute(db);
    return ok(
      rows.map(({ id, name, connections, users, customers, ...prices }) => ({
        id,
        name,
        connections,
        users,
        customers,
        ...shown(prices),
      })),
    );
  }),

  handle(savePlanPrices, { audit: 'plan.prices' }, async ({ id, ...sent }, { tx }) => {
    const plan = await tx
      .selectFrom('plan')
      .select(['name', 'month_cents', 'connection_cents', 'user_cents'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!plan) return no({ kind: 'not_found' });
    const prices = {
      month_cents: centsOf(sent.monthPrice) ?? 0,
      connection_cents: centsOf(sent.connectionPrice) ?? 0,
      user_cents: centsOf(sent.userPrice) ?? 0,
    };
    const changed = changesBetween(shown(plan), shown(prices));
    if (Object.keys(changed).length === 0) return unchanged({ message: messages.saved });
    await tx.updateTable('plan').set(prices).where('id', '=', id).execute();
    return done({ message: messages.saved }, { object: ['setting', 'plan'], changed, facts: { name: plan.name } });
  }),
];
