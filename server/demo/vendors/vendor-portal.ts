import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { detailPage, listPage, portalHeaders, signInPage, textPage } from './portal-pages.ts';
import { offersAt, offersOfAgency } from './vendor-offers.ts';
import { askToWait, bodyOf, type VendorRequest, type VendorSystem } from './vendor-system.ts';

/** Invented; known to everyone who reads this. */
export const portalSignIn = { password: 'crestview-Portal-2026', orgKey: 'CV-100' };

/** User names of the portal. Those after the first two have a fault, for tests. */
const accounts = [
  'agency',
  /** The demo agency's: it is given few orders, in small pages. */
  'demo',
  /** Its password has expired. */
  'expired',
  /** Its list answers 429. */
  'limited',
  /** The second page of its list fails. */
  'broken',
  /** The table of its list has another name. */
  'moved',
  /** Its list lacks a column. */
  'narrow',
  /** The second page of its list leads back to the first. */
  'loop',
  /** It is signed out once, on the second page of the list, or on the first page of a job. */
  'out-on-list',
  'out-on-job',
  /** It is signed out wherever it goes. */
  'always-out',
  /** Its list leads to another host. */
  'elsewhere',
  /** It has no orders. */
  'idle',
] as const;
type Account = (typeof accounts)[number];

type Visitor = { readonly token: string; account: Account | null };

const perPage = 20;
const perPageOfDemo = 4;

/**
 * A web portal as vendors have them: a form with a hidden token that belongs to a cookie, a list in pages, a page for each order. It
 * forgets everything at a restart.
 */
export function createVendorPortal(now: () => Date): VendorSystem {
  const visitors = new Map<string, Visitor>();
  /** Accounts that were signed out once already. */
  const wereOut = new Set<Account>();

  return async (asked) => {
    const { request, response, path } = asked;
    const cookie = /(?:^|;\s*)visit=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
    const visitor = visitors.get(cookie);
    if (path === '/login') return await signIn(asked, visitor, visitors);
    if (request.method !== 'GET') return send(response, 405, textPage('Not possible', 'This page cannot be changed.'));
    if (!visitor?.account || isOut(visitor.account, asked, wereOut)) {
      visitors.delete(cookie);
      response.writeHead(302, { location: '/portal/login?from=jobs' }).end();
      return;
    }
    if (path === '/jobs') return list(asked, visitor.account, now());
    const offer = offersAt('crestview', now()).find(({ id }) => path === `/jobs/${id}`);
    if (offer) return send(response, 200, detailPage(offer));
    return send(response, 404, textPage('No such page', 'This address leads nowhere.'));
  };
}

const send = (response: ServerResponse, status: number, page: string, headers: Record<string, string> = {}): void =>
  void response.writeHead(status, { ...portalHeaders, ...headers }).end(page);

async function signIn(
  { request, response }: VendorRequest,
  visitor: Visitor | undefined,
  visitors: Map<string, Visitor>,
): Promise<void> {
  if (request.method !== 'POST') {
    const [id, token] = [randomUUID(), randomUUID()];
    visitors.set(id, { token, account: null });
    return send(response, 200, signInPage(token), { 'set-cookie': `visit=${id}; Path=/portal; HttpOnly; SameSite=Lax` });
  }
  const form = new URLSearchParams(await bodyOf(request));
  if (!visitor || form.get('__token') !== visitor.token || form.get('do') !== 'enter')
    return send(response, 403, textPage('Not possible', 'This form is out of date. Open it again.'));
  const account = accounts.find((name) => name === form.get('UserId'));
  const { password, orgKey } = portalSignIn;
  if (!account || form.get('Passcode') !== password || form.get('Agency') !== orgKey)
    return send(response, 200, signInPage(visitor.token, 'The user or passcode is not right.'));
  if (account === 'expired')
    return send(response, 200, signInPage(visitor.token, 'Your passcode has expired. Choose another one by phone.'));
  visitor.account = account;
  response.writeHead(303, { location: 'jobs' }).end();
}

function isOut(account: Account, { path, url }: VendorRequest, wereOut: Set<Account>): boolean {
  if (account === 'always-out') return url.searchParams.get('page') === '2';
  const at = account === 'out-on-list' ? url.searchParams.get('page') === '2' : account === 'out-on-job' && path !== '/jobs';
  if (!at || wereOut.has(account)) return false;
  wereOut.add(account);
  return true;
}

function list({ response, url }: VendorRequest, account: Account, at: Date): void {
  const page = Math.max(Math.trunc(Number(url.searchParams.get('page') ?? 1)) || 1, 1);
  if (account === 'limited') return send(response, 429, textPage('Slow down', 'Too many requests.'), askToWait);
  if (account === 'broken' && page === 2) return send(response, 500, textPage('Error', 'Something went wrong.'));
  const all = account === 'idle' ? [] : offersAt('crestview', at);
  const [offers, size] = account === 'demo' ? [offersOfAgency(all, 8), perPageOfDemo] : [all, perPage];
  const pages = Math.max(Math.ceil(offers.length / size), 1);
  const onward =
    account === 'elsewhere' ? 'https://tracker.example/next' : account === 'loop' && page === 2 ? '?page=1' : `?page=${page + 1}`;
  const shown = {
    offers: offers.slice((page - 1) * size, page * size),
    page,
    pages,
    next: page < pages ? onward : '',
    table: account === 'moved' ? 'positions' : 'orders',
    facilities: account !== 'narrow',
  };
  send(response, 200, listPage(shown));
}
