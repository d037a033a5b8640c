import { sql } from 'kysely';
import type { AccountingClient } from '#contract/billing/accounting-clients.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { type AccessRow, setAccess } from '#server/system/freshbooks/freshbooks-access.ts';
import type { FreshBooksProblem } from '#server/system/freshbooks/freshbooks-client.ts';
import type { FreshBooksClient, FreshBooksPort } from '#server/system/freshbooks/freshbooks-port.ts';

type Work = { readonly db: Db; readonly now: () => Date; readonly row: AccessRow; readonly port: FreshBooksPort };

/** Reads all clients at FreshBooks and keeps the active ones. Returns the problem of the call; null if it worked. */
export async function keepClients({ db, now, row, port }: Work): Promise<FreshBooksProblem | null> {
  const clients = await port.clients();
  if (!clients.ok) return clients.error;
  const account = row.account ?? '';
  const kept = clients.value
    .filter(({ vis_state }) => vis_state === 0)
    .map((client) => ({ id: client.id, name: nameOf(client), email: client.email }));
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('freshbooks_client').where('customer_id', '=', row.customer_id).execute();
    await sql`insert into freshbooks_client (customer_id, account, id, name, email)
      select ${row.customer_id}, ${account}, id, name, email
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as c (id bigint, name text, email text)`.execute(tx);
    await setAccess(tx, row, { clients_at: now() });
  });
  return null;
}

/** Adds the client of a customer to the kept list, until the list is read again. */
export const keepClient = (tx: Tx, row: AccessRow, customerId: number, extId: number) =>
  sql`insert into freshbooks_client (customer_id, account, id, name, email)
    select ${row.customer_id}, ${row.account}, ${extId}, name, coalesce(email, '') from customer where id = ${customerId}
    on conflict do nothing`.execute(tx);

const nameOf = ({ organization, fname, lname, email }: FreshBooksClient): string =>
  organization || `${fname} ${lname}`.trim() || email;

/** The kept clients of the account by name, with the customer that each is linked to. */
export async function keptClients(db: Db, row: AccessRow | undefined): Promise<AccountingClient[]> {
  if (!row?.account) return [];
  const { rows } = await sql<AccountingClient>`
    select f.id::text as id, f.name, f.email, c.id as "customerId"
    from freshbooks_client f left join customer c on c.ext_id = f.id::text and c.deleted_at is null
    where f.customer_id = ${row.customer_id} and f.account = ${row.account}
    order by lower(f.name), f.id`.execute(db);
  return rows;
}
