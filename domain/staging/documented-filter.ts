import type { StagingFilter } from '#contract/staging/staging-list.ts';
import { mapKinds } from '../jobs/mapping-of.ts';
import type { SingleChip, Span } from '../query/chip.ts';
import { isZip, nearZip } from '../query/near.ts';
import { asStateCode } from '../query/plain-state.ts';
import type { QueryField } from '../query/query-schema.ts';

/** The keys of the documented filter that choose jobs. The sort order does not. */
export type JobFilter = Omit<Partial<StagingFilter>, 'sort'>;
export type FilterKey = keyof JobFilter;

/** Some keys of the filter and the parts of a query that they stand for. The keys of one entry belong together. */
export type FilterPart = {
  readonly keys: readonly FilterKey[];
  readonly chips: (filter: JobFilter) => readonly SingleChip[];
};

/** Fields of a job that the schema of the query must know apart from their keys. */
export const filterFields: readonly QueryField[] = [{ key: 'zip', label: 'Zip', type: 'text', starts: true }];

/** Texts of the filter with the fields of a job in which they are searched. */
export const filterTexts = {
  client: 'facility',
  cert: 'degree',
  spec: 'specialty',
  shift: 'shift',
  city: 'city',
  association: 'association',
  alias: 'alias',
  jid: 'providerJobId',
} as const satisfies Partial<Record<FilterKey, string>>;
export type FilterTextKey = keyof typeof filterTexts;
export const filterTextKeys = Object.keys(filterTexts) as FilterTextKey[];

/** The flags of the four kinds of mapping. */
export const mappedKeys = { facility: 'fmapped', degree: 'dmapped', specialty: 'smapped', shift: 'shmapped' } as const;

/** Names after `is:` of the documented job statuses. A minus before the name excludes. */
const statusNames = { 1: '-posted', 2: 'open', 3: 'cancelled', 4: 'held', 5: 'hidden' } as const;

/**
 * The filter with the documented rules: new jobs of the last day are open ones, and among new jobs canceled, held and
 * hidden ones cannot be asked for.
 */
export function ruledFilter(filter: JobFilter): JobFilter {
  const { newjobs = 0, jstatus = 0 } = filter;
  if (newjobs === 9) return { ...filter, jstatus: 2 };
  return newjobs !== 0 && jstatus > 2 ? { ...filter, jstatus: 0 } : filter;
}

/** Every part of the documented filter, in the order of its chips. */
export const filterParts: readonly FilterPart[] = [
  { keys: ['all'], chips: ({ all, jstatus }) => (all === 1 || jstatus === 5 ? [] : [named('-hidden')]) },
  { keys: ['mappingStatus'], chips: ({ mappingStatus = 0 }) => mappingOf(mappingStatus, 'unmapped') },
  ...mapKinds.map(
    (kind): FilterPart => ({
      keys: [mappedKeys[kind]],
      chips: (filter) => mappingOf(filter[mappedKeys[kind]] ?? 0, `no${kind}`),
    }),
  ),
  { keys: ['imported'], chips: ({ imported }) => (imported === 2 ? [named('posted')] : []) },
  { keys: ['jstatus'], chips: ({ jstatus = 0 }) => (jstatus === 0 ? [] : [named(statusNames[jstatus])]) },
  { keys: ['vendorStatus'], chips: ({ vendorStatus }) => exactly('status', listed(vendorStatus)) },
  {
    keys: ['submitted'],
    chips: ({ submitted = 0 }) => (submitted === 0 ? [] : [named(submitted === 1 ? 'submitted' : '-submitted')]),
  },
  { keys: ['wt'], chips: ({ wt = 0 }) => (wt === 0 ? [] : [numbers('workType', { op: '=', value: wt })]) },
  { keys: ['sid'], chips: ({ sid = 0 }) => (sid < 1 ? [] : [numbers('sourceId', { op: '=', value: sid })]) },
  {
    keys: ['certainty'],
    chips: ({ certainty = '' }) => certaintySpans[certainty].map((span) => numbers('facilityCertainty', span)),
  },
  { keys: ['posted'], chips: ({ posted }) => days('postedAt', posted, undefined) },
  { keys: ['changed'], chips: ({ changed }) => days('changedAt', changed, undefined) },
  { keys: ['newjobs', 'sdate', 'edate'], chips: dates },
  ...filterTextKeys.map((key): FilterPart => ({ keys: [key], chips: (filter) => containing(filterTexts[key], filter[key]) })),
  { keys: ['state'], chips: ({ state }) => exactly('state', listed(state).map(asStateCode)) },
  { keys: ['zip', 'distance'], chips: place },
];

/** The parts of a query that find the same jobs as the documented filter. Joined by "and". */
export function filterChips(filter: JobFilter): SingleChip[] {
  const ruled = ruledFilter(filter);
  return filterParts.flatMap(({ chips }) => chips(ruled));
}

/** Documented classes of certainty. */
const certaintySpans: Record<'' | 'low' | 'middle' | 'high', readonly Span<number>[]> = {
  '': [],
  low: [{ op: '<', value: 80 }],
  middle: [
    { op: '>=', value: 80 },
    { op: '<', value: 90 },
  ],
  high: [{ op: '>=', value: 90 }],
};

function named(name: string): SingleChip {
  const not = name.startsWith('-');
  return { not, kind: 'named', of: 'is', names: [not ? name.slice(1) : name] };
}

/** `missing` is the name after `is:` of the jobs that are not mapped. */
function mappingOf(state: 0 | 1 | 2, missing: string): SingleChip[] {
  if (state === 0) return [];
  if (missing === 'unmapped') return [named(state === 1 ? 'mapped' : missing)];
  return [named(state === 1 ? `-${missing}` : missing)];
}

const numbers = (field: string, span: Span<number>): SingleChip => ({ not: false, kind: 'number', field, spans: [span] });

function containing(field: string, text: string | undefined): SingleChip[] {
  return text === undefined || text.trim() === ''
    ? []
    : [{ not: false, kind: 'text', field, exact: false, values: [text.trim()] }];
}

const exactly = (field: string, values: readonly string[]): SingleChip[] =>
  values.length === 0 ? [] : [{ not: false, kind: 'text', field, exact: true, values }];

const listed = (text = ''): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function days(field: string, from: string | undefined, to: string | undefined): SingleChip[] {
  if (!from && !to) return [];
  const end = (day: string | undefined) => (day ? { kind: 'on' as const, day } : null);
  return [{ not: false, kind: 'date', field, spans: [{ op: '..', from: end(from), to: end(to) }] }];
}

function dates({ newjobs = 0, sdate, edate }: JobFilter): SingleChip[] {
  if (newjobs === 0) return days('startDate', sdate, edate);
  if (newjobs === 10) return days('firstSeenAt', sdate, edate);
  const sinceYesterday: SingleChip = {
    not: false,
    kind: 'date',
    field: 'firstSeenAt',
    spans: [{ op: '<=', value: { kind: 'age', days: 1 } }],
  };
  return [sinceYesterday, ...days('startDate', sdate, edate)];
}

/** Miles need a whole zip code; without miles, its first characters are enough. */
function place({ zip = '', distance = 0 }: JobFilter): SingleChip[] {
  if (distance === 0 || !isZip(zip)) return containing('zip', zip);
  return [{ not: false, ...nearZip(zip, distance) }];
}
