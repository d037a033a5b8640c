import { sql } from 'kysely';
import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import type { SecretPlace, Secrets } from '#server/kit/lib/secrets.ts';
import type { CollectorTools, CollectProblem, SignInToMailbox } from '../collectors/collector.ts';
import { askForToken, digestOfRenewal, type MailboxRenewal, renewalIn } from '../collectors/mailbox-token.ts';

/** The task whose sign-in it is; 0 for one that is tried before it is saved. */
type Holder = { readonly customerId: number; readonly holderId: number };
type Ports = {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly now: () => Date;
  readonly fetch: CollectorTools['fetch'];
};

/** The last tokens of a renewal, encrypted as the credentials of its task. `of` tells them from those of a former renewal. */
const Held = z.object({ of: z.string(), access: z.string(), until: z.number(), refresh: z.string() });
type Held = z.infer<typeof Held>;

/** An access token is renewed this long before it ends, so that no sign-in arrives with one that has just ended. */
const earlyMs = 60_000;
/** PostgreSQL's code for a lock that was not free within the limit. */
const lockTimeout = '55P03';

/**
 * Signs in to mailboxes. An access token that is renewed is asked for first, or taken from the store while it is good. All processes
 * share it, and one asks at a time: many providers give a new refresh token with each answer and take the former one only once. A token
 * that the mailbox refuses is renewed once, because providers can end it early.
 */
export const mailboxSignIn =
  (ports: Ports, of: Holder): SignInToMailbox =>
  async (access, use) => {
    const renewal = renewalIn(access.secretKey);
    if (!renewal) return use(access);
    const first = await tokenOf(ports, of, renewal, null);
    if (!first.ok) return first;
    const result = await use({ ...access, secretKey: first.value.access });
    if (result.ok || result.error.kind !== 'sign_in' || first.value.isNew) return result;
    const second = await tokenOf(ports, of, renewal, first.value.access);
    return second.ok ? use({ ...access, secretKey: second.value.access }) : second;
  };

type Token = { readonly access: string; readonly isNew: boolean };

async function tokenOf(
  ports: Ports,
  of: Holder,
  renewal: MailboxRenewal,
  refused: string | null,
): Promise<Result<Token, CollectProblem>> {
  const { secrets, now } = ports;
  const db = scopeTo(ports.db, [of.customerId]);
  const [digest, place] = [digestOfRenewal(renewal), placeOf(of, renewal)];
  const heldIn = async (store: Db | Tx) => {
    const held = await heldAt(store, secrets, place);
    return held?.of === digest ? held : undefined;
  };
  const good = (held: Held | undefined): string | null =>
    held && held.access !== refused && held.until - earlyMs > now().getTime() ? held.access : null;
  const known = good(await heldIn(db));
  if (known !== null) return ok({ access: known, isNew: false });
  const renewed = db.transaction().execute(async (tx): Promise<Result<Token, CollectProblem>> => {
    await sql`select pg_advisory_xact_lock(hashtext('mailbox token'), hashtext(${digest}))`.execute(tx);
    const held = await heldIn(tx);
    const meanwhile = good(held);
    if (meanwhile !== null) return ok({ access: meanwhile, isNew: false });
    const asked = await askForToken({ ...renewal, refreshToken: held?.refresh ?? renewal.refreshToken }, ports);
    if (!asked.ok) return asked;
    await secrets.put(tx, place, JSON.stringify({ of: digest, ...asked.value } satisfies Held));
    if (of.holderId === 0) await forgetOldTries(tx, of);
    return ok({ access: asked.value.access, isNew: true });
  });
  return renewed.catch((error: unknown) => {
    if ((error as { code?: string }).code !== lockTimeout) throw error;
    return no({ kind: 'timeout', words: 'The token address takes too long to answer. Jobdock tries again by itself.' });
  });
}

const owner = (holderId: number) => `task:${holderId}`;

function placeOf({ customerId, holderId }: Holder, renewal: MailboxRenewal): SecretPlace {
  // Several people may try sign-ins before they save them.
  const field = holderId === 0 ? `tokens ${digestOfRenewal(renewal)}` : 'tokens';
  return { customerId, owner: owner(holderId), field };
}

async function heldAt(db: Db | Tx, secrets: Secrets, place: SecretPlace): Promise<Held | undefined> {
  const text = await secrets.take(db, place);
  return text === undefined ? undefined : Held.parse(JSON.parse(text));
}

/** Forgets the tokens of sign-ins that were tried and not saved for a day. */
async function forgetOldTries(tx: Tx, { customerId }: Holder): Promise<void> {
  await sql`delete from secret where customer_id = ${customerId} and owner = ${owner(0)}
    and updated_at < now() - interval '1 day'`.execute(tx);
}

/**
 * Gives a task that is saved with this secret key the tokens that a try before the save got, which may be the only ones that are still
 * good. Those of a former secret key are deleted.
 */
export async function adoptTokens(
  tx: Tx,
  secrets: Secrets,
  { customerId, taskId }: { readonly customerId: number; readonly taskId: number },
  secretKey: string,
): Promise<void> {
  const own = { customerId, owner: owner(taskId), field: 'tokens' };
  const renewal = renewalIn(secretKey);
  const held = await heldAt(tx, secrets, own);
  if (held && renewal && held.of === digestOfRenewal(renewal)) return;
  const tried = renewal && placeOf({ customerId, holderId: 0 }, renewal);
  const found = tried ? await secrets.take(tx, tried) : undefined;
  if (held || found !== undefined) await secrets.put(tx, own, found ?? null);
  if (tried && found !== undefined) await secrets.put(tx, tried, null);
}
