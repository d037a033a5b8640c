import { randomUUID } from 'node:crypto';
import { offerNumberOf, offersAt, offersOfAgency, type VendorOffer } from './vendor-offers.ts';
import { askToWait, bodyOf, day, sendJson, type VendorRequest, type VendorSystem } from './vendor-system.ts';

/** Invented; known to everyone who reads this. `client` is what the vendor issues for the Basic header. */
export const laborEdgeSignIn = { password: 'nexus-Demo-2026', organizationCode: 'DEMO', client: 'nexus:demo-client-secret' };

/** User names of the double. Those after the first two have a fault, for tests. */
const accounts = [
  'nexus',
  /** The demo agency's: it is given few jobs. */
  'agency',
  'limited',
  'broken',
  /** Its token ends after the first search. */
  'brief',
  /** Its token ends after the first search, and it cannot be refreshed. */
  'unrefreshed',
  /** No token of it is believed. */
  'never',
  /** It gets the first page again and again. */
  'loop',
  /** The search counts five more jobs than it gives. */
  'short',
  /** The search counts no jobs, but gives some. */
  'uncounted',
] as const;
type Account = (typeof accounts)[number];

type Token = { readonly account: Account; readonly until: number; searches: number };
const lifeSeconds = 899;

/**
 * LaborEdge Nexus as clients know it: a token that lives 899 seconds, a refresh token that can be used once, and a job search of at
 * most 100 rows that answers 405 to GET.
 */
export function createLaborEdgeDouble(now: () => Date): VendorSystem {
  const tokens = new Map<string, Token>();
  const refreshes = new Map<string, Account>();
  return async (asked) => {
    const { response, path } = asked;
    if (path === '/auth/oauth2/token') return await giveToken(asked, tokens, refreshes, now());
    if (path === '/api/job-service/v1/ats/external/jobs/search') return await search(asked, tokens, now());
    return sendJson(response, 404, { message: 'No such thing' });
  };
}

async function giveToken(
  { request, response }: VendorRequest,
  tokens: Map<string, Token>,
  refreshes: Map<string, Account>,
  at: Date,
): Promise<void> {
  const form = new URLSearchParams(await bodyOf(request));
  const { password, organizationCode, client } = laborEdgeSignIn;
  if (request.headers.authorization !== `Basic ${Buffer.from(client).toString('base64')}`)
    return sendJson(response, 401, { error: 'invalid_client' });
  const refresh = form.get('refresh_token') ?? '';
  const isOwn =
    form.get('password') === password && form.get('organizationCode') === organizationCode && form.get('client_id') === 'nexus';
  const account =
    form.get('grant_type') === 'refresh_token'
      ? refreshes.get(refresh)
      : accounts.find((name) => isOwn && name === form.get('username'));
  // Whatever becomes of it, it cannot be used again.
  refreshes.delete(refresh);
  if (!account || (account === 'unrefreshed' && refresh !== '')) return sendJson(response, 400, { error: 'invalid_grant' });
  const [access, next] = [randomUUID(), randomUUID()];
  tokens.set(access, { account, until: at.getTime() + lifeSeconds * 1000, searches: 0 });
  refreshes.set(next, account);
  sendJson(response, 200, { access_token: access, refresh_token: next, token_type: 'bearer', expires_in: lifeSeconds });
}

async function search({ request, response }: VendorRequest, tokens: Map<string, Token>, at: Date): Promise<void> {
  if (request.method !== 'POST') return sendJson(response, 405, { message: 'Method Not Allowed' }, { allow: 'POST' });
  const token = tokens.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
  const isBrief = token?.account === 'brief' || token?.account === 'unrefreshed';
  if (!token || token.until <= at.getTime() || token.account === 'never' || (isBrief && token.searches > 0))
    return sendJson(response, 401, { error: 'invalid_token' });
  token.searches += 1;
  if (token.account === 'limited') return sendJson(response, 429, { message: 'Too many requests' }, askToWait);
  if (token.account === 'broken') return sendJson(response, 500, { message: 'Internal Server Error' });
  const asked = readAsked(await bodyOf(request));
  if (!asked) return sendJson(response, 400, { message: 'Bad request' });
  const since = asked.since === null ? 0 : Date.parse(asked.since);
  const all = offersAt('laboredge', at);
  const offers = (token.account === 'agency' ? offersOfAgency(all, 16) : all).filter(
    ({ status, modifiedAt }) => (asked.open ? status === 'Open' : true) && modifiedAt.getTime() >= since,
  );
  const start = token.account === 'loop' ? 0 : asked.start;
  const records = offers.slice(start, start + asked.rows).map(recordOf);
  sendJson(response, 200, {
    count: token.account === 'uncounted' ? 0 : offers.length + (token.account === 'short' ? 5 : 0),
    records,
  });
}

function readAsked(body: string): { start: number; rows: number; open: boolean; since: string | null } | null {
  const asked = JSON.parse(body) as {
    jobStatusCode?: string;
    dateModifiedStart?: string;
    pagingDetails?: { start?: number; maxRowsToFetch?: number };
  };
  const { start = 0, maxRowsToFetch = 20 } = asked.pagingDetails ?? {};
  if (maxRowsToFetch > 100) return null;
  return { start, rows: maxRowsToFetch, open: asked.jobStatusCode === 'OPEN', since: asked.dateModifiedStart ?? null };
}

const recordOf = (o: VendorOffer) => ({
  id: offerNumberOf(o),
  jobTitle: `${o.degree} ${o.specialty}`,
  postingId: o.id,
  externalJobPostingId: null,
  description: `${o.weeks} weeks at ${o.facilityText}. Two years of experience asked.`,
  jobType: 'TRAVEL',
  jobStatus: o.status === 'Open' ? 'Open' : 'Filled',
  jobStatusCode: o.status === 'Open' ? 'OPEN' : 'FILLED',
  profession: o.degree,
  professionId: o.degree.length,
  specialty: o.specialty,
  specialtyId: o.specialty.length,
  startDate: day(o.start),
  endDate: day(new Date(o.start.getTime() + o.weeks * 7 * 24 * 60 * 60_000)),
  duration: o.weeks,
  durationType: 'Weeks',
  shift: o.shift,
  scheduledHrs1: o.hoursPerWeek,
  noOfOpenings: o.positions,
  clientName: o.facilityText,
  clientCity: o.facility.city,
  clientStateCode: o.facility.state,
  vms: 'Nexus',
  hourlyPay: Math.round(o.billRate * 68) / 100,
  hourlyPayRange: `$${(o.billRate * 0.6).toFixed(2)} - $${(o.billRate * 0.68).toFixed(2)}`,
  signOnBonus: null,
  asap: false,
  featuredJob: o.positions > 2,
  requiredCertifications: ['BLS', 'ACLS'],
  rates: [{ billRateCodeId: 1, billRateCode: 'REG', rate: o.billRate }],
});
