import { sql } from 'kysely';
import type { Db } from '#server/kit/db/connection.ts';

/** The clients that are linked, of customers that exist and whose accounting ID is still that of the link. */
const linked = sql`accounting_link l join customer c on c.id = l.customer_id and c.deleted_at is null and c.ext_id = l.ext_id::text`;
/** Whether an entry was taken back. */
const takenBack = sql`exists (select from ledger_entry v where v.customer_id = e.customer_id and v.voids = e.id)`;

/**
 * Writes what the ledger has and FreshBooks must get: sent invoices since their customer was linked, and those that were open then; payments
 * and credits of these that did not come from there; and what was taken back. Each has one row, so that finding it twice asks for it once.
 */
export async function seekWork(db: Db, account: string, now: Date): Promise<void> {
  await sql`insert into accounting_link (customer_id, account, kind, own_id, made_at)
    select i.customer_id, l.account, 'invoice', i.id, ${now} from ${linked}
    join invoice i on i.customer_id = l.customer_id and i.state = 'sent'
    where l.account = ${account} and l.kind = 'client' and l.state = 'made'
      and (i.sent_at >= l.made_at or i.total_cents > (
        select coalesce(sum(e.amount_cents), 0) from ledger_entry e
        where e.customer_id = i.customer_id and e.invoice_id = i.id and e.voids is null and not ${takenBack}))
      and not exists (select from ledger_entry e
        where e.customer_id = i.customer_id and e.invoice_id = i.id and e.kind = 'void' and e.voids is null)
    on conflict do nothing`.execute(db);
  await sql`insert into accounting_link (customer_id, account, kind, own_id, made_at)
    select e.customer_id, i.account, 'entry', e.id, ${now} from accounting_link i
    join ledger_entry e on e.customer_id = i.customer_id and e.invoice_id = i.own_id and e.kind in ('payment', 'credit')
    where i.account = ${account} and i.kind = 'invoice' and i.state = 'open' and e.key not like 'freshbooks %' and not ${takenBack}
    on conflict do nothing`.execute(db);
  await sql`update accounting_link l set state = 'removing', next_at = null
    where l.account = ${account} and l.state = 'open' and exists (select from ledger_entry v
      where v.customer_id = l.customer_id and v.kind = 'void'
        and (l.kind = 'entry' and v.voids = l.own_id or l.kind = 'invoice' and v.voids is null and v.invoice_id = l.own_id))`.execute(
    db,
  );
}
