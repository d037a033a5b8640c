import type { Services } from '#server/kit/http/handle.ts';
import { clientSecretOf } from '#server/people/sign-on/sign-on-settings.ts';
import { signOnClient } from './sign-on-double.ts';

/** The domain of the demo agency's addresses. */
const domain = 'harborview.example';

/** Lets the people of the demo agency sign in at the built-in provider as well. Settings that somebody entered stay. */
export async function seedSignOn({ db, secrets, now }: Services, customerId: number, issuer: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('sign_on')
      .select(['issuer', 'client_id'])
      .where('customer_id', '=', customerId)
      .executeTakeFirst();
    if (found && found.client_id !== signOnClient.clientId) return;
    // It has another port after each start.
    const values = { issuer, client_id: signOnClient.clientId, updated_at: now() };
    await tx
      .insertInto('sign_on')
      .values({ customer_id: customerId, ...values })
      .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(values))
      .execute();
    await secrets.put(tx, clientSecretOf(customerId), signOnClient.clientSecret);
    if (found) return;
    await tx
      .insertInto('sign_on_domain')
      .values({ customer_id: customerId, domain, asked_at: now(), confirmed_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}
