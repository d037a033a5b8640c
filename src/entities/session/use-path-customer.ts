import { useEffect } from 'react';
import { useSession, useSessionActions } from './session.ts';

/** Switches to the customer in the URL, if the user may view it. Returns false until the screen shows that customer. */
export function usePathCustomer(inPath: string | undefined): boolean {
  const { customer, customers } = useSession();
  const { showCustomer } = useSessionActions();
  const wanted = customers.find(({ id: c }) => String(c) === inPath);
  const other = wanted && wanted.id !== customer.id ? wanted : undefined;
  useEffect(() => {
    if (other) showCustomer(other.id, other.name);
  }, [other, showCustomer]);
  return other === undefined;
}
