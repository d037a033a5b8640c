import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import {
  addStatus,
  type CustomerStatus,
  listStatusChoices,
  listStatuses,
  readStatus,
  removeStatus,
  saveStatus,
} from '#contract/posting/statuses.ts';
import { changesBetween } from '../kit/db/audit.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import { done } from '../kit/http/audited.ts';
import { type Handler, handle } from '../kit/http/handle.ts';

const nameTaken = no({ kind: 'invalid' as const, fields: { name: 'A status with this name exists already.' } });

export const statusRoutes: Handler[] = [
  ...[listStatuses, listStatusChoices].map((endpoint) =>
    handle(endpoint, async ({ cust }, { services }) => ok(await statusesOf(services.db, cust))),
  ),
  handle(readStatus, async ({ cust, id }, { services }) => {
    const status = (await statusesOf(services.db, cust)).find((each) => each.id === id);
    return status ? ok(status) : no({ kind: 'not_found' });
  }),
  handle(addStatus, { audit: 'status.add' }, async ({ cust, name, isDefault }, { tx }) => {
    const all = await lockStatuses(tx, cust);
    if (isTaken(all, name)) return nameTaken;
    const becomesDefault = isDefault || all.length === 0;
    if (becomesDefault) await dropDefault(tx, cust);
    const { id } = await tx
      .insertInto('customer_status')
      .values({ customer_id: cust, name, is_default: becomesDefault })
      .returning('id')
      .executeTakeFirstOrThrow();
    const status = { id, name, isDefault: becomesDefault };
    return done(status, { object: ['status', id], changed: changesBetween(undefined, status) });
  }),
  handle(saveStatus, { audit: 'status.save' }, async ({ cust, id, name, isDefault }, { tx }) => {
    const all = await lockStatuses(tx, cust);
    const before = all.find((each) => each.id === id);
    if (!before) return no({ kind: 'not_found' });
    if (isTaken(all, name, id)) return nameTaken;
    const status = { id, name, isDefault: isDefault || before.isDefault };
    if (status.isDefault) await dropDefault(tx, cust);
    await tx
      .updateTable('customer_status')
      .set({ name, is_default: status.isDefault })
      .where('customer_id', '=', cust)
      .where('id', '=', id)
      .execute();
    return done(status, { object: ['status', id], changed: changesBetween(before, status) });
  }),
  handle(removeStatus, { audit: 'status.remove' }, async ({ cust, id }, { tx }) => {
    const status = (await lockStatuses(tx, cust)).find((each) => each.id === id);
    if (!status) return no({ kind: 'not_found' });
    if (status.isDefault) return no({ kind: 'invalid', fields: { isDefault: messages.defaultStatusKept } });
    const used = await usesOf(tx, cust, id);
    if (used.length > 0) return no({ kind: 'invalid', fields: { name: inUse(status.name, used) } });
    await tx.deleteFrom('customer_status').where('customer_id', '=', cust).where('id', '=', id).execute();
    return done(status, { object: ['status', id], facts: { name: status.name } });
  }),
];

const statusesOf = (db: Db | Tx, customerId: number): Promise<CustomerStatus[]> =>
  db
    .selectFrom('customer_status')
    .select(['id', 'name', 'is_default as isDefault'])
    .where('customer_id', '=', customerId)
    .orderBy(sql`lower(name)`)
    .execute();

/** All statuses of a customer, which no other transaction can change until this one ends. */
async function lockStatuses(tx: Tx, customerId: number): Promise<CustomerStatus[]> {
  await tx.selectFrom('customer').select('id').where('id', '=', customerId).forUpdate().execute();
  return statusesOf(tx, customerId);
}

type Use = { readonly text: string; readonly source: string };

/** The texts of vendors that mean this status, with their sources. */
async function usesOf(tx: Tx, customerId: number, id: number): Promise<Use[]> {
  const { rows } = await sql<Use>`
    select v.text, coalesce(s.row ->> 'name', v.source_id::text) as source from vendor_status v
    left join source s on s.customer_id = v.customer_id and s.id = v.source_id
    where v.customer_id = ${customerId} and v.status_id = ${id} order by 2, 1`.execute(tx);
  return rows;
}

const shownUses = 3;

function inUse(name: string, uses: readonly Use[]): string {
  const shown = uses.slice(0, shownUses).map(({ text, source }) => `“${text}” of ${source}`);
  const more = uses.length > shownUses ? ` and ${uses.length - shownUses} more` : '';
  return `${name} is in use: it is the meaning of ${shown.join(', ')}${more}. Give these texts another status in the task first.`;
}

const isTaken = (all: readonly CustomerStatus[], name: string, self?: number): boolean =>
  all.some((each) => each.id !== self && each.name.toLowerCase() === name.toLowerCase());

async function dropDefault(tx: Tx, customerId: number): Promise<void> {
  await tx
    .updateTable('customer_status')
    .set({ is_default: false })
    .where('customer_id', '=', customerId)
    .where('is_default', '=', true)
    .execute();
}
