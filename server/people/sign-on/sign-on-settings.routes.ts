import type * as z from 'zod';
import { no, ok } from '#contract/kit/result.ts';
import {
  decideSignOnDomain,
  getSignOn,
  listSignOnDomains,
  removeSignOn,
  type SignOn,
  type SignOnDraft,
  saveSignOn,
} from '#contract/people/sign-on-settings.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { mayKeepPassword } from '#server/kit/identity/local-passwords.ts';
import { redirectUriOf } from './ask-provider.ts';
import { discover } from './provider.ts';
import { clientSecretOf } from './sign-on-settings.ts';

type Draft = z.output<typeof SignOnDraft>;

/** A customer's own sign-on, and the confirmation of its domains by the provider of this service. */
export const signOnSettingsRoutes: Handler[] = [
  handle(getSignOn, async ({ cust }, { services }) => {
    const found = await read(services, services.db, cust);
    return found ? ok(found) : no({ kind: 'not_found' });
  }),

  handle(
    saveSignOn,
    { audit: 'customer.sign_on.save', ownTransactions: true, stepUp: true },
    async ({ cust, ...draft }, { services, actor, record }) => {
      if (actor.impersonating) return no({ kind: 'forbidden' });
      const before = await read(services, services.db, cust);
      if (!before) return no({ kind: 'not_found' });
      const problem = judge(before, draft) ?? (await judgeProvider(services, before, cust, draft));
      if (problem) return no({ kind: 'invalid', fields: problem });
      return services.db.transaction().execute(async (tx) => {
        await store(services, tx, cust, draft);
        const after = (await read(services, tx, cust)) ?? before;
        const changed = changesBetween(factsOf(before), factsOf(after));
        // A secret appears by name only.
        const facts = draft.clientSecret === undefined ? {} : { secrets: ['clientSecret'] };
        return done(after, await record(tx, { object: ['customer', cust], changed, facts }));
      });
    },
  ),

  handle(removeSignOn, { audit: 'customer.sign_on.remove', stepUp: true }, async ({ cust }, { services, actor, tx }) => {
    if (actor.impersonating) return no({ kind: 'forbidden' });
    const before = await read(services, tx, cust);
    if (!before) return no({ kind: 'not_found' });
    if (before.issuer === null) return unchanged(before);
    await tx.deleteFrom('sign_on').where('customer_id', '=', cust).execute();
    await tx.deleteFrom('sign_on_domain').where('customer_id', '=', cust).execute();
    await tx.deleteFrom('sign_on_attempt').where('customer_id', '=', cust).execute();
    await services.secrets.put(tx, clientSecretOf(cust), null);
    const after = (await read(services, tx, cust)) ?? before;
    return done(after, { object: ['customer', cust], changed: changesBetween(factsOf(before), factsOf(after)) });
  }),

  handle(listSignOnDomains, async (_args, { services }) => ok(await askedDomains(services.db))),

  handle(
    decideSignOnDomain,
    { audit: 'customer.sign_on.domain', stepUp: true },
    async ({ cust, domain, isConfirmed }, { services, actor, tx }) => {
      if (actor.impersonating) return no({ kind: 'forbidden' });
      const row = (await askedDomains(tx)).find((each) => each.customerId === cust && each.domain === domain);
      if (!row) return no({ kind: 'not_found' });
      if (row.isConfirmed === isConfirmed) return unchanged({ domain, isConfirmed });
      const decided = isConfirmed
        ? { confirmed_at: services.now(), confirmed_by: actor.userId }
        : { confirmed_at: null, confirmed_by: null };
      try {
        await tx
          .updateTable('sign_on_domain')
          .set(decided)
          .where('customer_id', '=', cust)
          .where('domain', '=', domain)
          .execute();
      } catch (error) {
        if (isTaken(error)) return no({ kind: 'invalid', fields: { domain: taken } });
        throw error;
      }
      return done(
        { domain, isConfirmed },
        { object: ['customer', cust], changed: { isConfirmed: [row.isConfirmed, isConfirmed] }, facts: { domain } },
      );
    },
  ),
];

const taken = 'Another customer has this domain. Take it back there first.';
/** A confirmed domain is one customer's, by a unique index. */
const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23505';

/** The settings of a customer; undefined if there is no such customer. */
async function read(services: Pick<Services, 'config'>, db: Db | Tx, cust: number): Promise<SignOn | undefined> {
  const customer = await db.selectFrom('customer').select('id').where('id', '=', cust).executeTakeFirst();
  if (!customer) return undefined;
  const settings = await db.selectFrom('sign_on').selectAll().where('customer_id', '=', cust).executeTakeFirst();
  const secret = await db
    .selectFrom('secret')
    .select('owner')
    .where('customer_id', '=', cust)
    .where('owner', '=', clientSecretOf(cust).owner)
    .executeTakeFirst();
  const domains = await db
    .selectFrom('sign_on_domain')
    .select(['domain', 'confirmed_at'])
    .where('customer_id', '=', cust)
    .orderBy('domain')
    .execute();
  const candidates = await mayKeepPassword(db, cust).orderBy('u.name').execute();
  return {
    issuer: settings?.issuer ?? null,
    clientId: settings?.client_id ?? null,
    hasSecret: secret !== undefined,
    redirectUri: redirectUriOf(services),
    domains: domains.map(({ domain, confirmed_at }) => ({ domain, isConfirmed: confirmed_at !== null })),
    localPasswords: settings?.local_passwords ?? true,
    keepers: (settings?.keepers ?? []).filter((id) => candidates.some((candidate) => candidate.id === id)),
    candidates: candidates.map(({ id, name }) => ({ id, name })),
  };
}

/** What the audit shows of the settings. */
const factsOf = ({ issuer, clientId, domains, localPasswords, keepers }: SignOn) => ({
  issuer,
  clientId,
  domains: domains.map(({ domain }) => domain).sort(),
  localPasswords,
  keepers,
});

/** The problem of a draft by field, without asking its provider; null if there is none. */
function judge(before: SignOn, draft: Draft): Record<string, string> | null {
  const isNewHost = before.issuer === null || new URL(before.issuer).origin !== new URL(draft.issuer).origin;
  if (draft.clientSecret === undefined && !before.hasSecret) return { clientSecret: 'Enter the client secret' };
  // A stored secret never goes to a host that it was not given for.
  if (draft.clientSecret === undefined && isNewHost)
    return { clientSecret: 'Enter the client secret of the new provider: the stored one belongs to another address' };
  const strangers = draft.keepers.filter((id) => !before.candidates.some((candidate) => candidate.id === id));
  if (strangers.length > 0)
    return { keepers: 'Choose active people who have a password and the right to change the own account' };
  if (draft.localPasswords) return null;
  if (draft.keepers.length === 0)
    return { keepers: 'Choose at least one person who can sign in with a password when your sign-on is away' };
  const confirmed = before.domains.filter(({ domain, isConfirmed }) => isConfirmed && draft.domains.includes(domain));
  return confirmed.length > 0
    ? null
    : { localPasswords: 'Passwords can be switched off once at least one of your domains is confirmed' };
}

/** Asks a new provider for its description, and the present one before passwords are switched off. */
async function judgeProvider(
  services: Services,
  before: SignOn,
  cust: number,
  { issuer, clientId, clientSecret, localPasswords }: Draft,
): Promise<Record<string, string> | null> {
  if (before.issuer === issuer && (localPasswords || !before.localPasswords)) return null;
  const secret = clientSecret ?? (await services.secrets.take(services.db, clientSecretOf(cust))) ?? '';
  try {
    await discover(services, issuer, clientId, secret);
    return null;
  } catch (error) {
    services.log.warn({ err: error, customer: cust }, 'a sign-on provider was refused');
    return {
      issuer: 'No sign-on provider answers at this address. Check it: its page /.well-known/openid-configuration must open.',
    };
  }
}

async function store(services: Services, tx: Tx, cust: number, draft: Draft): Promise<void> {
  const values = {
    issuer: draft.issuer,
    client_id: draft.clientId,
    local_passwords: draft.localPasswords,
    keepers: draft.keepers,
    updated_at: services.now(),
  };
  await tx
    .insertInto('sign_on')
    .values({ customer_id: cust, ...values })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(values))
    .execute();
  if (draft.clientSecret !== undefined) await services.secrets.put(tx, clientSecretOf(cust), draft.clientSecret);
  const domains = [...new Set(draft.domains)];
  await tx
    .deleteFrom('sign_on_domain')
    .where('customer_id', '=', cust)
    .$if(domains.length > 0, (query) => query.where('domain', 'not in', domains))
    .execute();
  if (domains.length === 0) return;
  await tx
    .insertInto('sign_on_domain')
    .values(domains.map((domain) => ({ domain, customer_id: cust, asked_at: services.now() })))
    .onConflict((conflict) => conflict.columns(['domain', 'customer_id']).doNothing())
    .execute();
}

async function askedDomains(db: Db | Tx) {
  const rows = await db
    .selectFrom('sign_on_domain as d')
    .innerJoin('customer as c', 'c.id', 'd.customer_id')
    .select(['d.customer_id', 'c.name', 'd.domain', 'd.asked_at', 'd.confirmed_at'])
    .where('c.deleted_at', 'is', null)
    .orderBy('d.asked_at', 'desc')
    .execute();
  const owners = new Map(rows.flatMap((row) => (row.confirmed_at === null ? [] : [[row.domain, row.customer_id] as const])));
  return rows.map((row) => ({
    customerId: row.customer_id,
    customer: row.name,
    domain: row.domain,
    askedAt: row.asked_at,
    isConfirmed: row.confirmed_at !== null,
    isTaken: owners.has(row.domain) && owners.get(row.domain) !== row.customer_id,
  }));
}
