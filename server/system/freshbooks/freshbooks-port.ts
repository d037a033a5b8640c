import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { amountOf, type Cents, centsOf } from '#domain/billing/money.ts';
import { callFreshBooks, type FreshBooksCall, type FreshBooksPlace, type FreshBooksProblem } from './freshbooks-client.ts';

type Answer<T> = Promise<Result<T, FreshBooksProblem>>;

/** What calls need: a token that holds, and the account of the business. */
export type FreshBooksSignIn = FreshBooksPlace & { readonly token: string; readonly account: string };

const Money = z.object({ amount: z.string(), code: z.string().default('USD') });
const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

const Client = z.object({
  id: z.number(),
  organization: Text,
  fname: Text,
  lname: Text,
  email: Text,
  note: Text,
  vis_state: z.number().default(0),
});
/** A client. `vis_state` 0 is an active one. */
export type FreshBooksClient = z.infer<typeof Client>;

const Invoice = z.object({
  id: z.number(),
  invoice_number: Text,
  customerid: z.number(),
  notes: Text,
  amount: Money.optional(),
  outstanding: Money.optional(),
  vis_state: z.number().default(0),
  v3_status: Text,
});
export type FreshBooksInvoice = z.infer<typeof Invoice>;

const Payment = z.object({
  id: z.number(),
  invoiceid: z.number().nullish(),
  amount: Money,
  date: z.string(),
  note: Text,
  type: Text,
  vis_state: z.number().default(0),
});
/** A payment. `vis_state` 0 holds; another one was deleted. */
export type FreshBooksPayment = z.infer<typeof Payment>;

/** What a new invoice has: one line for each of ours, whose price is its amount. Days are `yyyy-MM-dd`. */
export type NewInvoice = {
  readonly clientId: number;
  readonly number: string;
  readonly createdOn: string;
  readonly dueInDays: number;
  readonly notes: string;
  readonly lines: readonly { readonly name: string; readonly description: string; readonly cents: Cents }[];
};

export type NewPayment = {
  readonly invoiceId: number;
  readonly cents: Cents;
  readonly onDay: string;
  readonly type: 'Check' | 'Credit' | 'Cash';
  readonly note: string;
};

/** The most pages of a list that are read. FreshBooks gives at most 100 rows a page. */
const [mostPages, perPage] = [200, 100];

/** The businesses that an authorization reaches. */
export async function businessesOf(
  place: FreshBooksPlace,
  token: string,
): Answer<readonly { readonly account: string; readonly name: string }[]> {
  const Me = z.object({
    response: z.object({
      business_memberships: z
        .array(z.object({ business: z.object({ name: Text, account_id: z.string().nullish() }) }))
        .default([]),
    }),
  });
  const answer = await callFreshBooks(place, { method: 'GET', path: '/auth/api/v1/users/me', token }, Me);
  if (!answer.ok) return answer;
  return ok(
    answer.value.response.business_memberships.flatMap(({ business }) =>
      business.account_id ? [{ account: business.account_id, name: business.name }] : [],
    ),
  );
}

/** The calls of FreshBooks' accounting that billing needs. None of them throws, and none is repeated by itself. */
export function freshBooksPort(signIn: FreshBooksSignIn) {
  const base = `/accounting/account/${encodeURIComponent(signIn.account)}`;
  const call: CallOf = (made, result) => resultOf(signIn, { ...made, path: base + made.path }, result);
  return { ...ofClients(call), ...ofInvoices(call), ...ofPayments(call) };
}

const ofClients = (call: CallOf) => ({
  /** All clients. */
  clients: (): Answer<FreshBooksClient[]> =>
    everyPage(call, { path: '/users/clients', name: 'clients', row: Client, search: {} }),
  /** The clients whose note holds a text. */
  clientsNoting: (text: string): Answer<FreshBooksClient[]> =>
    everyPage(call, { path: '/users/clients', name: 'clients', row: Client, search: { note_like: text } }),
  client: (id: number): Answer<FreshBooksClient> =>
    call(
      { method: 'GET', path: `/users/clients/${id}` },
      z.object({ client: Client }).transform(({ client }) => client),
    ),
  createClient: (client: {
    organization: string;
    fname: string;
    lname: string;
    email: string;
    note: string;
  }): Answer<FreshBooksClient> =>
    call(
      { method: 'POST', path: '/users/clients', body: { client } },
      z.object({ client: Client }).transform((made) => made.client),
    ),
});

const ofInvoices = (call: CallOf) => ({
  /** The invoices of a client, also removed ones. */
  invoicesOf: (clientId: number): Answer<FreshBooksInvoice[]> =>
    everyPage(call, { path: '/invoices/invoices', name: 'invoices', row: Invoice, search: { customerid: String(clientId) } }),
  invoice: (id: number): Answer<FreshBooksInvoice> =>
    call(
      { method: 'GET', path: `/invoices/invoices/${id}` },
      z.object({ invoice: Invoice }).transform(({ invoice }) => invoice),
    ),
  createInvoice: (invoice: NewInvoice): Answer<FreshBooksInvoice> =>
    call(
      { method: 'POST', path: '/invoices/invoices', body: { invoice: sentInvoice(invoice) } },
      z.object({ invoice: Invoice }).transform((made) => made.invoice),
    ),
  /** A draft cannot be seen by its client. */
  markSent: (id: number): Answer<unknown> =>
    call({ method: 'PUT', path: `/invoices/invoices/${id}`, body: { invoice: { action_mark_as_sent: true } } }, z.unknown()),
  removeInvoice: (id: number): Answer<unknown> =>
    call({ method: 'PUT', path: `/invoices/invoices/${id}`, body: { invoice: { vis_state: 1 } } }, z.unknown()),
  /** The page where the client sees and pays an invoice. */
  shareLink: (id: number): Answer<string> =>
    call(
      { method: 'GET', path: `/invoices/invoices/${id}/share_link?share_method=share_link` },
      z.object({ share_link: z.object({ share_link: z.url() }) }).transform((made) => made.share_link.share_link),
    ),
});

const ofPayments = (call: CallOf) => ({
  paymentsOf: (invoiceId: number): Answer<FreshBooksPayment[]> =>
    everyPage(call, { path: '/payments/payments', name: 'payments', row: Payment, search: { invoiceid: String(invoiceId) } }),
  /** The payments that changed on a day or later. */
  paymentsSince: (day: string): Answer<FreshBooksPayment[]> =>
    everyPage(call, { path: '/payments/payments', name: 'payments', row: Payment, search: { updated_min: day } }),
  createPayment: ({ invoiceId, cents, onDay, type, note }: NewPayment): Answer<FreshBooksPayment> =>
    call(
      {
        method: 'POST',
        path: '/payments/payments',
        body: { payment: { invoiceid: invoiceId, amount: money(cents), date: onDay, type, note } },
      },
      z.object({ payment: Payment }).transform((made) => made.payment),
    ),
  removePayment: (id: number): Answer<unknown> =>
    call({ method: 'PUT', path: `/payments/payments/${id}`, body: { payment: { vis_state: 1 } } }, z.unknown()),
});

export type FreshBooksPort = ReturnType<typeof freshBooksPort>;

/** The cents of an amount of FreshBooks; null if it is not in US dollars or has more than two decimals. */
export const centsOfMoney = ({ amount, code }: z.infer<typeof Money>): Cents | null =>
  code === 'USD' ? centsOf(Number(amount)) : null;

const money = (cents: Cents) => ({ amount: amountOf(cents), code: 'USD' });

const sentInvoice = ({ clientId, number, createdOn, dueInDays, notes, lines }: NewInvoice) => ({
  customerid: clientId,
  invoice_number: number,
  create_date: createdOn,
  due_offset_days: dueInDays,
  currency_code: 'USD',
  notes,
  lines: lines.map(({ name, description, cents }) => ({ type: 0, name, description, qty: 1, unit_cost: money(cents) })),
});

/** The `result` of an answer of the accounting. */
async function resultOf<T>(signIn: FreshBooksSignIn, call: FreshBooksCall, result: z.ZodType<T>): Answer<T> {
  const Whole = z.object({ response: z.object({ result }) });
  const answer = await callFreshBooks(signIn, { ...call, token: signIn.token }, Whole);
  return answer.ok ? ok(answer.value.response.result) : answer;
}

type List<T> = {
  readonly path: string;
  readonly name: string;
  readonly row: z.ZodType<T>;
  readonly search: Readonly<Record<string, string>>;
};
type CallOf = <T>(made: Omit<FreshBooksCall, 'token'>, result: z.ZodType<T>) => Answer<T>;

/** Every row of a list, page by page. A list that is longer than can be read is a problem, never a part of it. */
async function everyPage<T>(call: CallOf, { path, name, row, search }: List<T>): Answer<T[]> {
  const Page = z
    .looseObject({ pages: z.number() })
    .transform(({ pages, ...rest }) => ({ pages, rows: rest[name] }))
    .pipe(z.object({ pages: z.number(), rows: z.array(row) }));
  const rows: T[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const query = new URLSearchParams({ page: String(page), per_page: String(perPage) });
    for (const [key, value] of Object.entries(search)) query.set(`search[${key}]`, value);
    const answer = await call({ method: 'GET', path: `${path}?${query.toString()}` }, Page);
    if (!answer.ok) return answer;
    rows.push(...answer.value.rows);
    if (page >= answer.value.pages) return ok(rows);
  }
  return no({ kind: 'refused', words: `FreshBooks has more than ${mostPages * perPage} ${name}: ask for support.` });
}
