import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import type { JiraSettings } from '#contract/system/jira-settings.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import { removeWebhook } from './jira-webhook.ts';

/** The provider's settings under `jira`. The token is a secret of its own. */
const Stored = z.object({
  site: z.string(),
  account: z.string(),
  project: z.string(),
  issueType: z.string(),
  /** A part of every label, so that two installations never take each other's issues. */
  mark: z.string(),
  /** The administrator who saved it: changes that come from Jira are made in their name. */
  savedBy: z.number(),
});
type Stored = z.infer<typeof Stored>;
const Mark = z.string().min(1);

/** What calls to Jira need. `place` names site and project. */
export type JiraAccess = Stored & { readonly token: string; readonly place: string; readonly providerId: number };

const secretOf = (customerId: number) => ({ customerId, owner: 'jira', field: 'token' });

const providerOf = (db: Db | Tx) =>
  db.selectFrom('customer').select(['id', 'settings']).where('provider', '=', true).orderBy('id').executeTakeFirst();

type Ports<D> = { readonly db: D; readonly secrets: Secrets };

const noJira: JiraSettings = { site: null, account: null, project: null, issueType: null };

/** The Jira of the provider, without its token. A transaction must not be limited to customers. */
export async function shownJira(db: Db | Tx): Promise<JiraSettings> {
  const provider = await providerOf(withoutScope(db));
  const stored = Stored.safeParse(provider?.settings['jira']);
  if (!stored.success) return noJira;
  const { site, account, project, issueType } = stored.data;
  return { site, account, project, issueType };
}

/** What calls to Jira need; undefined if it is not connected. */
export async function jiraAccess({ db, secrets }: Ports<Db | Tx>): Promise<JiraAccess | undefined> {
  const provider = await providerOf(withoutScope(db));
  const stored = Stored.safeParse(provider?.settings['jira']);
  if (!provider || !stored.success) return undefined;
  const token = await secrets.take(withoutScope(db), secretOf(provider.id));
  if (token === undefined) return undefined;
  return { ...stored.data, token, place: placeOf(stored.data), providerId: provider.id };
}

const placeOf = ({ site, project }: Pick<Stored, 'site' | 'project'>): string => `${site}/${project}`;

export type JiraDraft = Pick<Stored, 'site' | 'account' | 'project' | 'issueType'> & { readonly token?: string | undefined };

/**
 * Stores where Jira is, and its token, encrypted, if one is given; null removes both. Tickets that Jira refused, and those that wait, are
 * sent again at once.
 */
export async function keepJira({ db, secrets }: Ports<Tx>, draft: JiraDraft | null, savedBy: number): Promise<void> {
  const provider = await providerOf(db);
  if (!provider) throw new Error('there is no provider to keep settings for');
  const before = Stored.safeParse(provider.settings['jira']);
  const { token, ...where } = draft ?? {};
  // The mark outlives a disconnection: issues that were made before it are found by it.
  const jiraMark = Mark.safeParse(provider.settings['jiraMark']).data ?? before.data?.mark ?? randomBytes(3).toString('hex');
  const kept = { jiraMark, ...(draft !== null && { jira: { ...where, mark: jiraMark, savedBy } }) };
  await sql`update customer set settings = (settings - 'jira') || ${JSON.stringify(kept)}::jsonb where id = ${provider.id}`.execute(
    db,
  );
  if (draft === null) await removeWebhook({ db, secrets }, provider.id);
  if (draft === null || token !== undefined) await secrets.put(db, secretOf(provider.id), token ?? null);
  await db.deleteFrom('jira_pace').where('customer_id', '=', provider.id).execute();
  await sql`update ticket_issue set
      state = case when state <> 'failed' then state when issue_key is null then 'waiting' else 'sent' end, next_at = null, due = true
    where state in ('failed', 'waiting')`.execute(db);
}
