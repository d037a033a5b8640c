import { isOwnAddress } from '#domain/reports/schedules/recipients.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { type PageParts, recipientPage } from './recipient-page.ts';

/** An address is asked again after this time, when a schedule that names it is saved. */
const askAgainMs = 24 * 3_600_000;

type Parts = Pick<Services, 'mail' | 'now'> & PageParts;

/** Who schedules a report: their address decides which further addresses need not be asked. */
export type Asker = { readonly name: string; readonly email: string; readonly customer: string };

/** The email addresses of the users of a customer, in lower case. */
async function addressesOfUsers(db: Db | Tx, customerId: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('app_user')
    .select('email')
    .where('customer_id', '=', customerId)
    .where('disabled_at', 'is', null)
    .execute();
  return new Set(rows.map(({ email }) => email.toLowerCase()));
}

/** The addresses of a customer that were asked and have not agreed, or want no reports. */
export async function unconfirmedOf(db: Db | Tx, customerId: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('report_recipient')
    .select('address')
    .where('customer_id', '=', customerId)
    .where((e) => e.or([e('agreed', 'is', null), e('agreed', '=', false)]))
    .execute();
  return new Set(rows.map(({ address }) => address));
}

/** Those of some addresses that get nothing yet, for a preview: they would be asked, or said no. */
export async function unconfirmedAmong(
  db: Db | Tx,
  customerId: number,
  addresses: readonly string[],
  ownerEmail: string,
): Promise<string[]> {
  const known = await addressesOfUsers(db, customerId);
  const rows = await db
    .selectFrom('report_recipient')
    .select(['address', 'agreed'])
    .where('customer_id', '=', customerId)
    .execute();
  const agreed = new Map(rows.map((row) => [row.address, row.agreed]));
  return addresses.filter((address) => {
    if (known.has(address)) return false;
    const answer = agreed.get(address);
    return answer === undefined ? !isOwnAddress(address, ownerEmail, known) : answer !== true;
  });
}

/**
 * Keeps the further addresses of a schedule that belong to no user. One of the owner's own domain gets reports at once; any other is asked
 * by an email, once a day at most, and gets nothing before it agrees.
 */
export async function keepRecipients(
  tx: Tx,
  parts: Parts,
  customerId: number,
  addresses: readonly string[],
  asker: Asker,
): Promise<void> {
  const known = await addressesOfUsers(tx, customerId);
  for (const address of addresses) {
    if (known.has(address)) continue;
    const isOwn = isOwnAddress(address, asker.email, known);
    await tx
      .insertInto('report_recipient')
      .values({ customer_id: customerId, address, agreed: isOwn ? true : null, asked_at: new Date(0) })
      .onConflict((conflict) => conflict.columns(['customer_id', 'address']).doNothing())
      .execute();
    await askOnceADay(tx, parts, customerId, address, asker);
  }
}

async function askOnceADay(tx: Tx, parts: Parts, customerId: number, address: string, asker: Asker): Promise<void> {
  const at = parts.now();
  const due = await tx
    .updateTable('report_recipient')
    .set({ asked_at: at })
    .where('customer_id', '=', customerId)
    .where('address', '=', address)
    .where('agreed', 'is', null)
    .where('asked_at', '<', new Date(at.getTime() - askAgainMs).toISOString())
    .returning('id')
    .executeTakeFirst();
  if (!due) return;
  const customer = asker.customer.replaceAll(/\s+/g, ' ');
  await parts.mail.send(tx, {
    customerId,
    cause: `report address ${address.slice(0, 120)} ${at.toISOString()}`,
    to: address,
    subject: `Do you want reports of ${customer}?`,
    text: `Hello,\n\n${asker.name} (${asker.email}) of ${customer} wants to send you reports from Jobdock. You get them only if you agree:\n\n${recipientPage(parts, { customerId, recipientId: due.id })}\n\nIf you do nothing, no report is sent to this address.\n`,
  });
}

/** An address that gets a report, and the page where it stops them; null for a user, who has the app. */
export type Recipient = { readonly address: string; readonly stop: string | null };

/** Those of the further addresses of a schedule that get it now. */
export async function recipientsOf(
  db: Db | Tx,
  parts: PageParts,
  customerId: number,
  addresses: readonly string[],
): Promise<Recipient[]> {
  const known = await addressesOfUsers(db, customerId);
  const rows = await db.selectFrom('report_recipient').selectAll().where('customer_id', '=', customerId).execute();
  const kept = new Map(rows.map((row) => [row.address, row]));
  return addresses.flatMap((address): Recipient[] => {
    if (known.has(address)) return [{ address, stop: null }];
    const row = kept.get(address);
    return row?.agreed === true ? [{ address, stop: recipientPage(parts, { customerId, recipientId: row.id }) }] : [];
  });
}
