import { randomBytes } from 'node:crypto';

export type DoubleClient = {
  readonly id: number;
  readonly organization: string;
  readonly fname: string;
  readonly lname: string;
  readonly email: string;
  readonly note: string;
  vis_state: number;
};
type DoubleLine = { readonly name: string; readonly description: string; readonly cents: number };
export type DoubleInvoice = {
  readonly id: number;
  readonly customerid: number;
  readonly invoice_number: string;
  readonly create_date: string;
  readonly due_date: string;
  readonly notes: string;
  readonly lines: readonly DoubleLine[];
  readonly cents: number;
  /** The key of its page. */
  readonly key: string;
  isDraft: boolean;
  vis_state: number;
};
export type DoublePayment = {
  readonly id: number;
  readonly invoiceid: number;
  readonly cents: number;
  readonly date: string;
  readonly type: string;
  readonly note: string;
  /** Above 0 where the payment was over what was open. */
  readonly overCents: number;
  updated: number;
  vis_state: number;
};

/** All that the double holds. */
export type FreshBooksState = {
  readonly clients: DoubleClient[];
  readonly invoices: DoubleInvoice[];
  readonly payments: DoublePayment[];
  /** Codes and refresh tokens that can be used once, and access tokens with their end. */
  readonly codes: Map<string, number>;
  readonly refreshTokens: Set<string>;
  readonly accessTokens: Map<string, number>;
  ids: number;
  readonly now: () => number;
};

/** The only app that it knows, and the business that its authorization reaches. */
export const freshBooksDoubleAccess = { clientId: 'demo-freshbooks-app', clientSecret: 'demo-freshbooks-secret' };
export const doubleBusiness = { account: 'dEmO1', name: 'Jobdock' };

/** An access token holds for 12 hours, a code for 5 minutes. */
const [accessMs, codeMs] = [12 * 3_600_000, 300_000];

export const newState = (now: () => number): FreshBooksState => ({
  clients: [],
  invoices: [],
  payments: [],
  codes: new Map(),
  refreshTokens: new Set(),
  accessTokens: new Map(),
  ids: 217_500,
  now,
});

export function newCode(state: FreshBooksState): string {
  const code = randomBytes(16).toString('hex');
  state.codes.set(code, state.now() + codeMs);
  return code;
}

/** A new pair of tokens. Earlier access tokens hold until their end. */
export function newTokens(state: FreshBooksState) {
  const [access, refresh] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
  state.accessTokens.set(access, state.now() + accessMs);
  state.refreshTokens.add(refresh);
  return {
    access_token: access,
    refresh_token: refresh,
    token_type: 'Bearer',
    expires_in: accessMs / 1000,
    created_at: Math.floor(state.now() / 1000),
  };
}

export const outstandingOf = ({ payments }: FreshBooksState, { id, cents }: DoubleInvoice): number =>
  cents -
  payments.filter(({ invoiceid, vis_state }) => invoiceid === id && vis_state === 0).reduce((sum, one) => sum + one.cents, 0);

/** Adds a payment. What is over the open amount becomes a credit of the client, as at FreshBooks. */
export function addPayment(
  state: FreshBooksState,
  invoice: DoubleInvoice,
  { cents, date, type, note }: { readonly cents: number; readonly date: string; readonly type: string; readonly note: string },
): DoublePayment {
  const taken = Math.min(cents, Math.max(0, outstandingOf(state, invoice)));
  const payment = {
    id: ++state.ids,
    invoiceid: invoice.id,
    cents: taken,
    date,
    type,
    note,
    overCents: cents - taken,
    updated: state.now(),
    vis_state: 0,
  };
  state.payments.push(payment);
  return payment;
}

/** A day as FreshBooks writes it. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
