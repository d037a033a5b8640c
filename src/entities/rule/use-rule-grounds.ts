import { useMemo } from 'react';
import { readCustomerBasics } from '#contract/people/customers.ts';
import { listProductFields } from '#contract/rules/rule-lists.ts';
import type { RuleGrounds } from '#domain/rules/grounds.ts';
import { usePaySetup } from '#src/entities/pay/use-pay-setup.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { localToday } from '#src/ui/format/local-today.ts';

/** The settings that rules depend on, as last received. The day is in the customer's time zone once that zone is known. */
export function useRuleGrounds(): RuleGrounds {
  const { customer, may } = useSession();
  const cust = customer.id;
  const pay = usePaySetup().reply;
  const fields = useReply(listProductFields, {}, { wanted: may('rules.read') }).reply ?? [];
  const zone = useReply(readCustomerBasics, { cust }).reply?.timeZone;
  // Most fields have no flag: those that do are all that travels to the worker.
  const flags = fields.flatMap(({ id, isRequired, isExportOnly, isCollectionOnly }) =>
    isRequired || isExportOnly || isCollectionOnly ? [{ id, isRequired, isExportOnly, isCollectionOnly }] : [],
  );
  const { rows: statuses } = useCollection('customerStatus');
  const { rows: sources } = useCollection('source');
  // The names alone: rows hold more than rules read, and each change of it makes them run again.
  const book = useMemo(
    () => ({ statuses, sources: sources.map(({ id, expandedStatuses }) => ({ id, expandedStatuses })) }),
    [statuses, sources],
  );
  return { today: localToday(zone), pay, flags, statuses: book };
}
