import { readPaySettings } from '#contract/rules/pay.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCached } from '#src/entities/session/use-cached.ts';

/** The customer's pay setup as this device last heard of it; nothing is asked for people who may not read it. */
export function usePaySetup() {
  const { customer, may } = useSession();
  return useCached(readPaySettings, { cust: customer.id }, null, may('staging.read'));
}
