import { readPaySettings } from '#contract/rules/pay.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';

/** The customer's pay setup, as last received. Not requested for users who may not read it. */
export function usePaySetup() {
  const { customer, may } = useSession();
  return useReply(readPaySettings, { cust: customer.id }, { wanted: may('staging.read') });
}
