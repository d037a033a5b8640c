import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSessionActions } from '#src/entities/session/session.ts';

type Props = { of: { readonly customerId: number; readonly customer: string }; to: string; children: ReactNode };

/** Leads to a screen of the customer, in that customer's data. */
export function InCustomer({ of: { customerId, customer }, to, children }: Props) {
  const { showCustomer } = useSessionActions();
  return (
    <Link to={to} onClick={() => showCustomer(customerId, customer)}>
      {children}
    </Link>
  );
}
