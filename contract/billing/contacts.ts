import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, RowId } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { wire } from '../kit/wire-names.ts';

const max = (length: number) => z.string().trim().max(length, `Shorten this to ${length} characters`);
/** A pattern that a blank text need not fit. */
const blankOr = (length: number, pattern: RegExp, problem: string) =>
  max(length).refine((text) => text === '' || pattern.test(text), problem);

/** An optional country code, then 10 digits, with or without separators. */
const phone = /^(?:\+\d{1,3}[ .-]?)?\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}$/;
const zip = /^\d{5}(?:-\d{4})?$/;

const fields = {
  isPrimary: wire('primaryContact', z.boolean()),
  firstName: max(100).min(1, 'Write the first name'),
  lastName: max(100).min(1, 'Write the last name'),
  company: wire('companyName', max(200)),
  address: max(200),
  city: max(100),
  state: max(100),
  zip: wire('zipCode', blankOr(10, zip, 'Write 5 digits, or 5 and 4 digits such as 89501-1234')),
  phone: blankOr(30, phone, 'Write 10 digits, such as (775) 555-0100, with a country code such as +1 if you like'),
  email: wire(
    'emailAddress',
    // The documents' own pattern refuses good addresses, such as ann+bills@agency.health.
    max(320).min(1, 'Write the email address').pipe(z.email('Write an email address such as ann@agency.com')),
  ),
};

/** A person who gets the invoices. `fullName` is made of both names. */
export const BillingContact = z.object({ id: wire('objId', z.number()), ...fields, fullName: z.string() });
export type BillingContact = z.infer<typeof BillingContact>;

const example: BillingContact = {
  id: 1,
  isPrimary: true,
  firstName: 'Ann',
  lastName: 'Reyes',
  fullName: 'Ann Reyes',
  company: 'Harborview Staffing',
  address: '12 Pier Road',
  city: 'Reno',
  state: 'NV',
  zip: '89501',
  phone: '(775) 555-0100',
  email: 'ann+bills@agency.health',
};

const read = { needs: 'billing.read', offline: 'online', fails: ['forbidden', 'not_found'] } as const;
const saved = {
  reply: z.object({ message: z.string(), contact: BillingContact }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'billing.write',
  offline: 'online',
  example: { message: messages.saved, contact: example },
} as const;

export const listBillingContacts = endpoint('GET /api/customerbillingcontact/:cust', {
  about: 'The billing contacts of a customer: the primary one, then by name. At most 50.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(BillingContact),
  ...read,
  example: [example],
});

export const readBillingContact = endpoint('GET /api/customerbillingcontact/:cust/:id', {
  about: 'One billing contact.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: BillingContact,
  ...read,
  example,
});

export const addBillingContact = endpoint('POST /api/customerbillingcontact/:cust', {
  about:
    'Adds a billing contact, up to 50. The first one is the primary contact; a new primary contact takes the place of the old one.',
  args: z.object({ cust: CustomerRef, ...fields }),
  ...saved,
});

export const saveBillingContact = endpoint('PUT /api/customerbillingcontact/:cust', {
  about: 'Saves a billing contact. The primary contact stays it until another one is set as primary.',
  args: z.object({ cust: CustomerRef, id: wire('objId', RowId), ...fields }),
  ...saved,
});

export const removeBillingContact = endpoint('DELETE /api/customerbillingcontact/:cust/:id', {
  about: 'Removes a billing contact; never the primary one.',
  args: z.object({ cust: CustomerRef, id: Id }),
  ...saved,
});

export const billingContactEndpoints = [
  listBillingContacts,
  readBillingContact,
  addBillingContact,
  saveBillingContact,
  removeBillingContact,
] as const;
