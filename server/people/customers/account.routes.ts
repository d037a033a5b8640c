import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import { no } from '#contract/kit/result.ts';
import {
  addCustomer,
  providedFields,
  removeCustomer,
  restoreCustomer,
  type StoredAccount,
  saveCustomer,
} from '#contract/people/account.ts';
import { mergeFields } from '#domain/people/merge-fields.ts';
import { giveGlobalRules } from '#server/commands/give-global-rules.ts';
import { changesBetween, type Receipt } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { childrenOf, namesOf } from '../parents/parent-problem.ts';
import { accountOf, columnsOf, normalized, sentOf } from './account.ts';
import { accountProblems } from './check-account.ts';
import { endSessionsOfCustomer } from './close-customer.ts';
import { dayIn } from './disable-date.ts';
import { restorableUntil } from './restorable.ts';
import { keepTerms } from './subscription-terms.ts';

const onlyProvider = 'Only the provider changes this: leave it out.';
const defaults = {
  notify: '',
  industry: 2,
  timeZone: 'America/New_York',
  cleanupDegree: 0,
  gsaMethod: 0,
  readsDescriptions: true,
};

/** Adds, saves, deletes and restores customers (docs/decisions/0055). */
export const accountRoutes: Handler[] = [
  handle(addCustomer, { audit: 'customer.add' }, async (sent, { tx, services }) => {
    const plan = await tx.selectFrom('plan').selectAll().where('id', '=', sent.plan).executeTakeFirst();
    const rest = { implementedSince: null, disableDate: null, keepActiveTill: null, accountManager: '', parent: null, extId: '' };
    const { name, email, status, since, connections } = sent;
    const needed = { name, email, status, since, connections, plan: sent.plan };
    const userLimit = plan?.user_licenses_limit ?? 0;
    const account: StoredAccount = normalized({ ...defaults, ...rest, userLimit, ...sentOf(sent), ...needed });
    await lockCustomers(tx, [account.parent]);
    const problems = await accountProblems(tx, null, account, account, services.now());
    if (problems) return no({ kind: 'invalid', fields: problems });
    const { id } = await tx
      .insertInto('customer')
      .values({ ...columnsOf(account), name: account.name })
      .returning('id')
      .executeTakeFirstOrThrow();
    await giveGlobalRules(tx, id);
    return done(
      { message: messages.clientSaved, id },
      { customerId: id, object: ['customer', id], changed: changesBetween(undefined, account) },
    );
  }),

  handle(saveCustomer, { audit: 'customer.save' }, async ({ id: sentId, base, ...sent }, { tx, actor, services }) => {
    const id = sentId === 0 ? actor.customerId : sentId;
    if (id !== actor.customerId && !actor.administrator) return no({ kind: 'not_found' });
    const provided = actor.administrator ? [] : providedFields.filter((field) => sent[field] !== undefined);
    if (provided.length > 0)
      return no({ kind: 'invalid', fields: Object.fromEntries(provided.map((field) => [field, onlyProvider])) });
    await lockCustomers(tx, [id, sent.parent ?? null]);
    const row = await tx.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row || row.deleted_at !== null) return no({ kind: 'not_found' });
    const stored = accountOf(row);
    const merged = mergeFields<StoredAccount>(base && sentOf(base), stored, normalized(sentOf(sent)));
    if (merged.kind === 'conflict') return no({ kind: 'conflict', current: { fields: merged.conflicts } });
    const changed = merged.fields;
    const reply = { message: messages.clientSaved, id };
    if (Object.keys(changed).length === 0) return unchanged(reply);
    const account = { ...stored, ...changed };
    const problems = await accountProblems(tx, row, account, changed, services.now());
    if (problems) return no({ kind: 'invalid', fields: problems });
    await tx.updateTable('customer').set(columnsOf(changed)).where('id', '=', id).execute();
    await keepTerms(tx, id, dayIn(account.timeZone, services.now()), services.now());
    if (changed.status === 'inactive') await endSessionsOfCustomer(tx, id, services.now());
    return done(reply, { customerId: id, object: ['customer', id], changed: changesBetween(stored, account) });
  }),

  handle(
    removeCustomer,
    { audit: 'customer.remove', ownTransactions: true, stepUp: true },
    async ({ cust: id, name }, { services, actor, record }) => {
      const removed = await withoutScope(services.db)
        .transaction()
        .execute(async (tx): Promise<Removal> => {
          await lockCustomers(tx, [id]);
          const row = await tx.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst();
          if (!row || row.deleted_at !== null) return { refusal: { kind: 'not_found' } };
          const refusal = await refusalOf(tx, row, name);
          if (refusal) return { refusal: { kind: 'invalid', fields: refusal } };
          const sessions = await endSessionsOfCustomer(tx, id, services.now());
          await tx
            .updateTable('customer')
            .set({ deleted_at: services.now(), deleted_by: actor.actorId })
            .where('id', '=', id)
            .execute();
          // The line is the provider's: no one reads the audit of a deleted customer.
          const facts = { name: row.name, sessions: sessions.length };
          return { sessions, receipt: await record(tx, { customerId: actor.actorCustomerId, object: ['customer', id], facts }) };
        });
      if ('refusal' in removed) return no(removed.refusal);
      for (const session of removed.sessions) services.actors.forget(session);
      return done({ message: messages.saved, restorableUntil: restorableUntil(services.now().toISOString()) }, removed.receipt);
    },
  ),

  handle(restoreCustomer, { audit: 'customer.restore' }, async ({ id }, { tx, actor, services }) => {
    await lockCustomers(tx, [id]);
    const row = await tx.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row?.deleted_at) return no({ kind: 'not_found' });
    if (restorableUntil(row.deleted_at) < services.now().toISOString())
      return no({ kind: 'invalid', fields: { id: 'It was deleted more than 30 days ago and cannot be restored.' } });
    await tx.updateTable('customer').set({ deleted_at: null, deleted_by: null }).where('id', '=', id).execute();
    await giveGlobalRules(tx, id);
    return done(
      { message: messages.clientSaved },
      { customerId: actor.actorCustomerId, object: ['customer', id], facts: { name: row.name } },
    );
  }),
];

type Removal =
  | { readonly refusal: { kind: 'not_found' } | { kind: 'invalid'; fields: Record<string, string> } }
  | { readonly sessions: readonly string[]; readonly receipt: Receipt };

/** Why a customer is not deleted, by field. */
async function refusalOf(
  tx: Tx,
  row: { readonly id: number; readonly name: string; readonly provider: boolean },
  typed: string,
): Promise<Record<string, string> | null> {
  if (row.provider) return { cust: 'The provider cannot be deleted.' };
  if (typed.trim() !== row.name.trim()) return { name: `Type the name exactly as it is written: ${row.name}` };
  const active = (await childrenOf(tx, row.id)).filter(({ status }) => status !== 'inactive');
  if (active.length === 0) return null;
  return {
    cust: `It has active children (${namesOf(active)}): delete them, make them inactive or give them another parent first.`,
  };
}

/** Locks customers in the order of their ids, so that two saves cannot make each the parent of the other. */
async function lockCustomers(tx: Tx, ids: readonly (number | null)[]): Promise<void> {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length > 0) await sql`select from customer where id = any(${wanted}::integer[]) order by id for update`.execute(tx);
}
