import { useEffect, useEffectEvent } from 'react';
import { useParams } from 'react-router-dom';
import type { BillingContact } from '#contract/billing/contacts.ts';

export const newContact: BillingContact = {
  id: 0,
  isPrimary: false,
  firstName: '',
  lastName: '',
  fullName: '',
  company: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  phone: '',
  email: '',
};

/** Opens the contact that the URL names, once the list is loaded; -1 opens a new one. */
export function useContactInAddress(contacts: readonly BillingContact[] | null, open: (contact: BillingContact) => void): void {
  const { id } = useParams();
  const isListed = contacts !== null;
  const openAsked = useEffectEvent((asked: string) => {
    const contact = asked === '-1' ? newContact : contacts?.find((one) => String(one.id) === asked);
    if (contact) open(contact);
  });
  // Once per URL: loading the list again does not open the form again.
  useEffect(() => {
    if (isListed && id !== undefined) openAsked(id);
  }, [isListed, id]);
}
