import { no, ok } from '#contract/kit/result.ts';
import { getSecondFactorRule, setSecondFactorRule } from '#contract/people/second-factor.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';

const always = 'The provider’s administrators need a second factor. It cannot be turned off.';

/** Whether a customer requires a second factor of all its users. Kept in the customer's settings as `secondFactor`. */
export const secondFactorRuleRoutes: Handler[] = [
  handle(getSecondFactorRule, async ({ cust }, { services }) => {
    const customer = await customerOf(services.db, cust);
    return customer ? ok(ruleOf(customer)) : no({ kind: 'not_found' });
  }),

  handle(
    setSecondFactorRule,
    { audit: 'customer.second_factor.save', stepUp: true },
    async ({ cust, required }, { actor, tx }) => {
      if (actor.impersonating) return no({ kind: 'forbidden' });
      const customer = await customerOf(tx, cust, true);
      if (!customer) return no({ kind: 'not_found' });
      const before = ruleOf(customer);
      if (before.required === required) return unchanged(before);
      if (customer.provider && !required) return no({ kind: 'invalid', fields: { required: always } });
      const { secondFactor: _, ...others } = customer.settings;
      const settings = required ? { ...others, secondFactor: 'required' } : others;
      await tx
        .updateTable('customer')
        .set({ settings: JSON.stringify(settings) })
        .where('id', '=', cust)
        .execute();
      const after = ruleOf({ ...customer, settings });
      return done(after, { object: ['customer', cust], changed: { required: [before.required, after.required] } });
    },
  ),
];

type Customer = { readonly provider: boolean; readonly settings: Record<string, unknown> };

function ruleOf({ provider, settings: { secondFactor } }: Customer) {
  return { required: secondFactor === 'required' || (provider && secondFactor !== 'optional'), provider };
}

async function customerOf(db: Db | Tx, id: number, lock = false): Promise<Customer | undefined> {
  return db
    .selectFrom('customer')
    .select(['provider', 'settings'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
}
