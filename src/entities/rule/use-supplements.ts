import { readPaySettings } from '#contract/pay.ts';
import { paySupplements } from '#domain/pay/pay-supplements.ts';
import type { SupplementLists } from '#domain/rules/supplement.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCached } from '#src/entities/session/use-cached.ts';

const none: SupplementLists = { Burdens: [], Fees: [], 'Degree Pay': [] };

/** Supplemental data as this device last heard of it. */
export function useSupplements(): SupplementLists {
  const { customer } = useSession();
  const { reply } = useCached(readPaySettings, { cust: customer.id });
  return reply ? paySupplements(reply) : none;
}
