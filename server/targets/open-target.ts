import * as z from 'zod';
import type { TargetRow } from '#contract/rows/rows.ts';
import { targetConnection } from '#domain/targets/connection-forms/connections.ts';
import { connectionProblems } from '#domain/targets/connection-problems.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import { scopeTo } from '../kit/db/customer-scope.ts';
import type { Services } from '../kit/http/handle.ts';
import type { Secrets } from '../kit/lib/secrets.ts';
import { type Connection, noSecrets, type SecretField } from './adapter/connector.ts';
import { guardedSend } from './adapter/outbound.ts';
import { lookupSeconds } from './adapter/target-adapter.ts';
import { connectorOf } from './connectors.ts';
import { paceBook } from './pace/pace-rows.ts';
import { pacedSend } from './pace/paced-send.ts';
import { givingWay } from './pace/priority.ts';

/** An open connection. `resendWhenAbsent`: the customer allows to send a job again that no lookup found. */
export type OpenTarget = Connection & {
  readonly resendWhenAbsent: boolean;
  /** Whether the target asked for a pause that is too long to wait for. */
  readonly isPaused?: () => boolean;
  /** When a post with an unknown result is looked up: seconds before each lookup. */
  readonly lookupSeconds: readonly number[];
};

/** Opens the connection of a target. Null for a target that was deleted, accepts no posts, or lacks settings or secrets. */
export type OpenTargets = (customerId: number, targetId: number) => Promise<OpenTarget | null>;

/** Settings of posting that every kind of target has. */
const PostSettings = z.object({
  resendWhenAbsent: z.boolean().default(false),
  lookupSeconds: z
    .array(z.number().positive())
    .length(4)
    .default([...lookupSeconds]),
});

/** Where a target's secrets are stored, encrypted. */
export const targetSecret = (customerId: number, targetId: number, field: SecretField) => ({
  customerId,
  owner: `target:${targetId}`,
  field,
});

/** The secrets that targets of a kind can have. */
export function secretFieldsOf(typeId: number): readonly SecretField[] {
  const connector = connectorOf(typeId);
  return connector ? [...connector.secrets, ...(connector.eitherSecret ?? [])] : [];
}

/** The stored secrets of a target, by name. A secret that is not stored is absent. */
export async function storedSecrets(
  secrets: Secrets,
  db: Db | Tx,
  customerId: number,
  { id, typeId }: Pick<TargetRow, 'id' | 'typeId'>,
): Promise<Partial<Record<SecretField, string>>> {
  const held: Partial<Record<SecretField, string>> = {};
  for (const field of secretFieldsOf(typeId)) {
    const secret = await secrets.take(db, targetSecret(customerId, id, field));
    if (secret !== undefined) held[field] = secret;
  }
  return held;
}

type Open = Map<string, { readonly version: string; readonly connection: Connection & Pick<OpenTarget, 'isPaused'> }>;
/** The open connections of a process, by its secrets: handlers and jobs share the sessions of a target, whose number is limited. */
const processes = new WeakMap<Secrets, Open>();

/** What only reads gives way to posts. */
const readsGivingWay = ({ adapter, candidates, ...rest }: Connection): Connection => ({
  ...rest,
  ...(candidates && { candidates: { pageAfter: (after, asked) => givingWay(() => candidates.pageAfter(after, asked)) } }),
  adapter: {
    ...adapter,
    check: (sent) => givingWay(() => adapter.check(sent)),
    fields: () => givingWay(() => adapter.fields()),
    list: (kind, since) => givingWay(() => adapter.list(kind, since)),
  },
});

/** Opens connections and keeps them until their settings change, so that all calls of a process to a target share a session. */
export function targetsOpenedBy({ db, secrets, config }: Pick<Services, 'db' | 'secrets' | 'config'>): OpenTargets {
  const open: Open = processes.get(secrets) ?? new Map();
  processes.set(secrets, open);
  return async (customerId, targetId) => {
    const own = scopeTo(db, [customerId]);
    const stored = await own
      .selectFrom('target')
      .select(['row', 'settings'])
      .where('customer_id', '=', customerId)
      .where('id', '=', targetId)
      .where('deleted', '=', false)
      .executeTakeFirst();
    if (!stored) return null;
    const { typeId } = stored.row as TargetRow;
    const connector = connectorOf(typeId);
    if (!connector) return null;
    const post = PostSettings.safeParse(stored.settings);
    const settings = connector.settings.safeParse(stored.settings);
    const held = await storedSecrets(secrets, own, customerId, { id: targetId, typeId });
    if (connector.secrets.some((field) => held[field] === undefined)) return null;
    if (connector.eitherSecret?.every((field) => held[field] === undefined) === true) return null;
    const kind = targetConnection(typeId);
    if (!kind || connectionProblems(kind.form, { ...stored.settings, ...held })) return null;
    if (!settings.success || !post.success) return null;
    const given = { ...noSecrets, ...held };
    const key = `${customerId}/${targetId}`;
    const version = JSON.stringify([settings.data, given]);
    const known = open.get(key);
    const isKnown = known?.version === version;
    const opened = () => {
      const send = guardedSend([config.bullhornDoubleUrl], config.allowHosts);
      const book = paceBook(own, { customerId, targetId }, kind.can);
      const paced = pacedSend(send, book);
      return { ...readsGivingWay(connector.open(settings.data, given, paced.send)), isPaused: paced.isPaused };
    };
    const connection = isKnown ? known.connection : opened();
    if (!isKnown) open.set(key, { version, connection });
    return { ...connection, ...post.data };
  };
}
