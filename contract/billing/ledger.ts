import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Count, CustomerRef, Id, Instant, LocalDate, RowId, SentDate } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { Amount, SentAmount, SentPrice } from './amounts.ts';

const Line = z.object({
  text: z.string(),
  fromOn: LocalDate,
  untilOn: LocalDate,
  quantity: Count,
  unitPrice: Amount,
  amount: Amount,
});

/** An entry of an invoice. Entries are only added; `isVoid` says that a later one takes this one back. */
const LedgerEntry = z.object({
  id: z.number(),
  kind: z.enum(['payment', 'credit', 'void']),
  amount: Amount,
  /** The payment or credit that a void takes back; null for a void of the invoice. */
  voids: z.number().nullable(),
  isVoid: z.boolean(),
  reference: z.string(),
  onDay: LocalDate,
  by: z.string(),
  at: Instant,
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** An invoice as staff see it. Drafts have neither number nor days. */
export const LedgerInvoice = z.object({
  id: z.number(),
  state: z.enum(['draft', 'sent', 'discarded']),
  number: z.string(),
  fromOn: LocalDate,
  untilOn: LocalDate,
  createdOn: LocalDate.nullable(),
  dueOn: LocalDate.nullable(),
  total: Amount,
  open: Amount,
  isPastDue: z.boolean(),
  lines: z.array(Line),
  entries: z.array(LedgerEntry),
});
export type LedgerInvoice = z.infer<typeof LedgerInvoice>;

/** Prices and numbers of a subscription; `connections` and `users` are beyond what the plan includes. */
const Terms = z.object({
  fromOn: LocalDate,
  plan: z.string(),
  monthPrice: Amount,
  connections: Count,
  connectionPrice: Amount,
  users: Count,
  userPrice: Amount,
});

export const CustomerBilling = z.object({
  isSuspended: z.boolean(),
  /** Billing may suspend and resume it. Not one that is inactive, or that was suspended by its status. */
  canSuspend: z.boolean(),
  isPastDue: z.boolean(),
  notice: z.string(),
  startOn: LocalDate,
  connections: Count,
  userLimit: Count,
  added: Count,
  terms: Terms,
  /** Newest first, the newest 100. */
  invoices: z.array(LedgerInvoice),
  /** How many invoices there are. */
  total: Count,
});
export type CustomerBilling = z.infer<typeof CustomerBilling>;

const lineExample = {
  text: 'Plan Team',
  fromOn: '2026-10-01',
  untilOn: '2026-11-01',
  quantity: 1,
  unitPrice: '600.00',
  amount: '600.00',
};

const invoiceExample: LedgerInvoice = {
  id: 4,
  state: 'sent',
  number: '2-0004',
  fromOn: '2026-10-01',
  untilOn: '2026-11-01',
  createdOn: '2026-11-01',
  dueOn: '2026-12-01',
  total: '600.00',
  open: '200.00',
  isPastDue: false,
  lines: [lineExample],
  entries: [
    {
      id: 7,
      kind: 'payment',
      amount: '400.00',
      voids: null,
      isVoid: false,
      reference: 'Check 1042',
      onDay: '2026-11-09',
      by: 'Alex Admin',
      at: '2026-11-09T15:00:00.000Z',
    },
  ],
};

const staff = { fails: ['invalid', 'forbidden', 'not_found'], needs: 'admin', offline: 'online' } as const;
const message = { reply: z.object({ message: z.string() }), example: { message: messages.saved } };
const OfInvoice = z.object({ cust: CustomerRef, invoiceId: Id });

export const listPastDue = endpoint('GET /api/billing/pastdue', {
  about: 'The customers that are past due or that billing suspended, with what they owe, for the board of customers.',
  args: z.object({}),
  reply: z.array(z.object({ customerId: z.number(), words: z.string(), isSuspended: z.boolean() })),
  fails: ['forbidden'],
  needs: 'admin',
  offline: 'online',
  example: [{ customerId: 2, words: '$690.00 is past due: invoice 2-0004.', isSuspended: false }],
});

export const readCustomerBilling = endpoint('GET /api/billing/:cust', {
  about:
    'The billing of a customer as staff work on it: terms, drafts, invoices with lines and entries, and whether it is suspended.',
  args: z.object({ cust: CustomerRef }),
  reply: CustomerBilling,
  ...staff,
  fails: ['forbidden', 'not_found'],
  example: {
    isSuspended: false,
    canSuspend: true,
    isPastDue: false,
    notice: '',
    startOn: '2026-01-01',
    connections: 15,
    userLimit: 25,
    added: 0,
    terms: {
      fromOn: '2026-01-01',
      plan: 'Team',
      monthPrice: '600.00',
      connections: 0,
      connectionPrice: '45.00',
      users: 0,
      userPrice: '12.00',
    },
    invoices: [invoiceExample],
    total: 1,
  },
});

export const makeDrafts = endpoint('POST /api/billing/drafts/:cust', {
  about:
    'Makes the drafts of all periods that are over and have no invoice, as the service does each night. Says how many it made.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({ message: z.string(), made: Count }),
  ...staff,
  example: { message: '1 draft made.', made: 1 },
});

export const sendDraft = endpoint('POST /api/billing/send/:cust/:invoiceId', {
  about:
    'Gives a draft its number and due day and sends it as PDF to the primary billing contact. Refused without one, and where names have letters that the PDF cannot print.',
  args: OfInvoice,
  ...staff,
  ...message,
});

export const discardDraft = endpoint('POST /api/billing/discard/:cust/:invoiceId', {
  about: 'Discards a draft: its period is not billed.',
  args: OfInvoice,
  ...staff,
  ...message,
});

export const addLedgerEntry = endpoint('POST /api/billing/entry/:cust/:invoiceId', {
  about:
    'Adds a payment, a credit or a void to a sent invoice. A void names the payment or credit that it takes back (`voids`), or none: then it closes the open rest. Nothing above the open rest is taken, and a request with the same `key` is one entry.',
  args: OfInvoice.extend({
    kind: z.enum(['payment', 'credit', 'void'], 'Choose a payment, a credit or a void'),
    amount: SentAmount.optional(),
    voids: RowId.nullable().default(null),
    reference: z.string().trim().max(200, 'Shorten this to 200 characters').default(''),
    onDay: SentDate.optional(),
    key: z.uuid('Send a UUID'),
  }),
  ...staff,
  reply: z.object({ message: z.string(), open: Amount }),
  example: { message: messages.saved, open: '200.00' },
});

export const suspendCustomer = endpoint('POST /api/billing/suspend/:cust', {
  about:
    'Suspends a customer for its unpaid invoices, or resumes it. Collection and posting stop and wait; sign-in, reading, editing and billing go on. Once nothing is past due, it resumes by itself.',
  args: z.object({ cust: CustomerRef, isSuspended: z.boolean() }),
  ...staff,
  ...message,
});

export const saveTerms = endpoint('PUT /api/billing/terms/:cust', {
  about: 'Sets the agreed prices of a customer from today on. Earlier days keep theirs.',
  args: z.object({ cust: CustomerRef, monthPrice: SentPrice, connectionPrice: SentPrice, userPrice: SentPrice }),
  ...staff,
  ...message,
});

export const ledgerEndpoints = [
  listPastDue,
  readCustomerBilling,
  makeDrafts,
  sendDraft,
  discardDraft,
  addLedgerEntry,
  suspendCustomer,
  saveTerms,
] as const;
