import { offerNumberOf, offersAt, offersOfAgency, submissionsTaken, type VendorOffer } from './vendor-offers.ts';
import { askToWait, sendJson, type VendorRequest, type VendorSystem } from './vendor-system.ts';

/** Invented keys. Those after the first two have a fault, for tests. */
export const trioKeys = {
  good: 'trio-demo-key-0000000000000000000001',
  /** The demo agency's: it is given few jobs. */
  agency: 'trio-demo-key-0000000000000000000005',
  limited: 'trio-demo-key-0000000000000000000002',
  broken: 'trio-demo-key-0000000000000000000003',
  /** A web page with status 200 comes in place of data. */
  page: 'trio-demo-key-0000000000000000000004',
} as const;

/** Where the double lists closed jobs. The public documents name the call, but not its address: the task's settings name it. */
export const trioClosedJobs = { path: 'ClosedJobsOfDemo', from: 'from', to: 'to' } as const;

/**
 * Trio VMS API v3 for one tenant, as its public documents describe it: a key in X-API-KEY, open jobs (all, or those modified since a
 * date), closed jobs by dates, one job, and professions. The documents cut off the job's fields after the first ones: those from
 * `ClientName` on are our guess.
 */
export function createTrioDouble(now: () => Date): VendorSystem {
  return async (asked) => {
    const { request, response, path } = asked;
    const rest = /^\/demo\/api\/v3(\/.*)$/.exec(path)?.[1];
    const key = request.headers['x-api-key'];
    if (rest === undefined) return sendJson(response, 404, { Message: 'No such tenant' });
    if (!Object.values<unknown>(trioKeys).includes(key)) return sendJson(response, 401, { Message: 'Unauthorized' });
    if (request.method !== 'GET') return sendJson(response, 405, { Message: 'Not allowed' });
    if (key === trioKeys.limited) return sendJson(response, 429, { Message: 'Too many requests' }, askToWait);
    if (key === trioKeys.broken) return sendJson(response, 500, { Message: 'An error has occurred.' });
    if (key === trioKeys.page) {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Maintenance</title><h1>Back soon</h1>');
      return;
    }
    const offers = offersAt('trio', now());
    answer(rest, asked, key === trioKeys.agency ? offersOfAgency(offers, 7) : offers);
  };
}

function answer(path: string, { response, url }: VendorRequest, offers: readonly VendorOffer[]): void {
  const asked = (name: string, otherwise: number): number => {
    const text = url.searchParams.get(name);
    return text === null ? otherwise : Date.parse(text);
  };
  const open = offers.filter(({ status }) => status === 'Open');
  if (path === '/Job') {
    const since = asked('modifiedDate', 0);
    return sendJson(response, 200, open.filter(({ modifiedAt }) => modifiedAt.getTime() >= since).map(jobOf));
  }
  if (path === `/${trioClosedJobs.path}`) {
    const [from, to] = [asked(trioClosedJobs.from, 0), asked(trioClosedJobs.to, Infinity)];
    const closed = offers.filter(
      ({ status, modifiedAt }) => status !== 'Open' && modifiedAt.getTime() >= from && modifiedAt.getTime() <= to,
    );
    return sendJson(response, 200, closed.map(jobOf));
  }
  if (path === '/Profession') {
    const names = [...new Set(offers.map(({ degree }) => degree))];
    return sendJson(
      response,
      200,
      names.map((Name, at) => ({ Id: at + 1, Name, Specialties: [] })),
    );
  }
  const one = offers.find((offer) => path === `/Job/${offerNumberOf(offer)}`);
  return one ? sendJson(response, 200, jobOf(one)) : sendJson(response, 404, { Message: 'No such thing' });
}

const jobOf = (o: VendorOffer) => ({
  Number: offerNumberOf(o),
  Title: `${o.degree} ${o.specialty}`,
  // Jobs on hold are among the open ones.
  JobStatus: o.status !== 'Open' ? 'Closed' : offerNumberOf(o) % 5 === 0 ? 'OnHold' : 'Open',
  JobStatusReason: o.status === 'Open' ? null : 'Filled',
  StartDate: `${o.start.toISOString().slice(0, 10)}T00:00:00`,
  NumberOfCurrentOpenPositions: o.positions,
  UnitDescription: o.specialty,
  PlacementCoordinator: 'Dana Whitfield',
  PlacementCoordinatorPhone: '(555) 010-0142',
  BillRateAmount: o.billRate,
  ModifiedDateUtc: o.modifiedAt.toISOString(),
  ClientName: o.facilityText,
  City: o.facility.city,
  State: o.facility.state,
  PostalCode: o.facility.zip,
  Profession: o.degree,
  Specialty: o.specialty,
  Shift: o.shift,
  DurationWeeks: o.weeks,
  SubmissionAvailable: submissionsTaken(o),
  Certifications: [
    { Name: 'BLS', Required: true },
    { Name: 'ACLS', Required: false },
  ],
});
