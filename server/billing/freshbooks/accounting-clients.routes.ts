import { sql } from 'kysely';
import {
  addAccountingClient,
  listAccountingClients,
  pickAccountingClient,
  readAccounting,
  refreshAccountingClients,
} from '#contract/billing/accounting-clients.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { type AccessRow, readAccess, workSoon } from '#server/system/freshbooks/freshbooks-access.ts';
import { lockBilled } from '../accounting/billed.ts';
import { keptClients } from './kept-clients.ts';
import { readClientsAgain, workOnClient } from './mirror-jobs.ts';
import type { WorkEnd } from './mirror-rows.ts';

const invalid = (fields: Readonly<Record<string, string>>) => no({ kind: 'invalid' as const, fields: { ...fields } });
/** The rows of FreshBooks are the provider’s, whatever customer a call names. */
const whole = (services: Services): Services => ({ ...services, db: withoutScope(services.db) });
const notConnected = 'FreshBooks is not connected. Authorize it in the system settings.';

/** The clients at FreshBooks, and which customer is which. */
export const accountingClientRoutes: Handler[] = [
  handle(listAccountingClients, async (_args, { services }) => ok(await listOf(withoutScope(services.db)))),

  handle(
    refreshAccountingClients,
    { audit: 'none: it only reads from FreshBooks and keeps what it read' },
    async (_args, { services }) => {
      const problem = await readClientsAgain(whole(services));
      return problem === null ? ok(await listOf(withoutScope(services.db))) : invalid({ clients: problem });
    },
  ),

  handle(addAccountingClient, { audit: 'billing.client.add', ownTransactions: true }, async ({ cust }, { services, record }) => {
    const ports = whole(services);
    const row = await readAccess(ports.db);
    if (!row?.account || row.state === 'none') return invalid({ cust: notConnected });
    const begun = await ports.db.transaction().execute(async (tx) => {
      const problem = await askForClient(tx, row, cust, services.now());
      return problem ?? { receipt: await record(tx, { customerId: cust, object: ['customer', cust], facts: { client: 'new' } }) };
    });
    if ('gone' in begun) return no({ kind: 'not_found' });
    if ('words' in begun) return invalid({ cust: begun.words });
    const end = await workOnClient(ports, cust);
    const problem = problemOf(end);
    if (problem !== null) return invalid({ cust: problem });
    await workSoon(ports.db);
    return done({ message: messages.saved, extId: await extIdOf(ports.db, cust) }, begun.receipt);
  }),

  handle(
    pickAccountingClient,
    { audit: 'billing.client.pick', ownTransactions: true },
    async ({ cust, extId }, { services, record }) => {
      const { db, now } = whole(services);
      const row = await readAccess(db);
      if (extId !== '' && (!row?.account || row.state === 'none')) return invalid({ extId: notConnected });
      return db.transaction().execute(async (tx) => {
        const billed = await lockBilled(tx, cust, now());
        if (!billed) return no({ kind: 'not_found' });
        const reply = { message: messages.saved, extId };
        if (billed.extId === extId && (extId === '' || (await isLinked(tx, row, cust, extId)))) return unchanged(reply);
        const problem = extId === '' ? null : await pickProblem(tx, row, cust, extId);
        if (problem !== null) return invalid({ extId: problem });
        await tx.updateTable('customer').set({ ext_id: extId }).where('id', '=', cust).execute();
        await linkClient(tx, row, { cust, extId, at: now() });
        await workSoon(tx);
        const receipt = await record(tx, {
          customerId: cust,
          object: ['customer', cust],
          changed: { extId: [billed.extId, extId] },
        });
        return done(reply, receipt);
      });
    },
  ),

  handle(readAccounting, async ({ cust }, { services }) => {
    const db = withoutScope(services.db);
    const customer = await db
      .selectFrom('customer')
      .select('ext_id')
      .where('id', '=', cust)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!customer) return no({ kind: 'not_found' });
    return ok(await accountingOf(db, cust, customer.ext_id ?? ''));
  }),
];

async function listOf(db: Db) {
  const row = await readAccess(db);
  return { readAt: row?.clients_at ?? null, clients: await keptClients(db, row) };
}

const extIdOf = async (db: Db, customerId: number): Promise<string> =>
  (await db.selectFrom('customer').select('ext_id').where('id', '=', customerId).executeTakeFirst())?.ext_id ?? '';

/** Stores that a client is asked for. Answers why it is not, or null. */
async function askForClient(tx: Tx, { account }: AccessRow, cust: number, now: Date) {
  const billed = await lockBilled(tx, cust, now);
  if (!billed) return { gone: true };
  if (billed.isProvider) return { words: 'The provider is not billed.' };
  if (billed.extId !== '') return { words: 'The customer is linked to a client already. Unlink it first.' };
  await sql`insert into accounting_link (customer_id, account, kind, own_id, made_at) values (${cust}, ${account}, 'client', ${cust}, ${now})
    on conflict (customer_id, account, kind, own_id) do update
    set state = 'waiting', next_at = null, problem = null, ext_id = null, made_at = excluded.made_at
    where accounting_link.state in ('made', 'removed', 'failed')`.execute(tx);
  return null;
}

const inDoubt =
  'FreshBooks did not confirm the client. Jobdock looks for it in two minutes and links it: open this page again then.';

/** Why no client is linked after it was asked for; null if it is. */
function problemOf(end: WorkEnd | { readonly problem: string } | undefined): string | null {
  if (end === undefined) return inDoubt;
  if (!('kind' in end)) return end.problem;
  switch (end.kind) {
    case 'there':
      return null;
    case 'failed':
      return end.words;
    case 'stopped':
      return end.isInDoubt === true ? inDoubt : `${end.problem.words} Jobdock tries again by itself.`;
    case 'lost':
      return inDoubt;
  }
}

const isLinked = async (tx: Tx, row: AccessRow | undefined, cust: number, extId: string): Promise<boolean> =>
  (await tx
    .selectFrom('accounting_link')
    .select('ext_id')
    .where('customer_id', '=', cust)
    .where('account', '=', row?.account ?? '')
    .where('kind', '=', 'client')
    .where('state', '=', 'made')
    .where('ext_id', '=', Number(extId))
    .executeTakeFirst()) !== undefined;

/** Why a client cannot be picked; null if it can. */
async function pickProblem(tx: Tx, row: AccessRow | undefined, cust: number, extId: string): Promise<string | null> {
  const known = await tx
    .selectFrom('freshbooks_client')
    .select('name')
    .where('customer_id', '=', row?.customer_id ?? 0)
    .where('account', '=', row?.account ?? '')
    .where('id', '=', Number(extId))
    .executeTakeFirst();
  if (!known) return 'FreshBooks has no such client in the list that was read last. Read the clients again.';
  const other = await tx
    .selectFrom('customer')
    .select('name')
    .where('ext_id', '=', extId)
    .where('id', '<>', cust)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return other ? `${other.name} is linked to this client already.` : null;
}

type Linked = { readonly cust: number; readonly extId: string; readonly at: Date };

/** Replaces the link of a customer to a client. Invoices that are there stay with the client that they have. */
async function linkClient(tx: Tx, row: AccessRow | undefined, { cust, extId, at }: Linked): Promise<void> {
  await tx.deleteFrom('accounting_link').where('customer_id', '=', cust).where('kind', '=', 'client').execute();
  if (extId === '' || !row?.account) return;
  const link = { customer_id: cust, account: row.account, kind: 'client', own_id: cust, state: 'made' } as const;
  await tx
    .insertInto('accounting_link')
    .values({ ...link, ext_id: Number(extId), made_at: at })
    .execute();
}

/** How the billing of a customer is mirrored. */
async function accountingOf(db: Db, cust: number, extId: string) {
  const row = await readAccess(db);
  const account = row?.account ?? '';
  const { rows } = await sql<{ mirrored: number; waiting: number; isLinked: boolean }>`
    select (count(*) filter (where kind <> 'client' and state in ('open', 'removed')))::integer as mirrored,
      (count(*) filter (where state not in ('open', 'removed', 'failed') and (kind <> 'client' or state <> 'made')))::integer as waiting,
      coalesce(bool_or(kind = 'client' and state = 'made' and ext_id::text = ${extId}), false) as "isLinked"
    from accounting_link where customer_id = ${cust} and account = ${account}`.execute(db);
  const problems = await sql<{ words: string }>`
    select problem as words from accounting_link where customer_id = ${cust} and account = ${account} and problem is not null
    union all select words from accounting_difference where customer_id = ${cust} and account = ${account}`.execute(db);
  const name = extId === '' ? undefined : (await keptClients(db, row)).find(({ id }) => id === extId)?.name;
  const [counts] = rows;
  const isConnected = row?.account !== null && row?.account !== undefined && row.state === 'ready';
  const other = isConnected && extId !== '' && counts?.isLinked !== true;
  return {
    isConnected,
    extId,
    clientName: name ?? '',
    mirrored: counts?.mirrored ?? 0,
    waiting: counts?.waiting ?? 0,
    problems: [
      ...(other ? [`The accounting ID ${extId} is not linked in this account: pick the client again.`] : []),
      ...problems.rows.map(({ words }) => words),
    ],
  };
}
