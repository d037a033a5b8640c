import { escapeHtml } from '../loopback/loopback.ts';
import { offersAt, offersOfAgency, submissionsTaken, type VendorOffer } from './vendor-offers.ts';
import { day, type VendorSystem } from './vendor-system.ts';

/** Invented; known to everyone who reads this. */
export const staffingOrdersSignIn = { username: 'orders', password: 'orders-Demo-2026' };
/** The demo agency's: it is given few orders. */
export const staffingOrdersOfAgency = { username: 'agency', password: 'orders-Demo-2027' };

/** Orders of HR-XML 2.5 SIDES: those that changed within the last day. `/one.xml` has one order only, which needs care to be read. */
export function createStaffingOrders(now: () => Date): VendorSystem {
  return async ({ request, response, path }) => {
    const isAgency = request.headers.authorization === basic(staffingOrdersOfAgency);
    if (!isAgency && request.headers.authorization !== basic(staffingOrdersSignIn)) return void response.writeHead(401).end();
    const since = now().getTime() - 24 * 60 * 60_000;
    const all = offersAt('orders', now());
    const changed = (isAgency ? offersOfAgency(all, 4) : all).filter(({ modifiedAt }) => modifiedAt.getTime() >= since);
    if (path !== '/changed.xml' && path !== '/one.xml') return void response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(envelope(path === '/one.xml' ? changed.slice(0, 1) : changed));
  };
}

const basic = ({ username, password }: typeof staffingOrdersSignIn): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

const envelope = (offers: readonly VendorOffer[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Envelope xmlns="http://ns.hr-xml.org/2007-04-15">\n${offers.map(orderOf).join('\n')}\n</Envelope>\n`;

/** An order of the standard, and after it what this vendor adds: the standard has no elements for a degree, a specialty or a shift. */
const orderOf = (o: VendorOffer): string => `<StaffingOrder>
  <OrderId idOwner="Demo" validFrom="${day(o.openedAt)}"><IdValue>${o.id}</IdValue></OrderId>
  <OrderClassification orderType="Order" orderStatus="${o.status}"/><PositionQuantity>${o.positions}</PositionQuantity>
  <StaffingPosition>
    <PositionHeader><PositionTitle>${escapeHtml(`${o.degree} ${o.specialty}`)}</PositionTitle><PositionType>contract</PositionType>
      <PositionDescription>${escapeHtml(`${o.shift} at ${o.facilityText}`)}</PositionDescription></PositionHeader>
    <PositionDateRange><StartDate>${day(o.start)}</StartDate></PositionDateRange>
    <WorkSite><WorkSiteName>${escapeHtml(o.facilityText)}</WorkSiteName><PostalAddress><PostalCode>${o.facility.zip}</PostalCode>
      <Region>${o.facility.state}</Region><Municipality>${escapeHtml(o.facility.city)}</Municipality></PostalAddress></WorkSite>
    <Rates rateType="bill"><Amount>${o.billRate.toFixed(2)}</Amount></Rates>
    <Rates rateType="pay"><Amount>${(o.billRate * 0.68).toFixed(2)}</Amount></Rates>
  </StaffingPosition>
  <Discipline>${escapeHtml(o.degree)}</Discipline><Specialty>${escapeHtml(o.specialty)}</Specialty><Shift>${escapeHtml(o.shift)}</Shift>
  <BillRate>${o.billRate.toFixed(2)}</BillRate><Duration>${o.weeks} weeks</Duration>
  <SubmissionAvailable>${submissionsTaken(o)}</SubmissionAvailable>
</StaffingOrder>`;
