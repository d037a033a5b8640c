import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { ok } from '#contract/kit/result.ts';
import { targetLimits } from '#contract/posting/target-limits.ts';
import { targetConnection } from '#domain/targets/connection-forms/connections.ts';
import type { Db } from '../kit/db/connection.ts';
import { type Handler, handle } from '../kit/http/handle.ts';
import { row } from '../kit/http/loaders.ts';
import type { StoredTarget } from '../targets/target-rows.ts';

export const targetLimitRoutes: Handler[] = [
  handle(targetLimits, { load: { target: row('target', 'target') } }, async (_args, { services }, { target }) =>
    ok(await limitsOf(services.db, target, services.now())),
  ),
];

/** A minute or a month that is over has no calls yet: its row is written with the next call. */
async function limitsOf(db: Db, { customerId, row: target }: StoredTarget, now: Date): Promise<ReplyOf<typeof targetLimits>> {
  const { perMinute = null, perMonth = null } = targetConnection(target.typeId)?.can ?? {};
  const held = await db
    .selectFrom('target_pace')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('target_id', '=', target.id)
    .executeTakeFirst();
  const at = now.toISOString();
  const isThisMinute = held?.minute_at.slice(0, 16) === at.slice(0, 16);
  const isThisMonth = held?.month.slice(0, 7) === at.slice(0, 7);
  const asOf = held?.called_at ?? null;
  return {
    minute: { used: isThisMinute ? held.minute_calls : 0, allowed: perMinute, asOf },
    month: { used: isThisMonth ? held.month_calls : 0, allowed: perMonth, asOf },
    day: held?.day_used == null ? null : { used: held.day_used, allowed: held.day_allowed, asOf: held.day_at },
    pausedUntil: held && held.paused_until > at ? held.paused_until : null,
  };
}
