import * as z from 'zod';
import type { TargetRow } from '#contract/rows/rows.ts';
import type { Db } from '../kit/db/connection.ts';
import { scopeTo } from '../kit/db/customer-scope.ts';
import type { Secrets } from '../kit/lib/secrets.ts';
import type { Send } from './adapter/outbound.ts';
import type { TargetAdapter } from './adapter/target-adapter.ts';
import { lookupSeconds } from './adapter/target-adapter.ts';
import type { TargetClients } from './adapter/target-clients.ts';
import { bullhornAdapter } from './bullhorn/bullhorn-adapter.ts';
import { bullhornClients } from './bullhorn/bullhorn-clients.ts';
import { BullhornSession } from './bullhorn/bullhorn-session.ts';

/** An open connection. `resendWhenAbsent`: the customer allows to send a job again that no lookup found. */
export type OpenTarget = {
  readonly adapter: TargetAdapter;
  /** The operations on the target's clients, if it stores any. */
  readonly clients?: TargetClients;
  readonly resendWhenAbsent: boolean;
  /** When a post with an unknown result is looked up: seconds before each lookup. */
  readonly lookupSeconds: readonly number[];
};

/** Settings of a Bullhorn connection, stored in `target.settings`. Password and client secret are encrypted separately. */
export const BullhornSettings = z.object({
  loginInfoUrl: z.url({ protocol: /^https?$/, error: 'Write the address of loginInfo, with https://' }),
  username: z.string().min(1, 'Write the name of the API user'),
  clientId: z.string().min(1, 'Write the client id that Bullhorn gave'),
  ownerId: z.number('Write the id of the user who will own the jobs').int(),
  contactId: z.number('Write the id of the contact that jobs are filed under').int(),
  resendWhenAbsent: z.boolean().default(false),
  lookupSeconds: z
    .array(z.number().positive())
    .length(4)
    .default([...lookupSeconds]),
});
export type BullhornSettings = z.infer<typeof BullhornSettings>;

/** Where a target's secrets are stored, encrypted. */
export const targetSecret = (customerId: number, targetId: number, field: 'password' | 'clientSecret') => ({
  customerId,
  owner: `target:${targetId}`,
  field,
});

/**
 * Opens connections and keeps them until their settings change, so that all posts of a target share a session. Returns null for a
 * target that was deleted, accepts no posts, or lacks settings or secrets.
 */
export function createTargetOpener(
  db: Db,
  secrets: Secrets,
  send: Send,
): (customerId: number, targetId: number) => Promise<OpenTarget | null> {
  const open = new Map<string, { version: string; target: OpenTarget }>();
  return async (customerId, targetId) => {
    const own = scopeTo(db, [customerId]);
    const row = await own
      .selectFrom('target')
      .select(['row', 'settings'])
      .where('customer_id', '=', customerId)
      .where('id', '=', targetId)
      .where('deleted', '=', false)
      .executeTakeFirst();
    if (!row || (row.row as TargetRow).kind !== 'bullhorn') return null;
    const password = await secrets.take(own, targetSecret(customerId, targetId, 'password'));
    const clientSecret = await secrets.take(own, targetSecret(customerId, targetId, 'clientSecret'));
    const settings = BullhornSettings.safeParse(row.settings);
    if (!settings.success || password === undefined || clientSecret === undefined) return null;
    const key = `${customerId}/${targetId}`;
    const version = JSON.stringify([row.settings, password, clientSecret]);
    const known = open.get(key);
    if (known?.version === version) return known.target;
    const { ownerId, contactId, resendWhenAbsent, lookupSeconds: looks, ...rest } = settings.data;
    const session = new BullhornSession({ ...rest, password, clientSecret }, send);
    const target = {
      adapter: bullhornAdapter(session, { ownerId, contactId }),
      clients: bullhornClients(session),
      resendWhenAbsent,
      lookupSeconds: looks,
    };
    open.set(key, { version, target });
    return target;
  };
}
