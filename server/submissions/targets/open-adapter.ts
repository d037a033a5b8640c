import type { SubmissionCapabilities } from '#contract/submissions/targets.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import type { Services } from '#server/kit/http/handle.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import { realClock } from '#server/targets/adapter/clock.ts';
import { guardedSend } from '#server/targets/adapter/outbound.ts';
import type { SubmissionAdapter, SubmissionConnection } from '../adapter.ts';
import { submissionConnectors } from '../adapters/all.ts';
import { withoutSecrets } from '../adapters/kit/without-secrets.ts';
import { loginSecret, submissionSecret } from './secret-places.ts';

type Opening = Pick<Services, 'db' | 'secrets' | 'config'>;
type Open = Map<string, { readonly version: string; readonly adapter: SubmissionAdapter }>;
/** The open adapters of a process, by its secrets, so that handlers and jobs share the sessions of a target. */
const processes = new WeakMap<Secrets, Open>();

/** Opens an adapter with credentials that are not stored, to check them. Null: Jobdock has no connection to the system. */
export function adapterWith({ config }: Opening, systemId: number, connection: SubmissionConnection): SubmissionAdapter | null {
  const connect = submissionConnectors.get(systemId);
  if (!connect) return null;
  const send = guardedSend([config.bullhornDoubleUrl], config.allowHosts);
  return withoutSecrets(connect(connection, { send, clock: realClock }), connection.secret);
}

/**
 * Opens the adapter of a stored target and keeps it until its connection changes. Null for a target that does not exist, is not active,
 * lacks its secret, or has a system without a connection. `loginId`: a person's sign-in to the target, which is used in place of the
 * target's account if it still exists and the system takes it; 0 for the target's own.
 */
export async function openSubmissionTarget(
  services: Opening,
  customerId: number,
  targetId: number,
  loginId = 0,
): Promise<SubmissionAdapter | null> {
  const scoped = scopeTo(services.db, [customerId]);
  const row = await scoped
    .selectFrom('submission_target')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', targetId)
    .where('active', '=', true)
    .executeTakeFirst();
  const secret = row && (await storedSecret(services.secrets, scoped, customerId, targetId));
  if (!row || secret === undefined) return null;
  const connection = { customerId, targetId, orgKey: row.org_key, secret, site: row.site, settings: row.settings };
  const own = loginId === 0 ? null : await signInOf(services, scoped, { customerId, targetId, loginId });
  const personal = own && opened(services, `${customerId}/${targetId}/${loginId}`, row.system_id, { ...connection, ...own });
  if (personal?.signIns === true) return personal;
  return opened(services, `${customerId}/${targetId}`, row.system_id, connection);
}

/** The open adapter of a connection, which is opened again only if the connection changed. */
function opened(services: Opening, key: string, systemId: number, connection: SubmissionConnection): SubmissionAdapter | null {
  const open: Open = processes.get(services.secrets) ?? new Map();
  processes.set(services.secrets, open);
  const version = JSON.stringify([systemId, connection]);
  const known = open.get(key);
  if (known?.version === version) return known.adapter;
  const { account } = connection;
  const made = adapterWith(services, systemId, connection);
  const adapter = made && account !== undefined ? { ...made, account } : made;
  if (adapter) open.set(key, { version, adapter });
  return adapter;
}

type SignIn = { readonly customerId: number; readonly targetId: number; readonly loginId: number };

/** A person's sign-in to a target as a connection has it; null if it was deleted. */
async function signInOf({ secrets }: Opening, db: Db, { customerId, targetId, loginId }: SignIn) {
  const row = await db
    .selectFrom('submission_login')
    .select('username')
    .where('customer_id', '=', customerId)
    .where('id', '=', loginId)
    .where('target_id', '=', targetId)
    .executeTakeFirst();
  const secret = row && (await secrets.take(db, loginSecret(customerId, loginId)));
  return row && secret !== undefined ? { orgKey: row.username, secret, account: row.username } : null;
}

/** The stored secret of a target; undefined if there is none. */
export const storedSecret = (secrets: Secrets, db: Db | Tx, customerId: number, targetId: number): Promise<string | undefined> =>
  secrets.take(db, submissionSecret(customerId, targetId));

/** What the adapter of a system declares. Opening one sends nothing, so blank credentials will do. */
export function capabilitiesOf(systemId: number): SubmissionCapabilities {
  const connect = submissionConnectors.get(systemId);
  const blank = { customerId: 0, targetId: 0, orgKey: '', secret: '', site: '', settings: {} };
  const nothing = async () => ({ ok: false, error: { kind: 'unreachable', words: '' } }) as never;
  const adapter = connect?.(blank, { send: nothing, clock: realClock });
  const has = (name: keyof SubmissionAdapter) => adapter !== undefined && adapter[name] !== null;
  return {
    checkCredentials: has('checkCredentials'),
    searchCaregivers: has('searchCaregivers'),
    readCaregiver: has('readCaregiver'),
    addDocument: has('addDocument'),
    lists: has('lists'),
    submit: has('submit'),
    lookUp: has('lookUp'),
    status: has('status'),
    listen: has('listen'),
  };
}
