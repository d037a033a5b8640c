import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import {
  listDegreePayTargets,
  readPaySettings,
  saveBurden,
  saveDegreePay,
  saveFee,
  savePaySettings,
} from '#contract/rules/pay.ts';
import { stateNames } from '#domain/parsing/states.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { upsert } from '#server/kit/db/upsert.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { paySetup } from './pay-setup.ts';

const saved = { saved: true } as const;

export const payRoutes: Handler[] = [
  handle(readPaySettings, async ({ cust }, { services }) => ok(await paySetup(services.db, cust))),
  handle(
    savePaySettings,
    { audit: 'pay.settings.save' },
    async ({ id, cust, calcType, regularPayRate, hoursPerWeek }, { tx }) => {
      if (id !== cust) return no(absent('pay setup', id));
      const values = { calc_type: calcType, regular_pay_rate: regularPayRate, hours_per_week: hoursPerWeek };
      const changed = await upsert(tx, 'pay_setting', { customer_id: cust }, values);
      return done(saved, { object: ['paySetting', cust], changed });
    },
  ),
  handle(
    saveFee,
    { audit: 'pay.fee.save', load: { source: row('source', 'id') } },
    async ({ cust, id, vmsFee, billOvertime }, { tx }) => {
      const values = { vms_fee_percent: vmsFee, bill_overtime: billOvertime };
      const changed = await upsert(tx, 'pay_fee', { customer_id: cust, source_id: id }, values);
      return done(saved, { object: ['source', id], changed });
    },
  ),
  handle(listDegreePayTargets, async ({ cust }, { services }) => {
    const targets = (await rowsOf(services.db, cust, 'target')).filter(({ maps }) => maps.includes('degree'));
    return ok(targets.map(({ id, name }) => ({ id, name })));
  }),
  handle(
    saveDegreePay,
    { audit: 'pay.degree.save', load: { degree: row('atsValue', 'id') } },
    async ({ cust, id, payRate }, { tx }, { degree }) => {
      if (degree.row.kind !== 'degree') return no(absent('degree', id));
      const key = { customer_id: cust, ats_value_id: id };
      const object = ['atsValue', id] as const;
      if (payRate !== null) return done(saved, { object, changed: await upsert(tx, 'pay_degree', key, { pay_rate: payRate }) });
      const removed = await tx
        .deleteFrom('pay_degree')
        .where((e) => e.and(key))
        .returning('pay_rate')
        .executeTakeFirst();
      return done(saved, { object, changed: changesBetween(removed, { pay_rate: null }) });
    },
  ),
  handle(saveBurden, { audit: 'pay.burden.save' }, async ({ cust, id, state, burden: Burden }, { tx }) => {
    if (!stateNames.some(({ code }) => code === state)) return no({ kind: 'invalid', fields: { state: 'Choose a state' } });
    const burdens = await tx
      .selectFrom('pay_burden')
      .select(['id', 'state', 'burden_percent'])
      .where('customer_id', '=', cust)
      .forUpdate()
      .execute();
    if (burdens.some((other) => other.state === state && other.id !== id))
      return no({ kind: 'invalid', fields: { state: 'This state has a burden already: change that one.' } });
    const before = burdens.find((burden) => burden.id === id);
    if (id !== 0 && !before) return no(absent('burden', id));
    const values = { state, burden_percent: Burden };
    const { id: savedId } = await (before
      ? tx.updateTable('pay_burden').set(values).where('customer_id', '=', cust).where('id', '=', id).returning('id')
      : tx
          .insertInto('pay_burden')
          .values({ customer_id: cust, ...values })
          .returning('id')
    ).executeTakeFirstOrThrow();
    return done(saved, { object: ['payBurden', savedId], changed: changesBetween(before, values) });
  }),
];
