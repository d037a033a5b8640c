import { sql } from 'kysely';
import type { PreValues } from '#contract/sync/sync.ts';
import { commandNamed } from '#domain/commands/commands.ts';
import type { RowRef, VersionedName } from '#domain/commands/kit/command.ts';
import { nextIds } from '../feed/publish.ts';
import type { Tx } from '../kit/db/connection.ts';
import { tableOf } from '../kit/db/schema.ts';
import type { Sent } from './decide.ts';

/**
 * A sent change with the service's ids in place of the device's own [edge case 29]: a row is found by the UUID that its creator
 * gave it, or gets its number now. Pre-values follow. A change that names no row of a device's making is given back as it is.
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
    // A row that the service numbered is there or gone: it is not made again, but where it is restored under its own UUID.
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
    // Under its own id as long as the tombstone is kept.
    const { rows } = await sql`select 1 from ${table} where customer_id = ${customerId} and id = ${id}`.execute(tx);
    if (rows.length > 0) return id;
  }
  const isNew = does === 'restores' || (does === 'creates' && id < 0 && ref !== null);
  return isNew ? ((await nextIds(tx, collection, 1))[0] ?? id) : id;
}

const renamed = (pre: PreValues, from: string, to: string): PreValues =>
  Object.fromEntries(Object.entries(pre).map(([key, seen]) => [key === from ? to : key, seen]));
