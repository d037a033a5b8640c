import { sql } from 'kysely';
import * as z from 'zod';
import type { SlackSettings } from '#contract/system/slack-settings.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';

/** The provider's settings under `slack`. The address of the webhook is a secret of its own. */
const Stored = z.object({ host: z.string() });

const placeOf = (customerId: number) => ({ customerId, owner: 'slack', field: 'webhook' });

const providerOf = (db: Db | Tx) =>
  db.selectFrom('customer').select(['id', 'settings']).where('provider', '=', true).orderBy('id').executeTakeFirst();

type Ports = { readonly db: Db | Tx; readonly secrets: Secrets };

/** Whether the provider has a webhook of Slack. A transaction must not be limited to customers. */
export async function shownSlack(db: Db | Tx): Promise<SlackSettings> {
  const provider = await providerOf(withoutScope(db));
  const stored = Stored.safeParse(provider?.settings['slack']);
  return stored.success ? { isSet: true, host: stored.data.host } : { isSet: false, host: null };
}

/** The address of the provider's webhook; undefined if none is set. */
export async function slackWebhook({ db, secrets }: Ports): Promise<string | undefined> {
  const provider = await providerOf(withoutScope(db));
  return provider && secrets.take(withoutScope(db), placeOf(provider.id));
}

/** Stores the webhook, encrypted, with its host to show; null removes both. */
export async function keepSlack(
  { db, secrets }: { readonly db: Tx; readonly secrets: Secrets },
  webhook: string | null,
): Promise<void> {
  const provider = await providerOf(db);
  if (!provider) throw new Error('there is no provider to keep settings for');
  const kept = webhook === null ? {} : { slack: { host: new URL(webhook).host } };
  await sql`update customer set settings = (settings - 'slack') || ${JSON.stringify(kept)}::jsonb where id = ${provider.id}`.execute(
    db,
  );
  await secrets.put(db, placeOf(provider.id), webhook);
}
