import { sql } from 'kysely';
import * as z from 'zod';
import { receiveSmsAnswer, type SmsSettings } from '#contract/system/sms-settings.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';

/** The provider's settings under `sms`. The token is a secret of its own. */
const Stored = z.object({ api: z.string(), accountSid: z.string(), sender: z.string() });
type Stored = z.infer<typeof Stored>;

/** What calls to Twilio need. */
export type SmsAccess = Stored & { readonly token: string; readonly providerId: number };

const secretOf = (customerId: number) => ({ customerId, owner: 'sms', field: 'token' });

const providerOf = (db: Db | Tx) =>
  db.selectFrom('customer').select(['id', 'settings']).where('provider', '=', true).orderBy('id').executeTakeFirst();

type Ports<D> = { readonly db: D; readonly secrets: Secrets };

const none = { api: null, accountSid: null, sender: null };

/** The address that incoming messages go to. Its signature covers it, so that it must be written as Twilio has it. */
export const answersUrl = (publicUrl: string): string =>
  `${publicUrl.replace(/\/+$/, '')}${receiveSmsAnswer.route.replace(/^POST /, '')}`;

/** The provider's account of text messages, without its token. A transaction must not be limited to customers. */
export async function shownSms(db: Db | Tx, publicUrl: string): Promise<SmsSettings> {
  const provider = await providerOf(withoutScope(db));
  const stored = Stored.safeParse(provider?.settings['sms']);
  return { ...(stored.success ? stored.data : none), answersUrl: answersUrl(publicUrl) };
}

/** What calls to Twilio need; undefined if no account is connected. */
export async function smsAccess({ db, secrets }: Ports<Db | Tx>): Promise<SmsAccess | undefined> {
  const provider = await providerOf(withoutScope(db));
  const stored = Stored.safeParse(provider?.settings['sms']);
  if (!provider || !stored.success) return undefined;
  const token = await secrets.take(withoutScope(db), secretOf(provider.id));
  return token === undefined ? undefined : { ...stored.data, token, providerId: provider.id };
}

/** Stores the account, and its token, encrypted, if one is given; null removes both. Messages that wait are tried again at once. */
export async function keepSms(
  { db, secrets }: Ports<Tx>,
  draft: (Stored & { readonly token?: string | undefined }) | null,
): Promise<void> {
  const provider = await providerOf(db);
  if (!provider) throw new Error('there is no provider to keep settings for');
  const { token, ...sms } = draft ?? {};
  const kept = draft === null ? {} : { sms };
  await sql`update customer set settings = (settings - 'sms') || ${JSON.stringify(kept)}::jsonb where id = ${provider.id}`.execute(
    db,
  );
  if (draft === null || token !== undefined) await secrets.put(db, secretOf(provider.id), token ?? null);
  await db.deleteFrom('sms_pace').execute();
}
