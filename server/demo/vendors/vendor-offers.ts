import { submissionsOpen } from '#domain/staging/submission-available.ts';
import { seededRandom } from '../world/random.ts';
import { type DemoFacility, demoDegrees, demoFacilities, demoSpecialties } from '../world/world.ts';

/** One offer of the built-in vendor site, with texts as vendors write them, noise included. */
export type VendorOffer = {
  id: string;
  facility: DemoFacility;
  facilityText: string;
  degree: string;
  specialty: string;
  shift: string;
  hoursPerWeek: number;
  weeks: number;
  billRate: number;
  positions: number;
  start: Date;
  openedAt: Date;
  /** When its rate was raised, it was filled, or else when it opened. */
  modifiedAt: Date;
  status: 'Open' | 'Filled';
};

/** Vendors with a plain feed. */
export const feedVendors = ['medloop', 'careline', 'nightingale'] as const;
export type FeedVendor = (typeof feedVendors)[number];
/** All vendors. Those after the feeds have systems of their own. A vendor's place decides its offers: new ones go to the end. */
const vendors = [...feedVendors, 'crestview', 'trio', 'laboredge', 'derived', 'orders', 'lakeside', 'redwood'] as const;
type Vendor = (typeof vendors)[number];

const shifts = [
  '12hr Nights',
  '12 hr days',
  '07:00AM - 07:00PM',
  '07:00PM - 07:30AM',
  '8hr Eve',
  '10hr Day',
  '5x8 Days',
  '3x12 Nights',
];
const shorter: [RegExp, string][] = [
  [/\bSaint\b/, 'St.'],
  [/\bMount\b/, 'Mt'],
  [/Medical Center/, 'Med Ctr'],
  [/Regional/, 'Reg'],
  [/Hospital/, 'Hosp'],
  [/Community/, 'Comm'],
  [/Memorial/, 'Mem'],
  [/Rehabilitation/, 'Rehab'],
  [/Health Center/, 'HC'],
];

const minute = 60_000;
/** The longest time that an offer is listed. Some are filled earlier. */
const lifeMinutes = 3 * 24 * 60;
/** Minutes between new offers of each vendor. */
const everyMinutes: Record<Vendor, number> = {
  medloop: 20,
  careline: 45,
  nightingale: 35,
  crestview: 60,
  trio: 50,
  laboredge: 15,
  derived: 40,
  orders: 90,
  lakeside: 6 * 60,
  redwood: 6 * 60,
};

/**
 * The offers of a vendor at an instant. A pure function of time: offers open, change their rate, fill and disappear as time
 * passes, identically for all callers, with nothing stored.
 */
export function offersAt(vendor: Vendor, now: Date): VendorOffer[] {
  const step = everyMinutes[vendor] * minute;
  const newest = Math.floor(now.getTime() / step);
  const oldest = newest - Math.floor((lifeMinutes * minute) / step);
  const offers: VendorOffer[] = [];
  for (let n = newest; n > oldest; n--) {
    const offer = offerNumber(vendor, n, new Date(n * step), now);
    if (offer) offers.push(offer);
  }
  return vendor === 'nightingale' ? [...offers, ...resoldOffers(now)] : offers;
}

/** One of so many Medloop offers is also listed by Nightingale. */
const resoldOneOf = 24;
/** What Nightingale keeps of the bill rate. */
const resellersFee = 2;

/** The open offers of Medloop that Nightingale resells: the same orders under the same numbers, at another rate. */
function resoldOffers(now: Date): VendorOffer[] {
  return offersOfAgency(offersAt('medloop', now), resoldOneOf)
    .filter(({ status }) => status === 'Open')
    .map((offer) => ({
      ...offer,
      id: `NI-${offerNumberOf(offer)}`,
      billRate: Math.round((offer.billRate - resellersFee) * 100) / 100,
    }));
}

/** The running number of an offer. */
export const offerNumberOf = ({ id }: VendorOffer): number => Number(id.replace(/^\D+/, ''));

/** The few offers that a vendor gave out to the demo agency: one of each `oneOf`, the same ones for as long as they are listed. */
export const offersOfAgency = (offers: readonly VendorOffer[], oneOf: number): readonly VendorOffer[] =>
  offers.filter((offer) => offerNumberOf(offer) % oneOf === 0);

/** One of so many offers takes no submissions; those after it take as many as their place says. */
const submissionTurn = 11;
const mostTaken = 3;

/** `SubmissionAvailable` of an offer, as the documents define it: most take submissions without a number, some one to three, a few none. */
export function submissionsTaken({ id }: VendorOffer): number {
  const place = Number.parseInt(id.replace(/^\D+/, ''), 10) % submissionTurn;
  return place <= mostTaken ? place : submissionsOpen;
}

let facilities: readonly DemoFacility[] | undefined;
/** Where the vendors' offers are. Made at the first use, so that the service starts sooner. */
const offerFacilities = (): readonly DemoFacility[] => (facilities ??= demoFacilities(400));

function offerNumber(vendor: Vendor, n: number, openedAt: Date, now: Date): VendorOffer | null {
  const random = seededRandom(n * 31 + vendors.indexOf(vendor) * 7919);
  const age = (now.getTime() - openedAt.getTime()) / minute;
  const takenAfter = random.next() * lifeMinutes * 1.3;
  // Filled offers stay listed for half a day, then disappear without notice, as at real vendors.
  if (age > takenAfter + 12 * 60) return null;
  const facility = random.pick(offerFacilities());
  const specialty = random.pick(demoSpecialties);
  const degree = demoDegrees.find((d) => d.id === specialty.degreeId) ?? random.pick(demoDegrees);
  const raised = age > 24 * 60 ? 1.5 : 0;
  const modified = age > takenAfter ? takenAfter : age > 24 * 60 ? 24 * 60 : 0;
  const start = new Date(openedAt.getTime() + (7 + random.int(35)) * 24 * 60 * minute);
  return {
    id: `${vendor.slice(0, 2).toUpperCase()}-${n}`,
    ...asVendorSees(vendor, facility, random),
    degree: random.pick(degree.sentAs),
    specialty: random.pick(specialty.sentAs),
    shift: random.pick(shifts),
    hoursPerWeek: random.pick([36, 40, 48]),
    weeks: random.pick([8, 13, 13, 13, 26]),
    billRate: Math.round((48 + random.next() * 55 + raised) * 100) / 100,
    positions: 1 + random.int(3),
    start,
    openedAt,
    modifiedAt: new Date(openedAt.getTime() + Math.floor(modified) * minute),
    status: age > takenAfter ? 'Filled' : 'Open',
  };
}

/** Former names of facilities that merged or were sold. Vendors still use them. */
const formerNames = ['General Hospital', 'Care Center', 'Infirmary', 'Health Pavilion', 'Clinic and Hospital'];

/**
 * A facility as one vendor lists it, consistently: most with the address, some without, some under a former name, so that the
 * matcher is certain of many and leaves the rest to people.
 */
function asVendorSees(
  vendor: Vendor,
  facility: DemoFacility,
  noise: ReturnType<typeof seededRandom>,
): { facility: DemoFacility; facilityText: string } {
  const known = seededRandom(facility.id * 131 + vendors.indexOf(vendor));
  const hasAddress = known.next() < 0.55;
  const seen = { ...facility, address: hasAddress ? facility.address : '', zip: known.next() < 0.8 ? facility.zip : '' };
  if (known.next() < 0.22)
    return { facility: seen, facilityText: `${facility.name.split(' ')[0] ?? facility.city} ${known.pick(formerNames)}` };
  return { facility: seen, facilityText: noisyName(facility.name, noise) };
}

function noisyName(name: string, random: ReturnType<typeof seededRandom>): string {
  let text = name;
  for (const [long, short] of shorter) if (random.next() < 0.45) text = text.replace(long, short);
  const look = random.next();
  if (look < 0.35) return text.toUpperCase();
  return look < 0.45 ? `${text} - ${random.pick(['Main Campus', 'Inpatient', 'Tower'])}` : text;
}
