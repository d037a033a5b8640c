import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Count, CustomerRef, Instant } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { wire } from '../kit/wire-names.ts';

/** A client of the accounts at FreshBooks. `customerId` is the customer that it is linked to, if any. */
const AccountingClient = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  customerId: z.number().nullable(),
});
export type AccountingClient = z.infer<typeof AccountingClient>;

const example: AccountingClient = { id: '217506', name: 'Harborview Staffing', email: 'bills@harborview.example', customerId: 2 };
const staff = { needs: 'admin', offline: 'online' } as const;
const changes = { fails: ['invalid', 'forbidden', 'not_found'], ...staff } as const;

export const listAccountingClients = endpoint('GET /api/fbclient/list', {
  about: 'The clients at FreshBooks as they were read last, by name. `POST /api/fbclient/refresh` reads them again.',
  args: z.object({}),
  reply: z.object({ readAt: Instant.nullable(), clients: z.array(AccountingClient) }),
  fails: ['forbidden'],
  ...staff,
  example: { readAt: '2026-11-28T10:00:00.000Z', clients: [example] },
});

export const refreshAccountingClients = endpoint('POST /api/fbclient/refresh', {
  about: 'Reads the clients at FreshBooks again, and keeps them.',
  args: z.object({}),
  reply: z.object({ readAt: Instant.nullable(), clients: z.array(AccountingClient) }),
  fails: ['invalid', 'forbidden'],
  ...staff,
  example: { readAt: '2026-11-28T10:00:00.000Z', clients: [example] },
});

export const addAccountingClient = endpoint('POST /api/fbclient', {
  about:
    'Creates the client of a customer at FreshBooks, links it, and answers its ID. A client with the customer’s reference is taken instead of a second one, also after a lost answer.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({ message: z.string(), extId: wire('ExtID', z.string()) }),
  ...changes,
  example: { message: messages.saved, extId: '217506' },
});

export const pickAccountingClient = endpoint('PUT /api/fbclient/:cust', {
  about: 'Links a customer to a client at FreshBooks that exists; a blank ID unlinks it. Invoices that are there already stay.',
  args: z.object({
    cust: CustomerRef,
    extId: wire(
      'ExtID',
      z
        .string()
        .trim()
        .regex(/^\d{0,15}$/, 'Choose a client of the list'),
    ),
  }),
  reply: z.object({ message: z.string(), extId: wire('ExtID', z.string()) }),
  ...changes,
  example: { message: messages.saved, extId: '217506' },
});

export const readAccounting = endpoint('GET /api/fbclient/:cust', {
  about:
    'How the billing of a customer is mirrored at FreshBooks: its client, how much is there, and what a person must look at.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({
    /** FreshBooks can be called. */
    isConnected: z.boolean(),
    extId: wire('ExtID', z.string()),
    clientName: z.string(),
    /** Invoices and entries that are there, and those on their way. */
    mirrored: Count,
    waiting: Count,
    /** Why something failed, waits or differs, in sentences. */
    problems: z.array(z.string()),
  }),
  fails: ['forbidden', 'not_found'],
  ...staff,
  example: {
    isConnected: true,
    extId: '217506',
    clientName: 'Harborview Staffing',
    mirrored: 12,
    waiting: 1,
    problems: [],
  },
});

export const accountingClientEndpoints = [
  listAccountingClients,
  refreshAccountingClients,
  addAccountingClient,
  pickAccountingClient,
  readAccounting,
] as const;
