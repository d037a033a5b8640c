import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, LocalDate } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { Amount } from './amounts.ts';

/** A sent invoice. `viewLink` is its own page, which asks for no sign-in. */
export const Invoice = z.object({
  id: z.number(),
  number: wire('invoice_number', z.string()),
  createdOn: wire('create_date', LocalDate),
  dueOn: wire('due_date', LocalDate),
  outstanding: z.object({ amount: Amount }),
  isPastDue: wire('pastDue', z.boolean()),
  viewLink: z.url(),
  total: Amount,
  /** The days that it bills: from the first to before the last. */
  fromOn: LocalDate,
  untilOn: LocalDate,
});
export type Invoice = z.infer<typeof Invoice>;

const Payment = z.object({
  id: z.number(),
  invoiceId: z.number(),
  number: wire('invoice_number', z.string()),
  onDay: wire('date', LocalDate),
  amount: Amount,
  reference: z.string(),
});
export type Payment = z.infer<typeof Payment>;

/** The documented summary of an account. Amounts are of all its invoices, not only of those in the list. */
export const AccountSummary = z.object({
  /** `suspended`: billing stopped collection and posting. `nothingDue`: no invoice is open. */
  state: z.enum(['suspended', 'pastDue', 'current', 'nothingDue']),
  /** Where the oldest open invoice can be paid; blank where no page takes payments. */
  payLink: z.union([z.url(), z.literal('')]),
  /** The amount of the last payment; null before the first. */
  lastAmount: Amount.nullable(),
  invoiced: Amount,
  outstanding: Amount,
  pastDueAmount: wire('pastdueamount', Amount),
  /** The numbers of the invoices that are past due, the oldest first. */
  pastDueInvoices: wire('pastdueInvoices', z.array(z.string())),
  payments: Amount,
  /** What is open by how many days it is past due. */
  aging: wire('acctage', z.object({ notDue: Amount, to30: Amount, to60: Amount, to90: Amount, over90: Amount })),
  /** The next day by which something must be paid; null if nothing more is due. */
  payBy: wire('payby', LocalDate.nullable()),
  lastPaidInvoice: z.string(),
  lastPayment: LocalDate.nullable(),
  /** No accounting is kept for this customer: it is the provider. */
  off: z.boolean(),
});
export type AccountSummary = z.infer<typeof AccountSummary>;

const invoiceExample: Invoice = {
  id: 4,
  number: '2-0004',
  createdOn: '2026-11-01',
  dueOn: '2026-12-01',
  outstanding: { amount: '690.00' },
  isPastDue: false,
  viewLink: 'https://jobdock.example/auth/invoice/2.k3y0123456789abcdefghi',
  total: '690.00',
  fromOn: '2026-10-01',
  untilOn: '2026-11-01',
};

const summaryExample: AccountSummary = {
  state: 'current',
  payLink: '',
  lastAmount: '600.00',
  invoiced: '2490.00',
  outstanding: '690.00',
  pastDueAmount: '0.00',
  pastDueInvoices: [],
  payments: '1800.00',
  aging: { notDue: '690.00', to30: '0.00', to60: '0.00', to90: '0.00', over90: '0.00' },
  payBy: '2026-12-01',
  lastPaidInvoice: '2-0003',
  lastPayment: '2026-10-20',
  off: false,
};

/** 1 means all invoices, 0 those of the last year. */
const All = z.coerce.number('Write 0 or 1').int('Write 0 or 1').min(0, 'Write 0 or 1').max(1, 'Write 0 or 1');
const read = { needs: 'billing.read', offline: 'online', fails: ['forbidden', 'not_found'] } as const;

export const listInvoices = endpoint('GET /api/invoice/list/:cust/:all', {
  about: 'The account of a customer and its sent invoices, newest first: those of the last year (0) or all (1).',
  args: z.object({ cust: CustomerRef, all: All }),
  reply: AccountSummary.extend({ invoices: z.array(Invoice) }),
  ...read,
  example: { ...summaryExample, invoices: [invoiceExample] },
});

export const listPayments = endpoint('GET /api/invoice/payment/:cust/:link', {
  about:
    'The payments of an invoice by its id, or `all` payments of the customer, newest first. `message` says if there is none.',
  args: z.object({ cust: CustomerRef, link: z.string().regex(/^(?:all|[1-9]\d{0,8})$/, 'Write all, or the id of an invoice') }),
  reply: z.object({ message: z.string(), payments: z.array(Payment) }),
  ...read,
  example: {
    message: '',
    payments: [{ id: 3, invoiceId: 3, number: '2-0003', onDay: '2026-10-20', amount: '600.00', reference: 'Check 1042' }],
  },
});

const resend = {
  reply: z.object({ message: z.string() }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'billing.write',
  offline: 'online',
  example: { message: 'Invoice 2-0004 is on its way to ann+bills@agency.health' },
} as const;

export const resendInvoice = endpoint('POST /api/invoice/resend/:cust/:invoiceId', {
  about: 'Sends an invoice as PDF to the primary billing contact again. At most 50 invoices a day leave for a customer.',
  args: z.object({ cust: CustomerRef, invoiceId: Id }),
  ...resend,
});

export const resendInvoiceTo = endpoint('POST /api/invoice/resend/:cust/:invoiceId/:email', {
  about: 'Sends an invoice as PDF to an address: of a billing contact or a user of the customer; administrators choose any.',
  args: z.object({
    cust: CustomerRef,
    invoiceId: Id,
    email: z.string().trim().max(320).pipe(z.email('Write an email address such as ann@agency.com')),
  }),
  ...resend,
});

const file = { reply: z.string(), raw: 'file', example: '%PDF-1.3' } as const;

export const downloadStatement = endpoint('GET /api/invoice/download/:cust/:all', {
  about: 'A statement as PDF with the account and every sent invoice: those of the last year (0) or all (1).',
  args: z.object({ cust: CustomerRef, all: All }),
  ...read,
  fails: ['invalid', 'forbidden', 'not_found'],
  ...file,
});

export const downloadInvoice = endpoint('GET /api/invoice/file/:cust/:invoiceId', {
  about: 'One invoice as PDF; administrators get drafts, too.',
  args: z.object({ cust: CustomerRef, invoiceId: Id }),
  ...read,
  fails: ['invalid', 'forbidden', 'not_found'],
  ...file,
});

/** What a person must know of billing on every screen. */
export const readBillingNotice = endpoint('GET /api/billing/notice', {
  about:
    'Whether the caller’s own customer is past due or suspended, for those who get billing alerts or see billing; null for everyone else, and if nothing is wrong.',
  args: z.object({}),
  reply: z.object({ state: z.enum(['suspended', 'pastDue']), words: z.string() }).nullable(),
  fails: [],
  needs: 'session',
  offline: 'online',
  example: { state: 'pastDue', words: '$690.00 is past due: invoice 2-0004.' },
});

const page = {
  reply: z.string(),
  needs: 'public',
  offline: 'online',
  raw: 'html',
  example: '<!doctype html><html lang="en"><head><title>Invoice 2-0004</title></head></html>',
} as const;
const token = z.string().max(200);

export const readInvoicePage = endpoint('GET /auth/invoice/:token', {
  ...page,
  about:
    'The page of an invoice, by the key of its link. In the demo it takes a payment. Answers 404 with a page for a link that is not valid.',
  args: z.object({ token }),
  fails: [],
});

export const payOnPage = endpoint('POST /auth/invoice/:token', {
  ...page,
  about: 'Pays the open rest of an invoice on the page of the demo, once, and shows the page again. Refused outside the demo.',
  args: z.object({ token, amount: Amount }),
  fails: ['invalid'],
});

export const invoiceEndpoints = [
  listInvoices,
  listPayments,
  resendInvoice,
  resendInvoiceTo,
  downloadStatement,
  downloadInvoice,
  readBillingNotice,
  readInvoicePage,
  payOnPage,
] as const;
