import { sql } from 'kysely';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { rightIds } from '#contract/kit/rights.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { BrowserSide, Services } from '#server/kit/http/handle.ts';
import { findAccount, findClosedAccount } from '../auth/check-sign-in.ts';
import { askProvider, type Refused, refusedSignOn } from './ask-provider.ts';
import { type Attempt, isSamePurpose, type Purpose, takeAttempt } from './attempts.ts';
import { closedSignOnOf, domainOf, hasDomain, type SignOnSettings, signOnOf } from './sign-on-settings.ts';

const over = refusedSignOn('This sign-in is over, or began in another browser. Start again.');
const notAccepted = refusedSignOn(
  'The answer of your agency’s sign-on was not accepted. Start again. If it happens again, tell your administrator.',
);

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>> & { readonly administrator: boolean };
type Returned = { readonly account: Account; readonly hasTwoFactors: boolean };

/**
 * Takes the browser's attempt and finds the person whom the provider vouches for. An attempt works once, whatever its outcome. A
 * refusal of the provider's answer is audited.
 */
export async function comeBack(
  services: Services,
  browser: BrowserSide,
  answer: string,
  { ip, purpose }: { readonly ip: string; readonly purpose: Purpose },
): Promise<Result<Returned, Refused>> {
  const attempt = await takeAttempt(services, browser);
  const settings = attempt && (await settingsFor(services, purpose, attempt.customerId));
  if (!attempt || !settings || !isSamePurpose(attempt.purpose, purpose)) return no(over);
  let vouched: Awaited<ReturnType<typeof askProvider>>;
  try {
    vouched = await askProvider(services, settings, attempt, answer);
  } catch (error) {
    const why = whyOf(error);
    services.log.warn({ why, customer: attempt.customerId, ip }, 'a sign-on was refused');
    await noteRefusal(services, attempt, { ip, why });
    return no(notAccepted);
  }
  const account = await accountOf(services, purpose, settings, vouched.email);
  if (account) return ok({ account, hasTwoFactors: vouched.hasTwoFactors });
  await noteRefusal(services, attempt, { ip, why: 'no active person of this customer has the address' });
  return no(purpose.kind === 'export' ? unknownToExport : await unknown(services.db, attempt.customerId));
}

/** The reason of a refusal for the audit: the messages of an error and of its causes, which name the claim that does not fit. */
function whyOf(error: unknown): string {
  const messages: string[] = [];
  let each: unknown = error;
  while (each instanceof Error && messages.length < 4) {
    messages.push(each.message);
    each = each.cause;
  }
  return messages.join(': ');
}

const settingsFor = ({ db, now }: Services, { kind }: Purpose, customerId: number) =>
  kind === 'export' ? closedSignOnOf(db, customerId, now()) : signOnOf(db, customerId);

/** The active person of this customer with the address, which must be of a confirmed domain. Never a person of another customer. */
async function accountOf(
  services: Services,
  { kind }: Purpose,
  { customerId }: SignOnSettings,
  email: string,
): Promise<Account | undefined> {
  const find = kind === 'export' ? findClosedAccount : findAccount;
  const account = (await hasDomain(services.db, customerId, domainOf(email) ?? '')) ? await find(services, email) : undefined;
  if (!account || account.customer_id !== customerId) return undefined;
  const role = await services.db
    .selectFrom('app_user as u')
    .innerJoin('role as r', 'r.id', 'u.role_id')
    .select('r.administrator')
    .where('u.customer_id', '=', customerId)
    .where('u.id', '=', account.user_id)
    .executeTakeFirstOrThrow();
  return { ...account, administrator: role.administrator };
}

const unknownToExport = refusedSignOn(
  'Your agency’s sign-on does not know you in Jobdock. Start again, and sign in there with the account that you used here.',
);

/** Names somebody of the customer who can invite. */
async function unknown(db: Db, customerId: number): Promise<Refused> {
  const inviter = await db
    .selectFrom('app_user as u')
    .innerJoin('role as r', 'r.id', 'u.role_id')
    .select('u.name')
    .where('u.customer_id', '=', customerId)
    .where('u.disabled_at', 'is', null)
    .where(sql<boolean>`(r.authorises_everything or ${rightIds['users.write']} = any(u.rights))`)
    .orderBy('u.id')
    .executeTakeFirst();
  const whom = inviter?.name ?? 'your administrator';
  return refusedSignOn(`Your agency’s sign-on does not know you in Jobdock: ask ${whom} for an invitation.`);
}

async function noteRefusal({ db, now }: Services, attempt: Attempt, facts: { ip: string; why: string }): Promise<void> {
  await writeAudit(db, {
    customerId: attempt.customerId,
    at: now(),
    // No one has signed in.
    actorId: null,
    userId: null,
    name: 'session.sign_on.refused',
    facts: { ...facts, why: facts.why.slice(0, 200) },
  });
}
