import { sql } from 'kysely';
import type { CommandArgs } from '#contract/commands/commands.ts';
import type { Rejection, Sent } from '#server/commands/decide.ts';
import type { Changed, CommandEffects, Completed } from '#server/commands/effects.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { bellCause } from './publish-notices.ts';

type Args = CommandArgs<'notice.dismiss.v1'>;

/** People dismiss for themselves alone. */
async function guardDismiss(_tx: Tx, { actor }: Sent, { userId }: Args): Promise<Rejection | null> {
  if (userId === actor.userId) return null;
  return {
    code: 'forbidden',
    message: 'A notice can be dismissed only for yourself. Sign in as this person.',
    conflicts: [],
    field: 'userId',
  };
}

/** A dismissed notice leaves the bell of the person, too. */
async function leaveBell(
  _tx: Tx,
  { customerId, actor, now }: Sent,
  { id, dismissed }: Args,
  { writes }: Changed,
): Promise<Completed> {
  const at = dismissed ? now : null;
  const statement = sql`
    insert into notification_reader (customer_id, notification_id, user_id, read_at, deleted_at)
    select customer_id, id, ${actor.userId}::integer, ${at}::timestamptz, ${at}::timestamptz from notification
    where customer_id = ${customerId} and kind = 'notice' and cause = ${bellCause(id)}
    on conflict (customer_id, notification_id, user_id) do update set deleted_at = excluded.deleted_at`;
  return { writes, statements: [statement] };
}

/** Server-side effects of notices of the provider: who dismisses one, and its entry in their bell. */
export const noticeEffects: Pick<CommandEffects, 'notice.dismiss.v1'> = {
  'notice.dismiss.v1': { guard: guardDismiss, completes: leaveBell },
};
