import type { Selectable, Updateable } from 'kysely';
import { isoOfUsDay, type StoredAccount, usDayOfIso } from '#contract/people/account.ts';
import type { PeopleTables } from '#server/kit/db/tables/people-tables.ts';

type Row = Selectable<PeopleTables['customer']>;

/** The account of a stored customer, as calls show it. */
export const accountOf = (row: Row): StoredAccount => ({
  name: row.name,
  email: row.email ?? '',
  notify: row.notify ?? '',
  industry: row.industry,
  timeZone: row.time_zone,
  cleanupDegree: row.cleanup_degree_spec,
  gsaMethod: row.gsa_method,
  readsDescriptions: row.reads_descriptions,
  status: row.status,
  since: row.since_on,
  implementedSince: row.implemented_on,
  disableDate: row.disable_on,
  keepActiveTill: row.keep_active_till && usDayOfIso(row.keep_active_till),
  accountManager: row.account_manager ?? '',
  plan: row.plan_id,
  connections: row.agents_included,
  userLimit: row.user_licenses_limit,
  parent: row.parent_id,
  extId: row.ext_id ?? '',
});

/** Only the fields that were sent. */
export const sentOf = <A extends object>(sent: A) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as {
    [K in keyof A]?: Exclude<A[K], undefined>;
  };

const mostCleanup = 2;

/** What is sent, as it is stored: a degree of cleaning above 2 becomes 0. */
export const normalized = <A extends Partial<StoredAccount>>(sent: A): A =>
  (sent.cleanupDegree ?? 0) > mostCleanup ? { ...sent, cleanupDegree: 0 } : sent;

/** The columns for the given fields of an account. */
export function columnsOf(account: Partial<StoredAccount>): Updateable<PeopleTables['customer']> {
  const columns = {
    name: account.name,
    email: orNull(account.email),
    notify: orNull(account.notify),
    industry: account.industry,
    time_zone: account.timeZone,
    cleanup_degree_spec: account.cleanupDegree,
    gsa_method: account.gsaMethod,
    reads_descriptions: account.readsDescriptions,
    status: account.status,
    since_on: account.since,
    implemented_on: account.implementedSince,
    disable_on: account.disableDate,
    keep_active_till: account.keepActiveTill && isoOfUsDay(account.keepActiveTill),
    account_manager: orNull(account.accountManager),
    plan_id: account.plan,
    agents_included: account.connections,
    user_licenses_limit: account.userLimit,
    parent_id: account.parent,
    ext_id: orNull(account.extId),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

const orNull = (text: string | undefined): string | null | undefined => (text === '' ? null : text);
