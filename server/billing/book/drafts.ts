import { periodLines, totalOf } from '#domain/billing/period-lines.ts';
import { endedPeriods } from '#domain/billing/periods.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Billed } from '../accounting/accounting.ts';
import { readAccount, startAccount } from './billing-account.ts';

/** Most periods that are made up for at once, after a long stop of the service. */
const mostPeriods = 24;

/**
 * Makes a draft for each period of a customer that is over and has no invoice, and returns how many. A period that costs nothing gets
 * none. The provider and customers on trial are not billed; the billing of any other starts with the first call. Its row must be locked.
 */
export async function makeDraftsOf(tx: Tx, billed: Billed, now: Date): Promise<number> {
  if (billed.isProvider || billed.status === 'trial') return 0;
  await startAccount(tx, billed, now);
  const { startOn, history } = await readAccount(tx, billed, now);
  const last = await tx
    .selectFrom('invoice')
    .select('until_on')
    .where('customer_id', '=', billed.id)
    .orderBy('until_on', 'desc')
    .limit(1)
    .executeTakeFirst();
  let made = 0;
  for (const period of endedPeriods(startOn, last?.until_on ?? startOn, billed.today, mostPeriods)) {
    const lines = periodLines(period, history);
    const total = totalOf(lines);
    if (total === 0) continue;
    const { id } = await tx
      .insertInto('invoice')
      .values({
        customer_id: billed.id,
        from_on: period.fromOn,
        until_on: period.untilOn,
        state: 'draft',
        total_cents: total,
        made_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = lines.map((line, at) => ({
      customer_id: billed.id,
      invoice_id: id,
      place: at + 1,
      text: line.text,
      from_on: line.fromOn,
      until_on: line.untilOn,
      quantity: line.quantity,
      unit_cents: line.unitCents,
      amount_cents: line.amountCents,
    }));
    await tx.insertInto('invoice_line').values(rows).execute();
    made += 1;
  }
  return made;
}
