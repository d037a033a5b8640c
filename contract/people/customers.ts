import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/**
 * A customer that the caller may work on, for the switcher. The service does not store the chosen one: every call
 * names its customer, so two tabs can work on different customers.
 */
export const CustomerListItem = z.object({
  id: wire('c', z.number()),
  name: z.string(),
  /** The caller has access through a linked account. */
  linked: z.boolean(),
  parent: z.number().nullable(),
  /** Its jobs and its ATS are made up. A reply stored before this field is of a real customer. */
  demo: z.boolean().default(false),
});
export type CustomerListItem = z.infer<typeof CustomerListItem>;

export const listCustomers = endpoint('GET /api/customers', {
  about: 'Customers that the caller may work on: all for administrators; for others, their own and linked ones.',
  args: z.object({}),
  reply: z.array(CustomerListItem),
  fails: [],
  needs: 'session',
  offline: 'cached',
  example: [{ id: 2, name: 'Harborview Staffing', linked: false, parent: null, demo: true }],
});

export const getCustomer = endpoint('GET /api/customer/:cust', {
  about: 'A customer’s settings that screens need.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({
    id: z.number(),
    name: z.string(),
    parent: z.number().nullable(),
    industry: z.number(),
    customerDomain: z.string().nullable(),
    timeZone: z.string(),
  }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: {
    id: 2,
    name: 'Harborview Staffing',
    parent: null,
    industry: 2,
    customerDomain: null,
    timeZone: 'America/New_York',
  },
});

export const getLabels = endpoint('GET /api/customer/labels/:cust', {
  about: 'The customer’s own labels of job fields. Fields that are not listed have their default names.',
  args: z.object({ cust: CustomerRef }),
  reply: z.record(z.string(), z.string()),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: { unit: 'Department' },
});

/** Parts of the product that a customer can have. */
export const Module = z.enum(['collection', 'mapping', 'staging', 'posting']);

export const listModules = endpoint('GET /api/customermodules/:cust', {
  about: 'Parts of the product that the customer has.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({ modules: z.array(Module) }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: { modules: ['collection', 'mapping', 'staging', 'posting'] },
});

export const customersEndpoints = [listCustomers, getCustomer, getLabels, listModules];
