import * as z from 'zod';
import { amountOf } from '#domain/billing/money.ts';
import { daysAfter } from '#domain/billing/periods.ts';
import {
  addPayment,
  type DoubleClient,
  type DoubleInvoice,
  type DoublePayment,
  dayOf,
  type FreshBooksState,
  outstandingOf,
} from './freshbooks-state.ts';

export type Reply = { readonly status: number; readonly body: unknown };
export type AccountingCall = {
  readonly method: string;
  /** Below `/accounting/account/{account}`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly json: () => unknown;
  /** Where pages of the double are. */
  readonly origin: string;
};

const result = (value: unknown): Reply => ({ status: 200, body: { response: { result: value } } });
/** An error in the old form, which comes with status 200. */
export const oldError = (errno: number, field: string, message: string): Reply => ({
  status: 200,
  body: { response: { errors: [{ errno, field, message, object: field, value: '' }] } },
});
/** An error in the new form, which comes with status 200, too. */
export const newError = (code: number, message: string): Reply => ({
  status: 200,
  body: {
    code,
    message,
    details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: String(code), metadata: { message } }],
  },
});
const money = (cents: number) => ({ amount: amountOf(cents), code: 'USD' });

/** One call of the accounting. */
export function accountingCall(state: FreshBooksState, call: AccountingCall): Reply {
  const [, kind, id, rest] =
    /^\/(users\/clients|invoices\/invoices|payments\/payments)(?:\/(\d+))?(\/share_link)?$/.exec(call.path) ?? [];
  if (kind === undefined)
    return { status: 404, body: { error_type: 'not_found', message: 'The requested resource was not found.' } };
  if (kind === 'users/clients') return ofClients(state, call, id);
  if (kind === 'payments/payments') return ofPayments(state, call, id);
  return rest === undefined ? ofInvoices(state, call, id) : shareLink(state, call, id);
}

/** One page of a list: at most 100 rows, whatever is asked; a page after the last is empty. */
function pageOf(name: string, rows: readonly unknown[], { query }: AccountingCall): Reply {
  const perPage = Math.min(100, Math.max(1, Number(query.get('per_page') ?? 15)));
  const page = Math.max(1, Number(query.get('page') ?? 1));
  const pages = Math.max(1, Math.ceil(rows.length / perPage));
  const shown = rows.slice((page - 1) * perPage, page * perPage);
  return result({ [name]: shown, page, pages, per_page: perPage, total: rows.length });
}

const SentClient = z.object({
  client: z.object({
    organization: z.string().default(''),
    fname: z.string().default(''),
    lname: z.string().default(''),
    email: z.string().default(''),
    note: z.string().default(''),
  }),
});

function ofClients(state: FreshBooksState, call: AccountingCall, id: string | undefined): Reply {
  if (call.method === 'POST') {
    const { client } = SentClient.parse(call.json());
    if (client.organization === '' && client.email === '')
      return oldError(1001, 'organization', 'At least one of organization and email is required.');
    const made: DoubleClient = { id: ++state.ids, ...client, vis_state: 0 };
    state.clients.push(made);
    return result({ client: shownClient(made) });
  }
  if (id === undefined) {
    const note = call.query.get('search[note_like]');
    return pageOf('clients', state.clients.filter((one) => note === null || one.note.includes(note)).map(shownClient), call);
  }
  const client = state.clients.find((one) => one.id === Number(id));
  return client ? result({ client: shownClient(client) }) : oldError(1012, 'userid', 'Client not found.');
}

const shownClient = (client: DoubleClient) => ({ ...client, userid: client.id, currency_code: 'USD' });

const SentInvoice = z.object({
  invoice: z.object({
    customerid: z.number(),
    invoice_number: z.string(),
    create_date: z.iso.date(),
    due_offset_days: z.number().int().default(0),
    notes: z.string().default(''),
    lines: z
      .array(
        z.object({
          name: z.string(),
          description: z.string().default(''),
          qty: z.coerce.number(),
          unit_cost: z.object({ amount: z.string(), code: z.literal('USD') }),
        }),
      )
      .default([]),
  }),
});
const InvoiceAction = z.object({
  invoice: z.object({ vis_state: z.number().optional(), action_mark_as_sent: z.boolean().optional() }),
});

function ofInvoices(state: FreshBooksState, call: AccountingCall, id: string | undefined): Reply {
  if (call.method === 'POST') return makeInvoice(state, call);
  if (id === undefined) {
    const client = call.query.get('search[customerid]');
    const rows = state.invoices.filter(({ customerid }) => client === null || customerid === Number(client));
    return pageOf(
      'invoices',
      rows.map((one) => shownInvoice(state, one)),
      call,
    );
  }
  const invoice = state.invoices.find((one) => one.id === Number(id));
  if (!invoice) return oldError(1012, 'invoiceid', 'Invoice not found.');
  if (call.method === 'PUT') {
    const { vis_state, action_mark_as_sent } = InvoiceAction.parse(call.json()).invoice;
    if (vis_state !== undefined) invoice.vis_state = vis_state;
    if (action_mark_as_sent === true) invoice.isDraft = false;
  }
  return result({ invoice: shownInvoice(state, invoice) });
}

function makeInvoice(state: FreshBooksState, call: AccountingCall): Reply {
  const { invoice } = SentInvoice.parse(call.json());
  if (!state.clients.some(({ id }) => id === invoice.customerid)) return oldError(1012, 'customerid', 'Client not found.');
  const lines = invoice.lines.map(({ name, description, qty, unit_cost }) => ({
    name,
    description,
    cents: Math.round(Number(unit_cost.amount) * 100 * qty),
  }));
  const made: DoubleInvoice = {
    id: ++state.ids,
    customerid: invoice.customerid,
    invoice_number: invoice.invoice_number,
    create_date: invoice.create_date,
    due_date: daysAfter(invoice.create_date, invoice.due_offset_days),
    notes: invoice.notes,
    lines,
    cents: lines.reduce((sum, { cents }) => sum + cents, 0),
    key: `share${state.ids}x${invoice.customerid}`,
    isDraft: true,
    vis_state: 0,
  };
  state.invoices.push(made);
  return result({ invoice: shownInvoice(state, made) });
}

/** The status of an invoice as FreshBooks names it. */
export function statusOf(state: FreshBooksState, invoice: DoubleInvoice): string {
  if (invoice.isDraft) return 'draft';
  const open = outstandingOf(state, invoice);
  if (open <= 0) return 'paid';
  return open < invoice.cents ? 'partial' : 'sent';
}

const shownInvoice = (state: FreshBooksState, invoice: DoubleInvoice) => ({
  id: invoice.id,
  invoiceid: invoice.id,
  customerid: invoice.customerid,
  invoice_number: invoice.invoice_number,
  create_date: invoice.create_date,
  due_date: invoice.due_date,
  notes: invoice.notes,
  amount: money(invoice.cents),
  outstanding: money(outstandingOf(state, invoice)),
  payment_status: outstandingOf(state, invoice) <= 0 ? 'paid' : 'unpaid',
  v3_status: statusOf(state, invoice),
  vis_state: invoice.vis_state,
});

function shareLink(state: FreshBooksState, { origin }: AccountingCall, id: string | undefined): Reply {
  const invoice = state.invoices.find((one) => one.id === Number(id));
  if (!invoice) return oldError(1012, 'invoiceid', 'Invoice not found.');
  if (invoice.isDraft) return newError(9, 'The invoice is a draft.');
  return result({
    share_link: {
      clientid: invoice.customerid,
      resource_type: 'invoice',
      resourceid: invoice.id,
      share_link: `${origin}/link/${invoice.key}`,
      share_method: 'share_link',
    },
  });
}

const SentPayment = z.object({
  payment: z.object({
    invoiceid: z.number(),
    amount: z.object({ amount: z.string() }),
    date: z.iso.date(),
    type: z.enum(['Check', 'Credit', 'Cash']),
    note: z.string().default(''),
  }),
});

function ofPayments(state: FreshBooksState, call: AccountingCall, id: string | undefined): Reply {
  if (call.method === 'POST') {
    const { payment } = SentPayment.parse(call.json());
    const invoice = state.invoices.find((one) => one.id === payment.invoiceid);
    if (!invoice) return oldError(1012, 'invoiceid', 'Invoice not found.');
    const cents = Math.round(Number(payment.amount.amount) * 100);
    return result({ payment: shownPayment(addPayment(state, invoice, { ...payment, cents })) });
  }
  if (id === undefined) {
    const [invoice, since] = [call.query.get('search[invoiceid]'), call.query.get('search[updated_min]')];
    const rows = state.payments.filter(
      (one) => (invoice === null || one.invoiceid === Number(invoice)) && (since === null || dayOf(one.updated) >= since),
    );
    return pageOf('payments', rows.map(shownPayment), call);
  }
  const payment = state.payments.find((one) => one.id === Number(id));
  if (!payment) return oldError(1012, 'paymentid', 'Payment not found.');
  if (call.method === 'PUT') {
    const sent = z.object({ payment: z.object({ vis_state: z.number() }) }).parse(call.json());
    payment.vis_state = sent.payment.vis_state;
    payment.updated = state.now();
  }
  return result({ payment: shownPayment(payment) });
}

const shownPayment = ({ id, invoiceid, cents, date, type, note, overCents, updated, vis_state }: DoublePayment) => ({
  id,
  logid: id,
  invoiceid,
  amount: money(cents),
  date,
  type,
  note,
  overpaymentid: overCents > 0 ? id + 1_000_000 : null,
  updated: new Date(updated).toISOString().slice(0, 19).replace('T', ' '),
  vis_state,
});
