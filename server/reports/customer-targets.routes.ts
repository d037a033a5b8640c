import { ok } from '#contract/kit/result.ts';
import { listCustomerTargets } from '#contract/reports/customer-targets.ts';
import { mostReportRows } from '#contract/reports/report-lists.ts';
import { targetKind } from '#domain/targets/target-kinds.ts';
import { namedCustomers } from '../kit/http/customer-access.ts';
import { type Handler, handle } from '../kit/http/handle.ts';
import { postCounts } from '../posting/post-counts.ts';

/** The report of customer targets. */
export const customerTargetRoutes: Handler[] = [
  handle(listCustomerTargets, { allCustomers: true }, async ({ cust }, { services: { db } }) => {
    const customers = namedCustomers(cust);
    const named = await db
      .selectFrom('customer')
      .select(['id', 'name'])
      .where('deleted_at', 'is', null)
      .$if(customers !== 'all', (query) => query.where('id', '=', cust))
      .execute();
    const names = new Map(named.map(({ id, name }) => [id, name]));
    const rows = (await postCounts(db, customers)).flatMap(({ target: { customerId, row }, counts }) => {
      const customer = names.get(customerId);
      if (customer === undefined) return [];
      const { id, name, typeId, disabled, posting, checkState, maps, mappingRequired } = row;
      const kind = targetKind(typeId).name;
      return [
        {
          id,
          target: name,
          customerId,
          customer,
          typeId,
          kind,
          enabled: !disabled,
          posting,
          connection: checkState,
          maps,
          mappingRequired,
          ...counts,
        },
      ];
    });
    rows.sort((a, b) => a.customer.localeCompare(b.customer, 'en') || a.target.localeCompare(b.target, 'en') || a.id - b.id);
    return ok({ total: rows.length, rows: rows.slice(0, mostReportRows) });
  }),
];
