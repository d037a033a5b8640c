import type { SubmissionCapabilities } from '#contract/submissions/targets.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import type { Services } from '#server/kit/http/handle.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import { realClock } from '#server/targets/adapter/clock.ts';
import { guardedSend } from '#server/targets/adapter/outbound.ts';
import type { SubmissionAdapter, SubmissionConnection } from '../adapter.ts';
import { submissionConnectors } from '../adapters/all.ts';
import { submissionSecret } from './secret-places.ts';

type Opening = Pick<Services, 'db' | 'secrets' | 'config'>;
type Open = Map<string, { readonly version: string; readonly adapter: SubmissionAdapter }>;
/** The open adapters of a process, by its secrets, so that handlers and jobs share the sessions of a target. */
const processes = new WeakMap<Secrets, Open>();

/** Opens an adapter with credentials that are not stored, to check them. Null: Jobdock has no connection to the system. */
export function adapterWith({ config }: Opening, systemId: number, connection: SubmissionConnection): SubmissionAdapter | null {
  const connect = submissionConnectors.get(systemId);
  if (!connect) return null;
  const send = guardedSend([config.bullhornDoubleUrl], config.allowHosts);
  return connect(connection, { send, clock: realClock });
}

/**
 * Opens the adapter of a stored target and keeps it until its connection changes. Null for a target that does not exist, is not active,
 * lacks its secret, or has a system without a connection.
 */
export async function openSubmissionTarget(
  services: Opening,
  customerId: number,
  targetId: number,
): Promise<SubmissionAdapter | null> {
  const own = scopeTo(services.db, [customerId]);
  const row = await own
    .selectFrom('submission_target')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', targetId)
    .where('active', '=', true)
    .executeTakeFirst();
  const secret = row && (await storedSecret(services.secrets, own, customerId, targetId));
  if (!row || secret === undefined) return null;
  const open: Open = processes.get(services.secrets) ?? new Map();
  processes.set(services.secrets, open);
  const connection = { customerId, targetId, orgKey: row.org_key, secret, site: row.site, settings: row.settings };
  const key = `${customerId}/${targetId}`;
  const version = JSON.stringify([row.system_id, connection]);
  const known = open.get(key);
  if (known?.version === version) return known.adapter;
  const adapter = adapterWith(services, row.system_id, connection);
  if (adapter) open.set(key, { version, adapter });
  return adapter;
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
    lists: has('lists'),
    submit: has('submit'),
    lookUp: has('lookUp'),
    status: has('status'),
    listen: has('listen'),
  };
}
