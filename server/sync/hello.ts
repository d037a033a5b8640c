import { no, ok, type Result } from '#contract/kit/result.ts';
import { feedState } from '../feed/feed-state.ts';
import { scopeOf } from '../feed/scope.ts';
import type { Db } from '../kit/db/connection.ts';
import { scopeTo } from '../kit/db/customer-scope.ts';
import type { Actor } from '../kit/http/handle.ts';
import { laneAccess } from './lane-access.ts';
import { noteTold } from './lane-reports.ts';

export type Hello = {
  readonly protocol: number;
  readonly clientId: string;
  readonly customerId: number;
  readonly deviceLabel: string;
  readonly appVersion: string;
  readonly unsent: number;
  readonly oldestUnsentAt: string | null;
  readonly persisted: boolean;
};

/**
 * Opens a lane or continues one: the device says what it is and holds, and gets what the service knows of it [edge case 15]. From
 * now on the device is listed, even if it only reads, so that an administrator can have it wiped [edge case 20].
 */
export async function handshake(from: Db, now: Date, actor: Actor, hello: Hello) {
  const access = await laneAccess(from, actor, hello.customerId, hello.clientId);
  if (!access.ok) return no({ kind: access.error.kind === 'customer_gone' ? ('gone' as const) : access.error.kind });
  const db = scopeTo(from, [hello.customerId]);
  const state = await feedState(db, hello.customerId, hello.clientId);
  const told = {
    protocol: hello.protocol,
    device_label: hello.deviceLabel,
    app_version: hello.appVersion,
    unsent: hello.unsent,
    oldest_unsent_at: hello.oldestUnsentAt,
    persisted: hello.persisted,
    seen_at: now,
  };
  await db
    .insertInto('client')
    .values({ customer_id: hello.customerId, client_id: hello.clientId, user_id: actor.userId, ...told })
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'client_id']).doUpdateSet(told).where('client.user_id', '=', actor.userId),
    )
    .execute();
  if (state.lane?.killed) await noteTold(db, now, hello);
  return ok({
    known: state.lane !== null,
    last: state.lane?.lastSeq ?? 0,
    epoch: state.epoch,
    scope: scopeOf(actor, hello.customerId).hash,
    rev: state.head,
    now: now.toISOString(),
    killed: state.lane?.killed ?? false,
  }) satisfies Result<unknown, never>;
}
