import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
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
  /** Ids of the rights that the caller's link carries there. Null: the caller has their own rights. */
  rights: z.array(z.number()).nullable().default(null),
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
  example: [{ id: 2, name: 'Harborview Staffing', linked: false, parent: null, rights: null, demo: true }],
});

/** What screens need of a customer. It holds no address, no plan and no debt, so a device may store it. */
export const CustomerBasics = z.object({
  id: z.number(),
  name: z.string(),
  parent: z.number().nullable(),
  industry: z.number(),
  customerDomain: z.string().nullable(),
  timeZone: z.string(),
});
export const basicsExample = {
  id: 2,
  name: 'Harborview Staffing',
  parent: null,
  industry: 2,
  customerDomain: null,
  timeZone: 'America/New_York',
};

export const readCustomerBasics = endpoint('GET /api/customer/basics/:cust', {
  about: 'What screens need of a customer, without addresses, plan and debt: the part of it that a device may store.',
  args: z.object({ cust: CustomerRef }),
  reply: CustomerBasics,
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: basicsExample,
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
export type Module = z.infer<typeof Module>;

export const listModules = endpoint('GET /api/customermodules/:cust', {
  about: 'Parts of the product that the customer has.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({ modules: z.array(Module) }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: { modules: ['collection', 'mapping', 'staging', 'posting'] },
});

export const saveModules = endpoint('POST /api/customermodules/:cust', {
  about: 'Sets the parts of the product that the customer has.',
  args: z.object({ cust: CustomerRef, modules: z.array(Module).max(Module.options.length) }),
  reply: z.object({ message: z.string(), modules: z.array(Module) }),
  fails: ['invalid', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: { message: messages.saved, modules: ['collection', 'mapping'] },
});

export const customersEndpoints = [listCustomers, readCustomerBasics, getLabels, listModules, saveModules];
