import type { AtsValueRow, SourceRow } from '#contract/rows/rows.ts';
import type { PaySettings } from '#contract/rules/pay.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { targetsOf } from '#server/targets/target-rows.ts';

/** The degrees in the lists of the customer's targets. */
const degreesOf = async (db: Db | Tx, customerId: number): Promise<AtsValueRow[]> =>
  (
    await db
      .selectFrom('ats_value')
      .select('row')
      .where('customer_id', '=', customerId)
      .where('kind', '=', 'degree')
      .where('deleted', '=', false)
      .orderBy('id')
      .execute()
  ).map(({ row }) => row as AtsValueRow);

/** The whole pay setup. Every source is listed, with a fee of 0 if none is set. */
export async function paySetup(db: Db | Tx, customerId: number): Promise<PaySettings> {
  const [setting, fees, burdens, rates, sources, degrees, targets] = await Promise.all([
    db.selectFrom('pay_setting').selectAll().where('customer_id', '=', customerId).executeTakeFirst(),
    db.selectFrom('pay_fee').selectAll().where('customer_id', '=', customerId).execute(),
    db.selectFrom('pay_burden').selectAll().where('customer_id', '=', customerId).orderBy('state').execute(),
    db.selectFrom('pay_degree').selectAll().where('customer_id', '=', customerId).execute(),
    db
      .selectFrom('source')
      .select('row')
      .where('customer_id', '=', customerId)
      .where('deleted', '=', false)
      .orderBy('id')
      .execute(),
    degreesOf(db, customerId),
    targetsOf(db, customerId),
  ]);
  const targetNames = new Map(targets.map(({ row }) => [row.id, row.name]));
  return {
    id: customerId,
    calcType: setting?.calc_type ?? 0,
    regularPayRate: setting?.regular_pay_rate ?? null,
    hoursPerWeek: setting?.hours_per_week ?? null,
    fees: sources.map(({ row }) => {
      const { id, name } = row as SourceRow;
      const fee = fees.find((each) => each.source_id === id);
      return { id, source: name, vmsFee: fee?.vms_fee_percent ?? 0, billOvertime: fee?.bill_overtime ?? false };
    }),
    burdens: burdens.map(({ id, state, burden_percent }) => ({
      id,
      customerId,
      state,
      burden: burden_percent,
    })),
    degreePays: degrees.map(({ id, extId, name, targetId }) => ({
      id,
      externalId: extId,
      targetName: targetNames.get(targetId) ?? '',
      name,
      payRate: rates.find((each) => each.ats_value_id === id)?.pay_rate ?? null,
    })),
  };
}
