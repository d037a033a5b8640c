import { sql } from 'kysely';
import type { RowWrite } from '#domain/commands/kit/command.ts';
import type { CommandEffects } from '#server/commands/effects.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { serviceValue } from '#server/kit/db/service-items.ts';
import { nextRegularRun } from '../runs/next-run.ts';
import { fullConnections } from '../task-rows/connections.ts';

/** What the service does for changes of tasks: it sets when they are due. */
export const taskEffects: Pick<CommandEffects, Extract<keyof CommandEffects, `task.${string}`>> = {
  'task.enable.v1': {
    guard: async (tx, { customerId }, { ids, enabled }) => {
      const full = enabled ? await fullConnections(tx, customerId, await disabledOf(tx, customerId, ids)) : null;
      return full === null ? null : { code: 'invalid', message: full, conflicts: [] };
    },
    // An enabled task runs right away, as after a save.
    completes: async (tx, { customerId, now }, { enabled }, { writes }) =>
      enabled ? await dueAt(tx, customerId, writes, () => now) : { writes, statements: [] },
  },
  'task.schedule.v1': {
    guard: async (tx, { customerId }, { ids }) => {
      const name = await broughtTask(tx, customerId, ids);
      if (name === null) return null;
      return {
        code: 'invalid',
        message: `${name} takes its jobs as they come, so it has no schedule. Leave it out.`,
        conflicts: [],
      };
    },
    completes: async (tx, { customerId, now }, schedule, { writes }) => {
      const least = await serviceValue(tx, 'collection.minimumMinutes', customerId);
      const { time_zone: zone } = await tx
        .selectFrom('customer')
        .select('time_zone')
        .where('id', '=', customerId)
        .executeTakeFirstOrThrow();
      // Evenly apart, so that many tasks do not start together.
      return dueAt(tx, customerId, writes, (at) =>
        nextRegularRun(schedule, { from: now, zone, least, spread: at / writes.length }),
      );
    },
  },
};

/** Sets when each written task is due: in its row, and in the column that the service looks at. */
async function dueAt(tx: Tx, customerId: number, writes: readonly RowWrite[], whenOf: (at: number) => Date | null) {
  const due: RowWrite[] = [];
  for (const [at, write] of writes.entries()) {
    if (write.collection !== 'task') continue;
    const when = whenOf(at);
    await tx
      .updateTable('task')
      .set({ next_run_at: when })
      .where('customer_id', '=', customerId)
      .where('id', '=', write.row.id)
      .execute();
    due.push({ ...write, row: { ...write.row, nextRunAt: when?.toISOString() ?? null } });
  }
  return { writes: due, statements: [] };
}

/** How many of these tasks are disabled. */
async function disabledOf(tx: Tx, customerId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from task
    where customer_id = ${customerId} and id = any(${[...ids]}::integer[]) and not deleted
      and (row ->> 'disabled')::boolean`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The name of one of these tasks whose jobs people or vendors bring; null if there is none. */
async function broughtTask(tx: Tx, customerId: number, ids: readonly number[]): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select t.row ->> 'name' as name from task t join crawler_setup c on c.id = (t.row ->> 'crawlerId')::integer
    where t.customer_id = ${customerId} and t.id = any(${[...ids]}::integer[]) and not t.deleted
      and c.kind in ('file', 'webhook') order by t.id limit 1`.execute(tx);
  return rows[0]?.name ?? null;
}
