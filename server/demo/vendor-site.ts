import { createServer, type Server } from 'node:http';
import Papa from 'papaparse';
import { createLaborEdgeDouble } from './vendors/laboredge-double.ts';
import { shiftsOf } from './vendors/order-shifts.ts';
import { createPagedFeed } from './vendors/paged-feed.ts';
import { createStaffingOrders } from './vendors/staffing-orders.ts';
import { createTrioDouble } from './vendors/trio-double.ts';
import { type FeedVendor, feedVendors, offersAt, submissionsTaken, type VendorOffer } from './vendors/vendor-offers.ts';
import { createVendorPortal } from './vendors/vendor-portal.ts';
import type { VendorSystem } from './vendors/vendor-system.ts';

const day = (at: Date) => `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()}`;
const isoDay = (at: Date) => at.toISOString().slice(0, 10);
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function asXml(offers: readonly VendorOffer[]): string {
  const job = (o: VendorOffer) => `  <job>
    <referencenumber>${o.id}</referencenumber>
    <title>${escape(`${o.degree} ${o.specialty}`)}</title>
    <FacilityName>${escape(o.facilityText)}</FacilityName>
    <address>${escape(o.facility.address)}</address>
    <city>${escape(o.facility.city)}</city>
    <state>${o.facility.state}</state>
    <zipcode>${o.facility.zip}</zipcode>
    <Discipline>${escape(o.degree)}</Discipline>
    <specialty>${escape(o.specialty)}</specialty>
    <shift>${escape(o.shift)}</shift>
    <BillRate>$${o.billRate.toFixed(2)}/hr</BillRate>
    <hoursPerWeek>${o.hoursPerWeek}</hoursPerWeek>
    <duration>${o.weeks} weeks</duration>
    <startdate>${day(o.start)}</startdate>
    <positions>${o.positions}</positions>
    <status>${o.status}</status>
    <submissionavailable>${submissionsTaken(o)}</submissionavailable>
    <postdate>${o.openedAt.toISOString()}</postdate>
    <job_description>${escape(`${o.degree} ${o.specialty}, ${o.shift}, ${o.weeks} weeks at ${o.facilityText}, ${o.facility.city}. Two years of experience asked.`)}</job_description>
  </job>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<source>\n${offers.map(job).join('\n')}\n</source>\n`;
}

/** This vendor lists the shifts of an order after it. */
function asJson(offers: readonly VendorOffer[]): string {
  const listed = offers.flatMap((order) => [
    { o: order, parentOrder: '' },
    ...shiftsOf(order).map((o) => ({ o, parentOrder: order.id })),
  ]);
  const records = listed.map(({ o, parentOrder }) => ({
    sourceID: o.id,
    parentOrder,
    facility: o.facilityText,
    address: o.facility.address,
    city: o.facility.city,
    state: o.facility.state,
    zip: o.facility.zip,
    degree: o.degree,
    jobSpecialty: o.specialty,
    shift: o.shift,
    billRate: o.billRate,
    guaranteedHours: o.hoursPerWeek,
    durationWeeks: o.weeks,
    startDate: isoDay(o.start),
    positions: o.positions,
    statusString: o.status,
    submissionAvailable: submissionsTaken(o),
    postDate: o.openedAt.toISOString().slice(0, 19),
    sourceName: 'Careline',
    workType: '1',
  }));
  return JSON.stringify({ jobs: records }, null, 1);
}

function asCsv(offers: readonly VendorOffer[]): string {
  const rows = offers.map((o) => ({
    'Org Job Id': o.id,
    Employment: 'Contract (Travel only)',
    Profession: o.degree,
    Specialty: o.specialty,
    Facility: o.facilityText,
    'Street Address': o.facility.address,
    City: o.facility.city,
    State: o.facility.state,
    Zip: o.facility.zip,
    'Bill Rate': o.billRate.toFixed(2),
    'Shift Time': o.shift,
    'Hrs/Wk': o.hoursPerWeek,
    'Wks/Contract': o.weeks,
    'Start Date': day(o.start),
    Status: o.status,
    'Submissions Available': submissionsTaken(o),
  }));
  return Papa.unparse(rows);
}

const pages: Record<FeedVendor, { path: string; type: string; write: (offers: readonly VendorOffer[]) => string }> = {
  medloop: { path: '/medloop/jobs.xml', type: 'application/xml', write: asXml },
  careline: { path: '/careline/jobs.json', type: 'application/json', write: asJson },
  nightingale: { path: '/nightingale/jobs.csv', type: 'text/csv', write: asCsv },
};

/** Paths of the vendor site's three feeds, by vendor. */
export const vendorFeedPaths: Record<FeedVendor, string> = {
  medloop: pages.medloop.path,
  careline: pages.careline.path,
  nightingale: pages.nightingale.path,
};

/**
 * The built-in vendor site on loopback: vendors whose job orders change over time, so that new users see real data collection. Three
 * have a plain feed; the others have systems of their own below a path: a portal with a sign-in, the APIs of Trio and LaborEdge, a
 * feed in pages, and staffing orders. Anything else is 404.
 */
export function createVendorSite(now: () => Date): Server {
  const systems = new Map<string, VendorSystem>([
    ['portal', createVendorPortal(now)],
    ['trio', createTrioDouble(now)],
    ['laboredge', createLaborEdgeDouble(now)],
    ['paged', createPagedFeed(now)],
    ['orders', createStaffingOrders(now)],
  ]);
  return createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://vendor.demo');
    const [, first = ''] = url.pathname.split('/');
    const system = systems.get(first);
    if (system) {
      system({ request, response, url, path: url.pathname.slice(first.length + 1) }).catch(() => response.destroy());
      return;
    }
    const vendor = feedVendors.find((name) => pages[name].path === request.url);
    if (request.method !== 'GET' || !vendor) {
      response
        .writeHead(404, { 'content-type': 'text/plain' })
        .end('The feeds of this vendor site: ' + Object.values(vendorFeedPaths).join(', '));
      return;
    }
    const page = pages[vendor];
    response.writeHead(200, { 'content-type': `${page.type}; charset=utf-8` }).end(page.write(offersAt(vendor, now())));
  });
}
