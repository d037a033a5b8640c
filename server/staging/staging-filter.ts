import { type RawBuilder, sql } from 'kysely';
import type { JobField } from '#contract/rows/jobs.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import type { StagingFilter, stagingSorts } from '#contract/staging/staging-list.ts';
import { flag } from '#domain/jobs/flags.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import { likeAnywhere } from '../kit/db/search.ts';
import { zipPlaces } from '../kit/lib/zip-places.ts';

/** The documented filter of the staging grid, with the requested page. */
export type StagingPage = StagingFilter & {
  readonly cust: number;
  readonly targetId: number;
  readonly pageSize: number;
  readonly page: number;
  readonly sourceId: number;
};

type Condition = RawBuilder<unknown>;
type MappedId = (kind: MapKind) => RawBuilder<unknown>;

const dayInMilliseconds = 86_400_000;

/** The SQL conditions of the documented filter on a job `j`. Never empty, since the customer is always one. */
export function whereOf(page: StagingPage, now: Date, mappedId: MappedId): Condition[] {
  const source = page.sourceId > 0 ? page.sourceId : page.sid;
  return [
    sql`j.customer_id = ${page.cust}`,
    sql`not j.deleted`,
    ...when(page.all !== 1, () => sql`((j.row ->> 'chgMap')::int & ${flag.hidden}) = 0`),
    ...given(source, (id) => sql`j.source_id = ${id}`),
    ...textsOf(page),
    ...mappedOf(page, mappedId),
    ...postedOf(page),
    ...given(page.jstatus, (list) => sql`lower(j.status) = any(${list.toLowerCase().split(/\s*,\s*/)}::text[])`),
    ...given(page.wt, (workType) => sql`(j.row ->> 'workType')::int = ${workType}`),
    ...when(
      page.newjobs === 1,
      () => sql`j.row ->> 'firstSeenAt' >= ${new Date(now.getTime() - dayInMilliseconds).toISOString()}`,
    ),
    ...given(page.changed, (day) => sql`j.row ->> 'changedAt' >= ${day}`),
    ...given(page.sdate, (day) => sql`j.row ->> 'startDate' >= ${day}`),
    ...given(page.edate, (day) => sql`j.row ->> 'startDate' <= ${day}`),
    ...given(page.cert, (name) => certaintyIn(name)),
    ...placeOf(page),
  ];
}

const when = (asked: boolean, condition: () => Condition): Condition[] => (asked ? [condition()] : []);

/** A condition for a filter value. A blank value gives none. */
function given<T extends string | number>(value: T | '' | undefined, condition: (value: T) => Condition): Condition[] {
  return value === undefined || value === '' ? [] : [condition(value)];
}

const contains = (field: JobField | 'providerJobId', text: string): Condition =>
  sql`j.row ->> ${field} ilike ${likeAnywhere(text)}`;

function textsOf(page: StagingPage): Condition[] {
  const fields = [
    ['client', 'facility'],
    ['spec', 'specialty'],
    ['shift', 'shift'],
    ['city', 'city'],
    ['association', 'association'],
    ['alias', 'alias'],
    ['jid', 'providerJobId'],
  ] as const;
  const texts = fields.flatMap(([key, field]) => given(page[key], (text) => contains(field, text)));
  return [...texts, ...given(page.state, (state) => sql`lower(j.row ->> 'state') = ${state.toLowerCase()}`)];
}

function mappedOf(page: StagingPage, mappedId: MappedId): Condition[] {
  const asked = { facility: page.fmapped, degree: page.dmapped, specialty: page.smapped, shift: page.shmapped };
  const single = mapKinds.flatMap((kind) =>
    given(asked[kind], (yes) => (yes === 1 ? sql`${mappedId(kind)} is not null` : sql`${mappedId(kind)} is null`)),
  );
  const allMapped = sql`(${sql.join(
    mapKinds.map((kind) => sql`${mappedId(kind)} is not null`),
    sql` and `,
  )})`;
  return [...single, ...given(page.mappingStatus, (status) => (status === 'mapped' ? allMapped : sql`not ${allMapped}`))];
}

function postedOf({ imported, posted, targetId }: StagingPage): Condition[] {
  const done = (since: string | null) => sql`exists (
    select 1 from jsonb_array_elements(j.row -> 'posts') p
    where (p ->> 'targetId')::int = ${targetId} and p ->> 'state' = 'done' and (${since}::text is null or p ->> 'at' >= ${since}))`;
  return [...given(imported, (yes) => (yes === 1 ? done(null) : sql`not ${done(null)}`)), ...given(posted, (day) => done(day))];
}

/** Documented certainty classes: below 80, 80 to below 90, 90 and above. */
function certaintyIn(name: 'low' | 'middle' | 'high'): Condition {
  const certainty = sql`(facility_v.row ->> 'certainty')::float`;
  if (name === 'low') return sql`${certainty} < 80`;
  return name === 'middle' ? sql`(${certainty} >= 80 and ${certainty} < 90)` : sql`${certainty} >= 90`;
}

/** A zip code alone matches as a prefix; with a distance, it matches all zip codes whose center lies within it. */
function placeOf({ zip, distance }: StagingPage): Condition[] {
  if (zip === undefined || zip === '') return [];
  if (distance === undefined || distance === 0) return [sql`starts_with(j.row ->> 'zip', ${zip})`];
  return [sql`left(j.row ->> 'zip', 5) = any(${zipsAround(zip.slice(0, 5), distance)}::text[])`];
}

const earthRadiusMiles = 3958.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function zipsAround(zip: string, miles: number): string[] {
  const places = zipPlaces();
  const centre = places[zip];
  if (!centre) return [];
  const within = (place: typeof centre) => {
    const dLat = radians(place.latitude - centre.latitude);
    const dLon = radians(place.longitude - centre.longitude);
    const h =
      Math.sin(dLat / 2) ** 2 + Math.cos(radians(centre.latitude)) * Math.cos(radians(place.latitude)) * Math.sin(dLon / 2) ** 2;
    return 2 * earthRadiusMiles * Math.asin(Math.sqrt(h)) <= miles;
  };
  return Object.values(places).flatMap((place) => (within(place) ? [place.zip] : []));
}

/** Sortable columns: the job field, and the SQL type to sort by. */
const sortable: Readonly<
  Record<(typeof stagingSorts)[number], { readonly field: JobField | 'source'; readonly type: 'text' | 'float' }>
> = {
  facility: { field: 'facility', type: 'text' },
  city: { field: 'city', type: 'text' },
  state: { field: 'state', type: 'text' },
  degree: { field: 'degree', type: 'text' },
  specialty: { field: 'specialty', type: 'text' },
  shift: { field: 'shift', type: 'text' },
  status: { field: 'status', type: 'text' },
  source: { field: 'source', type: 'text' },
  startDate: { field: 'startDate', type: 'text' },
  endDate: { field: 'endDate', type: 'text' },
  billRate: { field: 'billRate', type: 'float' },
  durationDays: { field: 'durationDays', type: 'float' },
};

/** Sorts by a field, `-` for descending; newest first by default. Ends with the id, so that pages are stable. */
export function orderOf(sort: string | undefined): RawBuilder<unknown> {
  if (!sort) return sql`j.id desc`;
  const column = sortable[sort.replace(/^-/, '') as keyof typeof sortable];
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  return sql`(j.row ->> ${column.field})::${sql.raw(column.type)} ${direction} nulls last, j.id`;
}
