import { sql } from 'kysely';
import type { PreValues } from '#contract/sync/sync.ts';
import type { VersionedName } from '#domain/commands/versioned.ts';
import { nextIds } from '../feed/publish.ts';
import type { Tx } from '../kit/db/connection.ts';
import { tableOf } from '../kit/db/schema.ts';
import type { Sent } from './decide.ts';

/** The collection whose rows a command creates, by the first part of its name. */
const createdBy: Readonly<Record<string, VersionedName>> = {
  rule: 'rule',
  substitutionTarget: 'substitutionTarget',
  substitutionRule: 'substitutionRule',
  golden: 'goldenJob',
};
/** Commands that make a row where there is none. */
const creators: ReadonlySet<string> = new Set(['save', 'pin']);

type Named = { readonly id: number; readonly ref: string | null; readonly targetId?: number; readonly targetRef?: string | null };

/**
 * A sent change with the service's ids in place of the device's own [edge case 29]: a row is found by the UUID that its creator
 * gave it, or gets its number now. Pre-values follow. A change that names no row of a device's making is given back as it is.
 */
export async function withIds(tx: Tx, sent: Sent): Promise<Sent> {
  const [noun = '', verb = ''] = sent.name.split('.');
  const collection = createdBy[noun];
  const args = sent.args as Named | null;
  if (!collection || typeof args?.id !== 'number') return sent;
  const creates = creators.has(verb);
  const id = await idOf(tx, sent.customerId, collection, args.id, args.ref, creates);
  // A row that the service numbered is there or gone: it is not made again.
  const known = { ...args, id, ref: args.id > 0 ? null : args.ref };
  const pre = renamed(sent.pre, `${collection}/${args.id}`, `${collection}/${id}`);
  if (typeof args.targetId !== 'number' || typeof args.targetRef !== 'string') return { ...sent, args: known, pre };
  const targetId = await idOf(tx, sent.customerId, 'substitutionTarget', args.targetId, args.targetRef, false);
  return { ...sent, args: { ...known, targetId }, pre };
}

async function idOf(
  tx: Tx,
  customerId: number,
  collection: VersionedName,
  id: number,
  ref: string | null | undefined,
  creates: boolean,
): Promise<number> {
  if (id > 0 || typeof ref !== 'string') return id;
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(tableOf[collection])} where customer_id = ${customerId} and ref = ${ref}`.execute(tx);
  const found = rows[0]?.id;
  if (found !== undefined || !creates) return found ?? id;
  return (await nextIds(tx, collection, 1))[0] ?? id;
}

const renamed = (pre: PreValues, from: string, to: string): PreValues =>
  Object.fromEntries(Object.entries(pre).map(([key, seen]) => [key === from ? to : key, seen]));
