import { zipPlaces } from '#server/kit/lib/zip-places.ts';
import { seededRandom } from './random.ts';

/** A facility of the demo world, with its name in the agency's ATS. */
export type DemoFacility = { id: number; name: string; address: string; city: string; state: string; zip: string };
type Term = { id: number; name: string };
export type DemoSpecialty = Term & { degreeId: number; sentAs: readonly string[] };
export type DemoDegree = Term & { sentAs: readonly string[] };

const founders = [
  'Aldermere',
  'Briarwood',
  'Calloway',
  'Dunmore',
  'Eastlake',
  'Fairhaven',
  'Glenrock',
  'Harrowgate',
  'Ironwood',
  'Juniper',
].concat(
  [
    'Kingsbury',
    'Larkspur',
    'Maplecrest',
    'Northgate',
    'Oakhaven',
    'Pinebrook',
    'Quarry Hill',
    'Ridgeview',
    'Stonebridge',
    'Thornbury',
  ],
  [
    'Saint Brendan',
    'Saint Odile',
    'Saint Perpetua',
    'Saint Casimir',
    'Mount Calvary',
    'Holy Harbor',
    'Good Shepherd',
    'Mercy Point',
  ],
);
const kinds = [
  'Medical Center',
  'Regional Hospital',
  'Community Hospital',
  'Memorial Hospital',
  'Health Center',
  'Rehabilitation Hospital',
  'Hospital',
];
const streets = [
  'Main Street',
  'Oak Avenue',
  'Hospital Drive',
  'Lakeview Road',
  'Park Boulevard',
  'Mill Road',
  'Third Avenue',
  'Summit Drive',
];

export const demoDegrees: readonly DemoDegree[] = [
  { id: 1, name: 'Registered Nurse', sentAs: ['RN', 'Registered Nurse', 'R.N.'] },
  { id: 2, name: 'Licensed Practical Nurse', sentAs: ['LPN', 'LPN/LVN', 'Licensed Practical Nurse'] },
  { id: 3, name: 'Certified Nursing Assistant', sentAs: ['CNA', 'Nurse Aide', 'Cert. Nursing Asst'] },
  { id: 4, name: 'Respiratory Therapist', sentAs: ['RRT', 'Resp Therapist', 'Respiratory'] },
  { id: 5, name: 'Physical Therapist', sentAs: ['PT', 'Physical Therapist'] },
  { id: 6, name: 'Surgical Technologist', sentAs: ['CST', 'Surg Tech', 'Surgical Technologist'] },
  { id: 7, name: 'Radiologic Technologist', sentAs: ['RT(R)', 'Rad Tech', 'X-Ray Tech'] },
  { id: 8, name: 'Medical Laboratory Scientist', sentAs: ['MLS', 'Med Lab Scientist'] },
];

const specialty = (id: number, degreeId: number, name: string, ...sentAs: string[]): DemoSpecialty => ({
  id,
  degreeId,
  name,
  sentAs: [name, ...sentAs],
});
export const demoSpecialties: readonly DemoSpecialty[] = [
  specialty(101, 1, 'Intensive Care Unit', 'ICU', 'Critical Care'),
  specialty(102, 1, 'Medical-Surgical', 'Med Surg', 'MS', 'Med/Surg'),
  specialty(103, 1, 'Telemetry', 'Tele', 'MS/Tele'),
  specialty(104, 1, 'Emergency Department', 'ER', 'ED', 'Emergency'),
  specialty(105, 1, 'Labor and Delivery', 'L&D', 'Labor & Delivery'),
  specialty(106, 1, 'Operating Room', 'OR', 'Periop - OR'),
  specialty(107, 1, 'Post Anesthesia Care Unit', 'PACU'),
  specialty(108, 1, 'Progressive Care Unit', 'PCU', 'Step Down'),
  specialty(109, 1, 'Neonatal Intensive Care', 'NICU'),
  specialty(110, 1, 'Cardiac Catheterization Lab', 'Cath Lab', 'CCL'),
  specialty(201, 2, 'Long Term Care', 'LTC'),
  specialty(202, 2, 'Skilled Nursing', 'SNF'),
  specialty(301, 3, 'Acute Care Aide', 'Acute'),
  specialty(401, 4, 'Adult Respiratory', 'Adult RT'),
  specialty(501, 5, 'Acute Care Therapy', 'Acute PT'),
  specialty(502, 5, 'Outpatient Therapy', 'OP Ortho'),
  specialty(601, 6, 'General Surgery', 'General', 'Gen Surg'),
  specialty(701, 7, 'Diagnostic Radiology', 'Diagnostic', 'X-Ray'),
  specialty(801, 8, 'Generalist', 'Core Lab'),
];

export const demoShifts: readonly Term[] = [
  { id: 1, name: '12h Days 07:00-19:00' },
  { id: 2, name: '12h Nights 19:00-07:00' },
  { id: 3, name: '8h Days 07:00-15:00' },
  { id: 4, name: '8h Evenings 15:00-23:00' },
  { id: 5, name: '8h Nights 23:00-07:00' },
  { id: 6, name: '10h Days 07:00-17:00' },
];

/** States of military post offices, which have zip codes but no hospitals. */
const military = new Set(['AA', 'AE', 'AP']);

/** The demo ATS's clients: `count` facilities with invented names at real places. */
export function demoFacilities(count: number): DemoFacility[] {
  const random = seededRandom(20_26);
  const places = Object.values(zipPlaces()).filter((place) => place.country === 'US' && !military.has(place.state));
  const taken = new Set<string>();
  const facilities: DemoFacility[] = [];
  while (facilities.length < count) {
    const place = random.pick(places);
    const lead = random.next() < 0.25 ? place.city : random.pick(founders);
    const name = `${lead} ${random.pick(kinds)}`;
    const key = `${name}|${place.state}`;
    if (taken.has(key)) continue;
    taken.add(key);
    const address = `${100 + random.int(8900)} ${random.pick(streets)}`;
    facilities.push({ id: 1000 + facilities.length, name, address, city: place.city, state: place.state, zip: place.zip });
  }
  return facilities;
}
