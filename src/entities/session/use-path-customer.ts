import { useEffect } from 'react';
import { useSession, useSessionActions } from './session.ts';

/** Shows the customer that an address names, where the person may see it; answers false until the screen shows that one. */
export function usePathCustomer(inPath: string | undefined): boolean {
  const { customer, customers } = useSession();
  const { showCustomer } = useSessionActions();
  const wanted = customers.find(({ c }) => String(c) === inPath);
  const other = wanted && wanted.c !== customer.id ? wanted : undefined;
  useEffect(() => {
    if (other) showCustomer(other.c, other.name);
  }, [other, showCustomer]);
  return other === undefined;
}
