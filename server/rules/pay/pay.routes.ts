import { no, ok } from '#contract/kit/result.ts';
import {
  listDegreePayTargets,
  readPaySettings,
  saveBurden,
  saveDegreePay,
  saveFee,
  savePaySettings,
} from '#contract/rules/pay.ts';
import { stateNames } from '#domain/parsing/states.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { targetsOf } from '#server/targets/target-rows.ts';
import { degreesOf, paySetup } from './pay-setup.ts';

const oneCustomer = { kind: 'invalid', fields: { cust: 'Name one customer' } } as const;

export const payRoutes: Handler[] = [
  handle(readPaySettings, async ({ cust }, { services }) => (cust < 1 ? no(oneCustomer) : ok(await paySetup(services.db, cust)))),
  handle(savePaySettings, async ({ cust, CalcType, RegularPayRate, TotalHoursPerW }, { services }) => {
    if (cust < 1) return no(oneCustomer);
    const row = { calc_type: CalcType, regular_pay_rate: RegularPayRate, hours_per_week: TotalHoursPerW };
    await services.db
      .insertInto('pay_setting')
      .values({ customer_id: cust, ...row })
      .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(row))
      .execute();
    return ok({ saved: true });
  }),
  handle(saveFee, async ({ cust, id, VMSFee, BillOvertime }, { services }) => {
    if (cust < 1) return no(oneCustomer);
    const source = await services.db
      .selectFrom('source')
      .select('id')
      .where('customer_id', '=', cust)
      .where('id', '=', id)
      .where('deleted', '=', false)
      .executeTakeFirst();
    if (!source) return no({ kind: 'not_found' });
    const row = { vms_fee_percent: VMSFee, bill_overtime: BillOvertime };
    await services.db
      .insertInto('pay_fee')
      .values({ customer_id: cust, source_id: id, ...row })
      .onConflict((conflict) => conflict.columns(['customer_id', 'source_id']).doUpdateSet(row))
      .execute();
    return ok({ saved: true });
  }),
  handle(listDegreePayTargets, async ({ cust }, { services }) =>
    cust < 1
      ? no(oneCustomer)
      : ok(
          (await targetsOf(services.db, cust))
            .filter(({ row }) => row.maps.includes('degree'))
            .map(({ row }) => ({ ID: row.id, TargetName: row.name })),
        ),
  ),
  handle(saveDegreePay, async ({ cust, RecID, PayRate }, { services }) => {
    if (cust < 1) return no(oneCustomer);
    const degree = (await degreesOf(services.db, cust)).find(({ id }) => id === RecID);
    if (!degree) return no({ kind: 'not_found' });
    const { db } = services;
    if (PayRate === null)
      await db.deleteFrom('pay_degree').where('customer_id', '=', cust).where('ats_value_id', '=', RecID).execute();
    else
      await db
        .insertInto('pay_degree')
        .values({ customer_id: cust, ats_value_id: RecID, pay_rate: PayRate })
        .onConflict((conflict) => conflict.columns(['customer_id', 'ats_value_id']).doUpdateSet({ pay_rate: PayRate }))
        .execute();
    return ok({ saved: true });
  }),
  handle(saveBurden, async ({ cust, id, State, Burden }, { services }) => {
    if (cust < 1) return no(oneCustomer);
    if (!stateNames.some(({ code }) => code === State)) return no({ kind: 'invalid', fields: { State: 'Choose a state' } });
    const { db } = services;
    const other = await db
      .selectFrom('pay_burden')
      .select('id')
      .where('customer_id', '=', cust)
      .where('state', '=', State)
      .where('id', '!=', id)
      .executeTakeFirst();
    if (other) return no({ kind: 'invalid', fields: { State: 'This state has a burden already: change that one.' } });
    const row = { state: State, burden_percent: Burden };
    if (id === 0) {
      await db
        .insertInto('pay_burden')
        .values({ customer_id: cust, ...row })
        .execute();
      return ok({ saved: true });
    }
    const { numUpdatedRows } = await db
      .updateTable('pay_burden')
      .set(row)
      .where('customer_id', '=', cust)
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows === 0n ? no({ kind: 'not_found' }) : ok({ saved: true });
  }),
];
