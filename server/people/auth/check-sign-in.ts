import type { Refusal } from '#contract/kit/errors.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { isOpen } from '#server/kit/db/at-work.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import type { OpenCall, Services } from '#server/kit/http/handle.ts';
import { mayUsePassword } from '#server/kit/identity/local-passwords.ts';
import { mayExport } from '../customers/restorable.ts';
import { humanCheckHolds } from './human-check.ts';
import { knownDevice } from './known-device.ts';
import { passwordFits } from './passwords.ts';
import { type Attempt, accountHash, clearFailures, isLock, takeTurn } from './throttle.ts';

const wrong = {
  kind: 'sign_in',
  description: 'The user name or password is incorrect.',
  humanCheck: true,
} as const;
const checkFirst = { ...wrong, description: 'Confirm that you are human, then sign in again.', checkFirst: true } as const;

type Entered = { readonly username: string; readonly password: string; readonly r?: string | undefined };
type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;
type Refused = Extract<Refusal, { kind: 'sign_in' }> | { kind: 'busy'; retryAfterSeconds: number };

/** `clear` ends the count of failures. Call it once the person is signed in. */
type Checked = { readonly account: Account; readonly clear: () => Promise<void> };

/**
 * Checks user name and password within the throttle and the human check. Returns the account; the reply to a wrong password, an
 * unknown account and a disabled one is the same [D2.4]. `find` finds the accounts that may enter.
 */
export async function checkSignIn(
  call: OpenCall,
  { username, password, r }: Entered,
  find: typeof findAccount = findAccount,
): Promise<Result<Checked, Refused>> {
  const { services, browser, ip } = call;
  const account = username.toLowerCase();
  const attempt = { what: 'sign-in', account, ip, deviceId: knownDevice(services, account, browser) } as const;
  const turn = await takeTurn(services.db, attempt, services.now());
  if (!turn.ok) {
    const { retryAfterSeconds, locked } = turn.error;
    services.log.warn({ account: accountHash(account), ip, locked }, 'a sign-in was throttled');
    return no({ kind: 'busy', retryAfterSeconds });
  }
  const { humanCheck, settle } = turn.value;
  let outcome: Parameters<typeof settle>[0] = 'not wrong';
  try {
    if (humanCheck && !(await humanCheckHolds(services, r))) return no(checkFirst);
    const user = await find(services, account);
    const fits = await passwordFits(services.secrets, user?.password_hash, password);
    // With passwords switched off, a right one is refused like a wrong one.
    if (user && fits && (await mayUsePassword(services.db, { customerId: user.customer_id, userId: user.user_id })))
      return ok({ account: user, clear: () => clearFailures(services.db, attempt, services.now()) });
    outcome = 'wrong';
    services.log.warn({ account: accountHash(account), ip }, 'a sign-in failed');
    return no(wrong);
  } finally {
    const failures = await settle(outcome);
    // Not awaited: the response time must not reveal whether the account is known.
    if (outcome === 'wrong') void recordFailure(services, attempt, failures).catch((error: unknown) => noted(services, error));
  }
}

const noted = ({ log }: Services, error: unknown) => log.error({ err: error }, 'a failed sign-in was not audited');

/**
 * Writes failed sign-ins to the audit of the account's customer: the first of a window and the one that locks, so that a long
 * attack adds two lines per 15 minutes.
 */
async function recordFailure(services: Services, attempt: Attempt, failures: number): Promise<void> {
  const locks = isLock(attempt, failures);
  if (failures !== 1 && !locks) return;
  const user = await findAccount(services, attempt.account);
  if (!user) return;
  await writeAudit(services.db, {
    customerId: user.customer_id,
    at: services.now(),
    // No one has signed in.
    actorId: null,
    userId: user.user_id,
    name: locks ? 'session.locked' : 'session.failed',
    object: ['user', user.user_id],
    facts: { ip: attempt.ip, failures, knownDevice: attempt.deviceId !== undefined },
  });
}

/** The account with this sign-in name, if its user and customer are active. */
export const findAccount = (services: Services, email: string) =>
  accountOf(services, email).where(isOpen('c')).executeTakeFirst();

/** The account of an active user whose customer is closed, and whose device may export unsent work. */
export const findClosedAccount = (services: Services, email: string) =>
  accountOf(services, email).where(mayExport('c', services.now())).executeTakeFirst();

function accountOf(services: Services, email: string) {
  return services.db
    .selectFrom('sign_in as s')
    .innerJoin('app_user as u', (join) => join.onRef('u.customer_id', '=', 's.customer_id').onRef('u.id', '=', 's.user_id'))
    .innerJoin('customer as c', 'c.id', 's.customer_id')
    .select(['s.email', 's.customer_id', 's.user_id', 's.password_hash', 'u.name'])
    .where('s.email', '=', email)
    .where('u.disabled_at', 'is', null);
}
