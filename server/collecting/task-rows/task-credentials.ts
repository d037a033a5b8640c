import { sql } from 'kysely';
import type { CredentialName } from '#contract/rows/crawler-settings.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import { credentialNames } from '#domain/crawlers/crawler-settings.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { type Customers, ofCustomers } from '#server/kit/db/of-customers.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import type { Credentials } from '../collectors/collector.ts';
import { crawlerSetup } from '../crawlers/crawler-setups.ts';
import { presetOrgKey } from '../crawlers/preset-org-key.ts';

import { adoptTokens } from './mailbox-tokens.ts';

/** A task, as its credentials are stored. */
type OfTask = { readonly customerId: number; readonly taskId: number };

const ownerOf = (taskId: number) => `task:${taskId}`;
const placeOf = ({ customerId, taskId }: OfTask, field: CredentialName) => ({ customerId, owner: ownerOf(taskId), field });

/**
 * The part of an address that everyone who sees the task may read: its host. Vendors put keys into the path and the query. Empty if
 * there is no address.
 */
export function shownAddress(url: string): string {
  if (url === '') return '';
  const { pathname, search } = new URL(url);
  return (pathname === '/' || pathname === '') && search === '' ? originOf(url) : `${originOf(url)}/…`;
}

/** Protocol, host and port. The addresses of mailboxes have no origin of their own. */
function originOf(url: string): string {
  const { origin, protocol, host } = new URL(url);
  return origin === 'null' ? `${protocol}//${host}` : origin;
}

/** What a task itself has. An empty text means that nothing is stored. */
export async function ownCredentials(db: Db | Tx, secrets: Secrets, task: OfTask): Promise<Credentials> {
  const found: Record<CredentialName, string> = { url: '', username: '', password: '', orgKey: '', secretKey: '' };
  for (const name of credentialNames) found[name] = (await secrets.take(db, placeOf(task, name))) ?? '';
  return found;
}

/**
 * What a task signs in with: the credentials of the task whose sign-in it shares, with its own address if that is of the same host. A
 * preset org key of its crawler replaces the others. Nothing for a task that does not exist.
 */
export async function credentialsOf(db: Db | Tx, secrets: Secrets, task: OfTask): Promise<Credentials> {
  const own = await ownCredentials(db, secrets, task);
  const stored = await storedRow(db, task.customerId, 'task', task.taskId);
  if (!stored) return own;
  const merged = await withParent(db, secrets, task.customerId, stored.row.credentialParentId, own);
  const crawler = await crawlerSetup(db, stored.row.crawlerId);
  if (crawler?.settings.presetOrgKey !== true) return merged;
  return { ...merged, orgKey: await presetOrgKey(db, secrets, crawler.id) };
}

/** A task's own credentials with those of its parent. */
async function withParent(
  db: Db | Tx,
  secrets: Secrets,
  customerId: number,
  parentId: number | null,
  own: Credentials,
): Promise<Credentials> {
  if (parentId === null) return own;
  const parent = await ownCredentials(db, secrets, { customerId, taskId: parentId });
  return { ...parent, url: isSameHost(own.url, parent.url) ? own.url : parent.url };
}

/** Whether two addresses lead to one host. Credentials are sent only to the host that they were entered for. */
export const isSameHost = (one: string, other: string): boolean =>
  one !== '' && other !== '' && originOf(one) === originOf(other);

/** The names of the credentials that are not empty. */
export const namesOf = (credentials: Credentials): CredentialName[] => credentialNames.filter((name) => credentials[name] !== '');

/** Encrypts and stores these credentials; an empty one is deleted. */
export async function storeCredentials(
  tx: Tx,
  secrets: Secrets,
  task: OfTask,
  credentials: Partial<Readonly<Record<CredentialName, string>>>,
): Promise<void> {
  for (const name of credentialNames) {
    const value = credentials[name];
    if (value !== undefined) await secrets.put(tx, placeOf(task, name), value === '' ? null : value);
  }
  if (credentials.secretKey !== undefined) await adoptTokens(tx, secrets, task, credentials.secretKey);
}

/** Deletes everything that a task signs in with. */
export const removeCredentials = (tx: Tx, secrets: Secrets, task: OfTask): Promise<void> =>
  storeCredentials(tx, secrets, task, { url: '', username: '', password: '', orgKey: '', secretKey: '' });

/** The tasks of a customer that use the sign-in of another one, locked until the transaction ends. */
export async function childrenOf(tx: Tx, customerId: number, taskId: number): Promise<TaskRow[]> {
  const { rows } = await sql<{ row: TaskRow }>`
    select row from task where customer_id = ${customerId} and not deleted
      and (row ->> 'credentialParentId')::integer = ${taskId} order by id for update`.execute(tx);
  return rows.map(({ row }) => row);
}

/** User names and org keys of all tasks of these customers, in one statement; by customer and task. */
export async function shownCredentials(
  db: Db,
  secrets: Secrets,
  customers: Customers,
): Promise<(task: OfTask) => Pick<Credentials, 'username' | 'orgKey'>> {
  const { rows } = await sql<{ customerId: number; owner: string; field: 'username' | 'orgKey'; sealed: string }>`
    select customer_id as "customerId", owner, field, sealed from secret
    where ${ofCustomers(customers)} and owner like 'task:%' and field in ('username', 'orgKey')`.execute(db);
  const found = new Map<string, string>();
  for (const { sealed, ...place } of rows) {
    const plain = await secrets.open(db, place, sealed);
    if (plain !== undefined) found.set(`${place.customerId} ${place.owner} ${place.field}`, plain);
  }
  const of = ({ customerId, taskId }: OfTask, field: string) => found.get(`${customerId} ${ownerOf(taskId)} ${field}`) ?? '';
  return (task) => ({ username: of(task, 'username'), orgKey: of(task, 'orgKey') });
}

/** Encrypts the addresses that earlier versions stored as plain text in `task.settings`. Does nothing once that is done. */
export async function sealStoredAddresses(db: Db, secrets: Secrets): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const plain = await tx
      .selectFrom('task')
      .select(['customer_id', 'id', 'settings'])
      .where(sql<boolean>`settings ? 'url'`)
      .forUpdate()
      .execute();
    for (const { customer_id, id, settings } of plain) {
      const { url, ...others } = settings;
      await storeCredentials(tx, secrets, { customerId: customer_id, taskId: id }, { url: String(url) });
      await tx
        .updateTable('task')
        .set({ settings: JSON.stringify({ ...others, feed: shownAddress(String(url)) }) })
        .where('customer_id', '=', customer_id)
        .where('id', '=', id)
        .execute();
    }
  });
}
