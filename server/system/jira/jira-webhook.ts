import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type JiraWebhook, receiveJiraHint } from '#contract/system/jira-webhook.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';

type Ports<D> = { readonly db: D; readonly secrets: Secrets };

const providerOf = (db: Db | Tx) =>
  db.selectFrom('customer').select('id').where('provider', '=', true).orderBy('id').executeTakeFirst();

const placeOf = (customerId: number, field: 'hintKey' | 'hintSecret') => ({ customerId, owner: 'jira', field });
const random = () => randomBytes(32).toString('base64url');

/** Makes a new address and secret, both stored encrypted, in place of the former ones. */
export async function renewWebhook({ db, secrets }: Ports<Tx>): Promise<void> {
  const provider = await providerOf(db);
  if (!provider) throw new Error('there is no provider to keep settings for');
  await secrets.put(db, placeOf(provider.id, 'hintKey'), random());
  await secrets.put(db, placeOf(provider.id, 'hintSecret'), random());
}

/** Removes address and secret. */
export async function removeWebhook({ db, secrets }: Ports<Tx>, providerId: number): Promise<void> {
  await secrets.put(db, placeOf(providerId, 'hintKey'), null);
  await secrets.put(db, placeOf(providerId, 'hintSecret'), null);
}

async function keysOf({ db, secrets }: Ports<Db | Tx>) {
  const whole = withoutScope(db);
  const provider = await providerOf(whole);
  if (!provider) return undefined;
  const key = await secrets.take(whole, placeOf(provider.id, 'hintKey'));
  const secret = await secrets.take(whole, placeOf(provider.id, 'hintSecret'));
  return key === undefined || secret === undefined ? undefined : { key, secret, providerId: provider.id };
}

/** The webhook as administrators see it. A transaction must not be limited to customers. */
export async function shownWebhook(ports: Ports<Db | Tx>, publicUrl: string): Promise<JiraWebhook> {
  const keys = await keysOf(ports);
  if (!keys) return { address: null, secret: null, lastAt: null };
  const path = receiveJiraHint.route.replace(/^POST /, '').replace(':key', keys.key);
  const pace = await withoutScope(ports.db)
    .selectFrom('jira_pace')
    .select('hinted_at')
    .where('customer_id', '=', keys.providerId)
    .executeTakeFirst();
  return { address: `${publicUrl.replace(/\/+$/, '')}${path}`, secret: keys.secret, lastAt: pace?.hinted_at ?? null };
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();
/** In the same time for every text, so that no answer says how much of a guess was right. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other));

/** The signature that Jira sends with a body: `sha256=` and the HMAC of its bytes in hexadecimal digits. */
export const hintSignature = (secret: string, body: Uint8Array): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Whether a request is of the webhook: `gone` for a wrong address, `forged` for a wrong signature. */
export async function judgeHint(
  ports: Ports<Db | Tx>,
  { key, signature, body }: { readonly key: string; readonly signature: string; readonly body: Uint8Array },
): Promise<'gone' | 'forged' | { readonly providerId: number }> {
  const keys = await keysOf(ports);
  if (!keys || !isSame(key, keys.key)) return 'gone';
  return isSame(signature, hintSignature(keys.secret, body)) ? { providerId: keys.providerId } : 'forged';
}
