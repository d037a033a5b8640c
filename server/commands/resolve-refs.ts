import { sql } from 'kysely';
import type { PreValues } from '#contract/sync/sync.ts';
import { commandNamed } from '#domain/commands/commands.ts';
import type { RowRef, VersionedName } from '#domain/commands/kit/command.ts';
import { nextIds } from '../feed/publish.ts';
import type { Tx } from '../kit/db/connection.ts';
import { tableOf } from '../kit/db/schema.ts';
import type { Sent } from './decide.ts';

/**
 * Replaces the temporary ids of a device in a change and in its pre-values by the ids of the service [edge case 29]. A row is
 * found by the UUID from its creator; a new row gets its id here. A change without temporary ids is returned unchanged.
 */
export async function withIds(tx: Tx, sent: Sent): Promise<Sent> {
  const refs = (commandNamed(sent.name)?.refs ?? []) as readonly RowRef<Record<string, unknown>>[];
  if (refs.length === 0 || typeof sent.args !== 'object' || sent.args === null) return sent;
  let args = { ...sent.args } as Record<string, unknown>;
  let { pre } = sent;
  for (const { collection, id: idKey, ref: refKey, does } of refs) {
    const [id, ref] = [args[idKey], args[refKey]];
    if (typeof id !== 'number') continue;
    const known = await idOf(tx, sent.customerId, collection, { id, ref: typeof ref === 'string' ? ref : null, does });
    // A row that already has a service id is never created again, unless the change restores it under its own UUID.
    args = { ...args, [idKey]: known, [refKey]: id > 0 && does !== 'restores' ? null : ref };
    pre = renamed(pre, `${collection}/${id}`, `${collection}/${known}`);
  }
  return { ...sent, args, pre };
}

type Named = { readonly id: number; readonly ref: string | null; readonly does: RowRef<object>['does'] };

async function idOf(tx: Tx, customerId: number, collection: VersionedName, { id, ref, does }: Named): Promise<number> {
  const table = sql.table(tableOf[collection]);
  if (ref !== null && (id < 0 || does === 'restores')) {
    const { rows } = await sql<{ id: number }>`
      select id from ${table} where customer_id = ${customerId} and ref = ${ref}`.execute(tx);
    if (rows[0]) return rows[0].id;
  }
  if (does === 'restores' && id > 0) {
    // A row can be restored under its own id as long as its tombstone is kept.
    const { rows } = await sql`select 1 from ${table} where customer_id = ${customerId} and id = ${id}`.execute(tx);
    if (rows.length > 0) return id;
  }
  const isNew = does === 'restores' || (does === 'creates' && id < 0 && ref !== null);
  return isNew ? ((await nextIds(tx, collection, 1))[0] ?? id) : id;
}

const renamed = (pre: PreValues, from: string, to: string): PreValues =>
  Object.fromEntries(Object.entries(pre).map(([key, seen]) => [key === from ? to : key, seen]));
