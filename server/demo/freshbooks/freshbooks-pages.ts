import { usd } from '#domain/billing/money.ts';
import { escapeHtml, pageEnd, pageStart } from '../loopback/loopback.ts';
import { statusOf } from './accounting-calls.ts';
import { type DoubleInvoice, type FreshBooksState, freshBooksDoubleAccess, newCode, outstandingOf } from './freshbooks-state.ts';

/** The page where a person allows the access. It leads back with a code. */
export function authorizePage(state: FreshBooksState, query: URLSearchParams): string {
  const start = pageStart('FreshBooks of the demo');
  const back = query.get('redirect_uri') ?? '';
  if (query.get('client_id') !== freshBooksDoubleAccess.clientId || !URL.canParse(back))
    return `${start}<p>This app is not known here.</p>${pageEnd}`;
  const target = new URL(back);
  target.searchParams.set('code', newCode(state));
  target.searchParams.set('state', query.get('state') ?? '');
  return `${start}<article><h2>Jobdock wants to read and write clients, invoices and payments</h2>
<p><a href="${escapeHtml(target.href)}">Allow</a></p></article>${pageEnd}`;
}

/** Clients, invoices and payments as people would see them there. */
export function listPage(state: FreshBooksState): string {
  const items = state.clients.map((client) => {
    const invoices = state.invoices
      .filter(({ customerid, vis_state }) => customerid === client.id && vis_state === 0)
      .map(
        (invoice) =>
          `<li><a href="/link/${invoice.key}">${escapeHtml(invoice.invoice_number)}</a> ${factsOf(state, invoice)}</li>`,
      );
    return `<article><h2>${escapeHtml(client.organization)}</h2><p class="muted">${escapeHtml(client.email)}</p><ul>${invoices.join('')}</ul></article>`;
  });
  const body = items.length > 0 ? items.join('') : '<p class="muted">No client yet.</p>';
  return `${pageStart('FreshBooks of the demo')}${body}${pageEnd}`;
}

const factsOf = (state: FreshBooksState, invoice: DoubleInvoice): string =>
  `${usd(invoice.cents)}, ${usd(outstandingOf(state, invoice))} open, ${statusOf(state, invoice)}`;

/** The page of an invoice for its client. In the demo it takes a payment; no money moves. */
export function invoicePage(state: FreshBooksState, invoice: DoubleInvoice): string {
  const open = outstandingOf(state, invoice);
  const lines = invoice.lines.map(({ name, cents }) => `<li>${escapeHtml(name)}: ${usd(cents)}</li>`).join('');
  const pay =
    open > 0
      ? `<form method="post"><p>This is the page of the demo: no money moves.</p><button>Pay ${usd(open)}</button></form>`
      : '<p role="status">Paid. Thank you.</p>';
  return `${pageStart(`Invoice ${invoice.invoice_number}`)}<article><ul>${lines}</ul><p>${factsOf(state, invoice)}</p>${pay}</article>${pageEnd}`;
}

export const unknownPage = (): string => `${pageStart('FreshBooks of the demo')}<p>This link is not valid.</p>${pageEnd}`;
