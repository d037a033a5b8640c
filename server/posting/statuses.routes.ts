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

const oneCustomer = true;
const nameTaken = no({ kind: 'invalid' as const, fields: { statusName: 'A status with this name exists already.' } });

export const statusRoutes: Handler[] = [
  handle(listStatuses, { oneCustomer }, async ({ cust }, { services }) => ok(await statusesOf(services.db, cust))),
  handle(listStatusChoices, { oneCustomer }, async ({ cust }, { services }) => ok(await statusesOf(services.db, cust))),
  handle(readStatus, { oneCustomer }, async ({ cust, id }, { services }) => {
    const status = (await statusesOf(services.db, cust)).find(({ objId }) => objId === id);
    return status ? ok(status) : no({ kind: 'not_found' });
  }),
  handle(addStatus, { audit: 'status.add', oneCustomer }, async ({ cust, statusName, isDefault }, { tx }) => {
    const all = await lockStatuses(tx, cust);
    if (isTaken(all, statusName)) return nameTaken;
    const becomesDefault = isDefault || all.length === 0;
    if (becomesDefault) await dropDefault(tx, cust);
    const { id } = await tx
      .insertInto('customer_status')
      .values({ customer_id: cust, name: statusName, is_default: becomesDefault })
      .returning('id')
      .executeTakeFirstOrThrow();
    const status = { objId: id, statusName, isDefault: becomesDefault };
    return done(status, { object: ['status', id], changed: changesBetween(undefined, status) });
  }),
  handle(saveStatus, { audit: 'status.save', oneCustomer }, async ({ cust, objId, statusName, isDefault }, { tx }) => {
    const all = await lockStatuses(tx, cust);
    const before = all.find((status) => status.objId === objId);
    if (!before) return no({ kind: 'not_found' });
    if (isTaken(all, statusName, objId)) return nameTaken;
    const status = { objId, statusName, isDefault: isDefault || before.isDefault };
    if (status.isDefault) await dropDefault(tx, cust);
    await tx
      .updateTable('customer_status')
      .set({ name: statusName, is_default: status.isDefault })
      .where('customer_id', '=', cust)
      .where('id', '=', objId)
      .execute();
    return done(status, { object: ['status', objId], changed: changesBetween(before, status) });
  }),
  handle(removeStatus, { audit: 'status.remove', oneCustomer }, async ({ cust, id }, { tx }) => {
    const status = (await lockStatuses(tx, cust)).find(({ objId }) => objId === id);
    if (!status) return no({ kind: 'not_found' });
    if (status.isDefault) return no({ kind: 'invalid', fields: { isDefault: messages.defaultStatusKept } });
    await tx.deleteFrom('customer_status').where('customer_id', '=', cust).where('id', '=', id).execute();
    return done(status, { object: ['status', id], facts: { name: status.statusName } });
  }),
];

const statusesOf = (db: Db | Tx, customerId: number): Promise<CustomerStatus[]> =>
  db
    .selectFrom('customer_status')
    .select(['id as objId', 'name as statusName', 'is_default as isDefault'])
    .where('customer_id', '=', customerId)
    .orderBy(sql`lower(name)`)
    .execute();

/** All statuses; until the transaction ends no one else changes which one is the default. */
async function lockStatuses(tx: Tx, customerId: number): Promise<CustomerStatus[]> {
  await tx.selectFrom('customer').select('id').where('id', '=', customerId).forUpdate().execute();
  return statusesOf(tx, customerId);
}

const isTaken = (all: readonly CustomerStatus[], name: string, self?: number): boolean =>
  all.some(({ objId, statusName }) => objId !== self && statusName.toLowerCase() === name.toLowerCase());

async function dropDefault(tx: Tx, customerId: number): Promise<void> {
  await tx
    .updateTable('customer_status')
    .set({ is_default: false })
    .where('customer_id', '=', customerId)
    .where('is_default', '=', true)
    .execute();
}
