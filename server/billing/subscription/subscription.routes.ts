import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { addLicenses, readSubscription, type Subscription } from '#contract/billing/subscription.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { licenseCost, licenseProblem } from '#domain/billing/license-order.ts';
import { amountOf, usd } from '#domain/billing/money.ts';
import { monthlyCents, type Terms, termsOn } from '#domain/billing/period-lines.ts';
import { monthsAfter, periodOf } from '#domain/billing/periods.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { keepTerms } from '#server/people/customers/subscription-terms.ts';
import type { Billed } from '../accounting/accounting.ts';
import { billedOf, lockBilled } from '../accounting/billed.ts';
import { invoicePages } from '../accounting/invoice-page.ts';
import { readAccount, startAccount } from '../book/billing-account.ts';
import { builtInLedger } from '../built-in/built-in-ledger.ts';

/** What a customer has subscribed to, and adding licenses to it. */
export const subscriptionRoutes: Handler[] = [
  handle(readSubscription, async ({ cust }, { services }) => {
    const { db, now } = services;
    const billed = await billedOf(db, cust, now());
    if (!billed) return no({ kind: 'not_found' });
    const { invoices } = await builtInLedger.account(db, billed, invoicePages(services));
    const since = monthsAfter(billed.today, -12);
    return ok({ ...(await subscriptionOf(db, billed, now())), invoices: invoices.filter((one) => one.createdOn >= since) });
  }),

  handle(addLicenses, { audit: 'subscription.licenses.add' }, async (sent, { tx, actor, services, idempotencyKey }) => {
    const { cust, n, monthPrice } = sent;
    const now = services.now();
    const billed = await lockBilled(tx, cust, now);
    if (!billed) return no({ kind: 'not_found' });
    const key = sent.key ?? idempotencyKey ?? randomUUID();
    if (await isOrdered(tx, cust, key)) return unchanged(await answerOf(tx, billed, now));
    const problem = await problemOf(tx, billed, n, now);
    if (problem !== null) return no({ kind: 'invalid', fields: { n: problem } });
    await startAccount(tx, billed, now);
    const { includedLeft, connectionPrice } = await subscriptionOf(tx, billed, now);
    const month = Math.max(0, n - includedLeft) * Math.round(Number(connectionPrice) * 100);
    if (monthPrice !== undefined && monthPrice !== amountOf(month))
      return no({
        kind: 'invalid',
        fields: { monthPrice: `The price is ${usd(month)} a month now: check it and add them again.` },
      });
    await tx
      .insertInto('license_order')
      .values({ customer_id: cust, key, licenses: n, month_cents: month, by_id: actor.actorId, made_at: now })
      .execute();
    await sql`update customer set agents_included = agents_included + ${n} where id = ${cust}`.execute(tx);
    await sql`update billing_account set added_licenses = added_licenses + ${n} where customer_id = ${cust}`.execute(tx);
    await keepTerms(tx, cust, billed.today, now);
    const reply = await answerOf(tx, billed, now);
    return done(reply, {
      object: ['customer', cust],
      changed: { agentsIncluded: [reply.connections - n, reply.connections] },
      facts: { licenses: n, month: amountOf(month) },
    });
  }),
];

const isOrdered = async (tx: Tx, customerId: number, key: string): Promise<boolean> =>
  (await tx
    .selectFrom('license_order')
    .select('key')
    .where('customer_id', '=', customerId)
    .where('key', '=', key)
    .executeTakeFirst()) !== undefined;

/** Why so many licenses are not added; null if they are. */
async function problemOf(tx: Tx, billed: Billed, licenses: number, now: Date): Promise<string | null> {
  if (billed.isProvider) return 'The provider has no subscription.';
  const account = await readAccount(tx, billed, now);
  if ((termsOn(account.history, billed.today)?.plan ?? '') === '') return 'The customer has no plan: ask Jobdock for one.';
  return licenseProblem(account.added, licenses);
}

async function answerOf(tx: Tx, billed: Billed, now: Date) {
  const { connections, added } = await subscriptionOf(tx, billed, now);
  return { message: messages.licensesAdded, connections, added };
}

const noTerms: Omit<Terms, 'fromOn'> = {
  plan: '',
  monthCents: 0,
  connections: 0,
  connectionCents: 0,
  users: 0,
  userCents: 0,
};

async function subscriptionOf(db: Db | Tx, billed: Billed, now: Date): Promise<Omit<Subscription, 'invoices'>> {
  const account = await readAccount(db, billed, now);
  const terms = termsOn(account.history, billed.today) ?? { ...noTerms, fromOn: billed.today };
  const { rows } = await sql<Used>`
    select c.plan_id as plan, c.agents_included as connections, c.user_licenses_limit as users,
      (select count(*)::integer from task t where t.customer_id = c.id and not t.deleted and not (t.row ->> 'disabled')::boolean) as tasks,
      (select count(*)::integer from app_user u where u.customer_id = c.id and u.disabled_at is null and u.deleted_at is null) as people,
      greatest(0, coalesce(own.agents_included, 0) - c.agents_included) as "includedLeft",
      p.name as "upgradeName", p.month_cents as "upgradeCents"
    from customer c left join plan own on own.id = c.plan_id
    left join lateral (select name, month_cents from plan where agents_included > own.agents_included
      order by agents_included limit 1) p on true
    where c.id = ${billed.id}`.execute(db);
  const [used] = rows;
  if (!used) throw new Error(`customer ${billed.id} is gone`);
  const period = periodOf(account.startOn, billed.today);
  return {
    planName: terms.plan,
    planSubscribed: used.plan,
    currentlyUsing: used.tasks,
    connections: used.connections,
    connectionsLeft: Math.max(0, used.connections - used.tasks),
    users: used.users,
    includedLeft: used.includedLeft,
    usersLeft: Math.max(0, used.users - used.people),
    connectionPrice: amountOf(terms.connectionCents),
    upgradePrice: used.upgradeCents === null ? null : amountOf(used.upgradeCents),
    upgradeName: used.upgradeName ?? '',
    monthPrice: amountOf(monthlyCents(terms)),
    ...period,
    restPrice: amountOf(licenseCost(1, terms.connectionCents, period, billed.today).thisPeriod),
    off: billed.isProvider,
    added: account.added,
  };
}

type Used = {
  readonly plan: number | null;
  readonly connections: number;
  readonly users: number;
  readonly tasks: number;
  readonly people: number;
  readonly includedLeft: number;
  readonly upgradeName: string | null;
  readonly upgradeCents: number | null;
};
