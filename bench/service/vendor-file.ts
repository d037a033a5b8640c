import { seeded } from '#bench/match/noisy-facilities.ts';
import type { AtsValueRow } from '#contract/rows/rows.ts';

/** Distinct facility texts in the vendor's file, as many as in a national VMS. */
const allFacilities = 5000;
const degrees = ['RN', 'LPN', 'CNA', 'PT', 'OT', 'RRT'];
const areas = ['ICU', 'Emergency', 'Telemetry', 'Oncology', 'Pediatrics', 'Labor and Delivery', 'Operating Room', 'Dialysis'];
const settings = ['', ' Step Down', ' Float', ' Night', ' Recovery'];
const shifts = ['3x12 Days', '3x12 Nights', '5x8 Days', '4x10 Days', '5x8 Evenings'];
const saints = ['Mercy', 'Saint Rose', 'Lakeside', 'Valley', 'Summit', 'Riverside', 'Good Hope', 'Northern', 'Cedar', 'Harbor'];
const words = [
  'General',
  'Memorial',
  'Regional',
  'Community',
  'University',
  'Childrens',
  'Heart',
  'Womens',
  'Surgical',
  'County',
];
const kinds = [
  ['Hospital', 'Hosp'],
  ['Medical Center', 'Med Ctr'],
  ['Health Center', 'Health Ctr'],
  ['Clinic', 'Clinic'],
  ['Rehabilitation', 'Rehab'],
] as const;
const towns = ['Ashford', 'Belmont', 'Carver', 'Dalton', 'Easton', 'Fairview', 'Granby', 'Hollis', 'Ironton', 'Jasper', 'Kenton'];
const ends = ['ville', ' Falls', ' Springs', ' Park', ' City', ' Heights', 'burg', ' Lake', ' Grove'];
const states = ['TX', 'CA', 'OH', 'NY', 'FL', 'WA', 'GA', 'CO', 'MN', 'AZ', 'PA', 'MI', 'NC', 'IL', 'VA', 'OR', 'TN', 'MO'];

const of = (list: readonly string[], n: number): string => list[n % list.length] ?? '';

/** The nth facility. The vendor abbreviates names that the ATS spells out. */
function facility(n: number) {
  const [long, short] = kinds[n % kinds.length] ?? kinds[0];
  const stem = `${of(saints, n)} ${of(words, Math.floor(n / 10))}`;
  return {
    name: `${stem} ${long}`,
    sent: `${stem.replace('Saint', 'St.')} ${short}`.toUpperCase(),
    address: `${100 + n} Main Street`,
    city: `${of(towns, n * 7)}${of(ends, Math.floor(n / 11))}`,
    state: of(states, Math.floor(n / 99)),
    zip: String(10_000 + n * 13),
  };
}

/** The agency's own lists: each of the first `facilities` with its full name, degrees, specialties of the first degree, shifts. */
export function atsLists(targetId: number, facilities = allFacilities): Omit<AtsValueRow, 'id'>[] {
  const nowhere = { address: null, city: null, state: null, zip: null };
  const value = (kind: AtsValueRow['kind'], n: number, name: string, parentId: string | null = null) => ({
    targetId,
    kind,
    extId: `${kind}-${n}`,
    name,
    parentId,
    active: true,
    ...nowhere,
  });
  return [
    ...Array.from({ length: facilities }, (_, n) => {
      const { name, address, city, state, zip } = facility(n);
      return { ...value('facility', n, name), address, city, state, zip };
    }),
    ...degrees.map((name, n) => value('degree', n, name)),
    ...areas.flatMap((area, a) => settings.map((end, s) => value('specialty', a * 10 + s, area + end, 'degree-0'))),
    ...shifts.map((name, n) => value('shift', n, name)),
  ];
}

const said = 'weekend float to sister units badge fee quickly holiday block experience local flu shot required call back'.split(
  ' ',
);

/** A vendor's CSV file of `jobs` orders at the first `facilities`. The same numbers give the same file. */
export function vendorFile(jobs: number, facilities = allFacilities): string {
  const lines = [
    'Job ID,Title,Facility,Address,City,State,Zip,Degree,Specialty,Shift,Bill Rate,Start Date,Weeks,Positions,Unit,Note',
  ];
  const random = seeded(20_261_121);
  const upTo = (most: number) => Math.floor(random() * most);
  for (let n = 0; n < jobs; n++) {
    const { sent, address, city, state, zip } = facility(upTo(facilities));
    const specialty = of(areas, upTo(areas.length)) + of(settings, upTo(settings.length));
    const start = new Date(Date.UTC(2026, 11, 1) + upTo(200) * 86_400_000).toISOString().slice(0, 10);
    const rate = 40 + upTo(320) / 4;
    const note = Array.from({ length: 3 }, () => of(said, upTo(said.length))).join(' ');
    lines.push(
      `VMS-${700_000 + n * 3},Travel Nurse,${sent},${address},${city},${state},${zip},${of(degrees, upTo(degrees.length))},${specialty},${of(shifts, upTo(shifts.length))},${rate},${start},${4 + upTo(22)},${1 + upTo(3)},Unit ${upTo(90)},${note}`,
    );
  }
  return `${lines.join('\n')}\n`;
}
