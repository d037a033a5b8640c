import type { GridSchema, StoredColumn } from '#src/workers/columns/grid-schema.ts';

export type SampleJob = { readonly id: number; readonly [key: string]: string | number };

const FIRST = ['Mercy', 'Saint Rose', 'Lakeside', 'Valley', 'Summit', 'Riverside', 'Good Hope', 'Northern', 'Cedar', 'Harbor'];
const SECOND = [
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
const KIND = ['Hospital', 'Medical Center', 'Health Center', 'Clinic', 'Rehabilitation'];
const AREA = [
  'Intensive Care',
  'Emergency',
  'Telemetry',
  'Oncology',
  'Pediatrics',
  'Labor And Delivery',
  'Operating Room',
  'Dialysis',
];
const SETTING = ['Unit', 'Step Down Unit', 'Float Unit', 'Ward', 'Clinic', 'Home', 'School', 'Transport', 'Night', 'Recovery'];
const STATES = Array.from(
  { length: 50 },
  (_, i) => String.fromCharCode(65 + (i % 25)) + String.fromCharCode(65 + ((i * 7) % 26)),
);
const NOTE =
  'weekend float to sister units badge fee start quickly holiday block charge experience local rate flu shot required call back'.split(
    ' ',
  );

const texts = [
  'providerJobId',
  'title',
  'status',
  'facility',
  'address',
  'city',
  'state',
  'zip',
  'unit',
  'degree',
  'specialty',
  'shift',
  'source',
  'vms',
  'msp',
  'coordinator',
  'hiringManager',
  'buyer',
  'note',
  'licenses',
  'experience',
  'association',
  'alias',
  'parentJobId',
  'currency',
  'postState',
  'externalJobId',
  'shiftStart',
  'shiftEnd',
] as const;
const days = ['startDate', 'endDate'] as const;
const instants = ['postedAt', 'firstSeenAt', 'changedAt'] as const;
const rates = [
  'billRate',
  'localRate',
  'otRate',
  'minBillRate',
  'holidayRate',
  'callbackRate',
  'chargeRate',
  'onCallRate',
  'orientationRate',
  'permFee',
  'feePercentage',
  'travelStipend',
  'mealStipend',
  'lodgingStipend',
  'payPerHour',
  'payPerWeek',
] as const;
const wholes = [
  'taskId',
  'sourceId',
  'positions',
  'hoursPerShift',
  'shiftsPerWeek',
  'hoursPerWeek',
  'guaranteedHours',
  'durationDays',
  'certainty',
] as const;
const typed = (keys: readonly string[], type: StoredColumn['type']): StoredColumn[] => keys.map((key) => ({ key, type }));

/** Sixty columns, as in staged jobs. */
export const sampleSchema: GridSchema = {
  id: 'id',
  columns: [
    ...typed(['id'], 'number'),
    ...typed(texts, 'text'),
    ...typed(days, 'date'),
    ...typed(instants, 'instant'),
    ...typed(rates, 'number'),
    ...typed(wholes, 'number'),
    ...typed(['chgMap'], 'bits'),
  ],
};

/** Columns that a screen shows at once. */
export const shownKeys = [
  'id',
  'facility',
  'city',
  'state',
  'degree',
  'specialty',
  'shift',
  'billRate',
  'localRate',
  'startDate',
  'endDate',
  'durationDays',
  'status',
  'certainty',
  'hoursPerWeek',
  'vms',
  'coordinator',
  'positions',
  'unit',
  'note',
];

/** Small and repeatable: a seed gives the same jobs in page and worker (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Jobs from `from` (inclusive) to `to` (exclusive). An id always gives the same job. */
export function sampleJobs(from: number, to: number): SampleJob[] {
  return Array.from({ length: to - from }, (_, i) => sampleJob(from + i + 1));
}

/** Facilities: name, address, city, state and zip code belong together. */
export const places = 5000;
export const zipOf = (place: number): string => String(10_000 + place * 13);

function sampleJob(id: number): SampleJob {
  const random = randomFrom(id * 2_654_435_761);
  const upTo = (n: number) => Math.floor(random() * n);
  const of = (list: readonly string[], n = upTo(list.length)) => list[n % list.length] ?? '';
  const place = upTo(places);
  const day = 20_500 + upTo(300);
  const length = 28 + 7 * upTo(20);
  const job: Record<string, string | number> = {
    providerJobId: `VMS-${(id * 7919) % 99_999_989}`,
    title: `Travel ${of(SETTING)} Nurse`,
    status: of(['Open', 'Open', 'Open', 'Filled', 'Closed', 'Cancelled']),
    facility: `${of(FIRST, place)} ${of(SECOND, Math.floor(place / 10))} ${of(KIND, Math.floor(place / 100))} ${1 + Math.floor(place / 500)}`,
    address: `${100 + place} ${of(FIRST, place)} Street`,
    city: `${of(FIRST, place * 3)} City ${place % 700}`,
    state: of(STATES, place),
    zip: zipOf(place),
    unit: `Unit ${upTo(90)}`,
    degree: of(['RN', 'LPN', 'CNA', 'PT', 'OT', 'RRT']),
    specialty: `${of(AREA)} ${of(SETTING)} ${upTo(4)}`,
    shift: of(['3x12 Days', '3x12 Nights', '5x8 Days', '4x10 Days', '5x8 Evenings']),
    note: `${Array.from({ length: 9 }, () => of(NOTE)).join(' ')} ${upTo(1000)}`,
    externalJobId: upTo(3) === 0 ? `ATS${id}` : '',
  };
  for (const [i, key] of texts.entries()) job[key] ??= `${key} ${upTo(4 + i * i)}`;
  for (const [i, key] of days.entries()) job[key] = isoDay(day + i * length);
  for (const key of instants) job[key] = new Date((20_500 + upTo(300)) * 86_400_000 + upTo(86_400_000)).toISOString();
  for (const key of rates) job[key] = 40 + upTo(320) / 4;
  for (const key of wholes) job[key] = upTo(100);
  return { ...job, chgMap: upTo(2) === 0 ? 0 : 1 << upTo(18), id };
}

const isoDay = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
