import { escapeHtml } from '../loopback/loopback.ts';
import { offersAt, offersOfAgency, submissionsTaken, type VendorOffer } from './vendor-offers.ts';
import { askToWait, day, type VendorSystem } from './vendor-system.ts';

/** Invented keys. Those after the first two have a fault, for tests. */
export const pagedFeedKeys = {
  good: 'derived-demo-key-0000000000000000001',
  /** The demo agency's: it is given few jobs, in small pages. */
  agency: 'derived-demo-key-0000000000000000007',
  limited: 'derived-demo-key-0000000000000000002',
  /** Its second page fails. */
  broken: 'derived-demo-key-0000000000000000003',
  /** It gets the first page again and again. */
  loop: 'derived-demo-key-0000000000000000004',
  /** It does not say how many pages it has. */
  uncounted: 'derived-demo-key-0000000000000000005',
  /** Its second page says that there are more pages than the first one said. */
  moving: 'derived-demo-key-0000000000000000006',
} as const;

const perPage = 25;
const perPageOfAgency = 3;
const dayFirst = (at: Date): string => at.toISOString().slice(0, 10).split('-').reverse().join('/');

/** A feed in pages behind a key: `PageNumbers` says how many there are, `page` in the address which one is wanted. */
export function createPagedFeed(now: () => Date): VendorSystem {
  return async ({ request, response, url, path }) => {
    const key = request.headers.authorization?.replace(/^Bearer /, '');
    const refuse = (status: number, headers = {}) => void response.writeHead(status, headers).end('<error/>');
    if (path !== '/jobs.xml') return refuse(404);
    if (!Object.values<unknown>(pagedFeedKeys).includes(key)) return refuse(401);
    const page = Math.max(Math.trunc(Number(url.searchParams.get('page') ?? 1)) || 1, 1);
    if (key === pagedFeedKeys.limited) return refuse(429, askToWait);
    if (key === pagedFeedKeys.broken && page === 2) return refuse(503);
    const isAgency = key === pagedFeedKeys.agency;
    const all = offersAt('derived', now());
    const [offers, size] = isAgency ? [offersOfAgency(all, 12), perPageOfAgency] : [all, perPage];
    const at = key === pagedFeedKeys.loop ? 0 : (page - 1) * size;
    const usual = Math.max(Math.ceil(offers.length / size), 1);
    const pages = key === pagedFeedKeys.uncounted ? '' : key === pagedFeedKeys.moving && page === 2 ? usual + 1 : usual;
    const jobs = offers
      .slice(at, at + size)
      .map((offer) => jobOf(offer, isAgency ? day(offer.start) : dayFirst(offer.start)))
      .join('\n');
    response
      .writeHead(200, { 'content-type': 'application/xml; charset=utf-8' })
      .end(`<?xml version="1.0" encoding="UTF-8"?>\n<source><PageNumbers>${pages}</PageNumbers>\n${jobs}\n</source>\n`);
  };
}

const jobOf = (o: VendorOffer, start: string): string => `<job>
  <referencenumber>${o.id}</referencenumber><title>${escapeHtml(`${o.degree} ${o.specialty}`)}</title>
  <FacilityName>${escapeHtml(o.facilityText)}</FacilityName><BillRate>${o.billRate.toFixed(2)}</BillRate><SourceName>Summit</SourceName>
  <city>${escapeHtml(o.facility.city)}</city><state>${o.facility.state}</state><zipcode>${o.facility.zip}</zipcode>
  <specialty>${escapeHtml(o.specialty)}</specialty><Discipline>${escapeHtml(o.degree)}</Discipline><positions>${o.positions}</positions>
  <shift>${escapeHtml(o.shift)}</shift><duration>${o.weeks} weeks</duration><startdate>${start}</startdate>
  <submissionavailable>${submissionsTaken(o)}</submissionavailable>
</job>`;
