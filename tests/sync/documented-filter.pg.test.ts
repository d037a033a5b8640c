import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { savePrefs } from '#contract/people/users.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapValueRow, TargetRow } from '#contract/rows/rows.ts';
import { listStaging } from '#contract/staging/staging-list.ts';
import { jobQuerySchema } from '#domain/job-list/job-query.ts';
import { flag } from '#domain/jobs/flags.ts';
import { inZone } from '#domain/query/condition.ts';
import { conditionOf } from '#domain/query/condition-of.ts';
import { dayNumber } from '#domain/query/day-number.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import { printQuery } from '#domain/query/print-query.ts';
import { filterChips, type JobFilter } from '#domain/staging/documented-filter.ts';
import { writeRows } from '#server/feed/publish.ts';
import { zipTable } from '#server/kit/lib/zip-places.ts';
import { createGrid, type GridNews } from '#src/workers/grid/grid-api.ts';
import { fill, openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import { storeKey } from '#tests/doubles/sync/tab.ts';
import { aFacility, aJob, aTarget, aValue } from '#tests/support/factories/job-factory.ts';
import { jobMatches } from '#tests/support/query/filter-reference.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { somePosts, withPosts } from '#tests/support/worlds/random-posts.ts';

// The documented filter means one thing: the service's call, a device's grid and a plain function over single jobs agree on the rows.

const seed = Number(process.env['FUZZ_SEED'] ?? 20_261);
const zone = 'America/Los_Angeles';
const now = new Date('2026-11-23T05:30:00.000Z'); // still the 22nd there
const today = '2026-11-22';
const targets: readonly TargetRow[] = [
  aTarget({ maps: ['facility', 'specialty'] }),
  aTarget({ id: 2, name: 'Second', maps: ['facility', 'degree', 'specialty', 'shift'] }),
];
const kinds = ['facility', 'degree', 'specialty', 'shift'] as const;
/** Vendor texts: of each kind one mapped for sure, one less so, one with only a suggestion, one without anything. */
const values: readonly MapValueRow[] = kinds.flatMap((kind, k) => [
  aValue(10 * k + 11, kind, { mappedId: `A-${kind}`, how: 'person', certainty: 97 }),
  aValue(10 * k + 12, kind, { mappedId: `B-${kind}`, how: 'person', certainty: [80, 89.5, 90, 79.9][k] ?? null }),
  aValue(10 * k + 13, kind, { suggestedId: `A-${kind}`, certainty: 60 }),
  aValue(10 * k + 14, kind),
]);

const maybe = <T>(...given: T[]) => fc.option(fc.constantFrom(...given), { freq: 4 });
const instants = fc.constantFrom(
  '2026-11-21T07:59:59.999Z',
  '2026-11-21T08:00:00.000Z',
  '2026-11-22T07:59:00.000Z',
  '2026-11-22T08:00:00.000Z',
  '2026-11-23T05:00:00.000Z',
  '2026-10-01T12:00:00.000Z',
);
const anyJob = fc
  .record({
    facility: maybe('Mercy General', 'MERCY 100%_x', 'St. Rose', 'a\\b'),
    degree: maybe('RN', 'LPN', 'rn'),
    specialty: maybe('ICU', 'Med/Surg', 'ER'),
    shift: maybe('3x12 Nights', 'Days'),
    city: maybe('Reno', 'Sparks', 'San Jose'),
    state: maybe('NV', 'nv', 'CA', 'TX'),
    zip: maybe('89501', '89431-1234', '95814', '10001', 'K1A 0B1', '00000', 'unknown'),
    association: maybe('AMN', 'Aya'),
    alias: maybe('North', 'south'),
    status: fc.constantFrom(
      'Open' as const,
      'Open' as const,
      'Filled' as const,
      'On Hold' as const,
      'Closed' as const,
      'Cancelled' as const,
    ),
    workType: fc.constantFrom(1 as const, 2 as const, 3 as const),
    sourceId: fc.constantFrom(3, 4),
    startDate: maybe('2026-12-01', '2026-11-30', '2027-01-04'),
    postedAt: maybe('2026-11-20', '2026-11-21', '2026-11-21T07:00:00.000Z', '2026-11-22T08:30:00.000Z'),
    firstSeenAt: instants,
    changedAt: instants,
    chgMap: fc
      .subarray([flag.hidden, flag.onHold, flag.manuallyCancelled, flag.billRateManual])
      .map((bits) => bits.reduce((a, b) => a | b, 0)),
    facilityValueId: maybe(11, 12, 13, 14, 99),
    degreeValueId: maybe(21, 22, 23, 24),
    specialtyValueId: maybe(31, 32, 33, 34),
    shiftValueId: maybe(41, 42, 43, 44),
    facilityMap: fc.constantFrom(null, null, null, 'A-facility', 'gone'),
    shiftMap: fc.constantFrom(null, null, 'A-shift'),
    posts: somePosts(3),
  })
  .map(
    ({ posts, ...over }) =>
      (id: number): JobRow =>
        withPosts(aJob({ ...over, id, providerJobId: `HV-${id}` }), posts),
  );
const jobs: readonly JobRow[] = fc.sample(anyJob, { seed, numRuns: 150 }).map((make, i) => make(i + 1));

const often = <T>(none: T, ...given: T[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(none) }, { weight: 3, arbitrary: fc.constantFrom(...given) });
const code = fc.constantFrom(1 as const, 2 as const);
const optionally = <T>(given: fc.Arbitrary<T>) => fc.option(given, { nil: undefined, freq: 2 });
const anyFilter: fc.Arbitrary<JobFilter> = fc
  .record({
    all: often<0 | 1>(1, 0),
    fmapped: often<0 | 1 | 2>(0, 1, 2),
    dmapped: optionally(code),
    smapped: often<0 | 1 | 2>(0, 1, 2),
    shmapped: often<0 | 1 | 2>(0, 0, 1, 2),
    mappingStatus: often<0 | 1 | 2>(0, 1, 2),
    imported: often<0 | 2>(0, 0, 2),
    jstatus: fc.constantFrom(0, 0, 0, 1, 2, 3, 4, 5),
    newjobs: often<0 | 9 | 10>(0, 9, 10),
    sdate: often('', '2026-11-21', '2026-11-22', '2026-12-01'),
    edate: often('', '2026-11-21', '2026-11-22', '2026-12-01'),
    vendorStatus: often('', 'open', 'Filled, on hold'),
    submitted: often<0 | 1 | 2>(0, 1, 2),
    wt: often<0 | 1 | 2 | 3>(0, 0, 1, 2, 3),
    sid: often(-1, 0, 3, 4),
    certainty: often<'' | 'low' | 'middle' | 'high'>('', 'low', 'middle', 'high'),
    posted: often('', '', '2026-11-20', '2026-11-21', '2026-11-22'),
    changed: often('', '', '2026-11-21', '2026-11-22'),
    client: often('', '', 'mercy', '100%_', 'st. ROSE', '\\'),
    cert: often('', '', 'rn', 'LPN'),
    spec: often('', '', 'icu', 'med/'),
    city: often('', '', 'reno', 'san jose'),
    state: often('', '', 'nv', 'Texas', 'NV, CA'),
    association: often('', '', 'a', 'amn'),
    alias: often('', '', 'NORTH'),
    jid: often('', '', 'hv-1', '12'),
    zip: often('', '', '89501', '894', '95814', '1234'),
    distance: often(0, 10, 150),
  })
  // Start and end in order: the query bar reads a range in either order, and the documents do not say.
  .map((filter) =>
    filter.sdate !== '' && filter.edate !== '' && filter.sdate > filter.edate ? { ...filter, edate: '' } : filter,
  )
  .map((filter) => ({ ...filter, jstatus: filter.jstatus as 0, distance: /^\d{5}$/.test(filter.zip) ? filter.distance : 0 }));

/** Few keys at once, so that some jobs are left. Those that depend on each other stay together. */
const groups: readonly (readonly (keyof JobFilter)[])[] = [
  ['newjobs', 'jstatus', 'sdate', 'edate'],
  ['zip', 'distance'],
  ['mappingStatus', 'smapped'],
  ['fmapped', 'certainty'],
];
const fewKeys: fc.Arbitrary<JobFilter> = anyFilter.chain((filter) => {
  const grouped = new Set(groups.flat());
  const alone = (Object.keys(filter) as (keyof JobFilter)[]).filter((key) => !grouped.has(key)).map((key) => [key]);
  return fc
    .subarray([...groups, ...alone], { maxLength: 4 })
    .map((keys) => Object.fromEntries(keys.flat().map((key) => [key, filter[key]])) as JobFilter);
});

let service: TestService;
let recruiter: string;
let grid: ReturnType<typeof createGrid>;
beforeAll(async () => {
  service = await startTestService({ at: now });
  const rows = [
    ...targets.map((row) => ({ collection: 'target' as const, row })),
    ...kinds.map((kind, i) => ({ collection: 'atsValue' as const, row: aFacility(i + 1, kind, { kind, extId: `A-${kind}` }) })),
    ...values.map((row) => ({ collection: 'mapValue' as const, row, extra: { key: row.text } })),
    ...jobs.map((row) => ({ collection: 'job' as const, row })),
  ];
  await service.services.db.transaction().execute((tx) => writeRows(tx, service.people.north, rows));
  recruiter = await service.signIn('recruiter');
  await service.call(savePrefs, { userTimezone: zone }, recruiter);
  const store = await openDeviceStore();
  await fill(store, rows as Parameters<typeof fill>[1]);
  grid = createGrid(
    async () => ({ ...store, close: () => undefined }),
    async () => zipTable(),
  );
  const news: GridNews[] = [];
  await grid.open(storeKey, (one) => news.push(one));
  await until(() => news.at(-1)?.ready === true);
  grid.show({ kind: 'near', column: 'zip', zip: '89501', miles: 1 }, []);
  await until(() => news.at(-1)?.near?.state === 'ready');
});
afterAll(async () => {
  grid.close();
  await service.close();
});

const until = (holds: () => boolean) =>
  vi.waitFor(() => {
    if (!holds()) throw new Error('the grid has not said so yet');
  }, 20_000);

const listed = async (filter: JobFilter, targetId: number): Promise<number[]> => {
  const args = { cust: 'me', targetId, pageSize: 1000, page: 1, sourceId: -1, ...filter };
  return (await service.call(listStaging, args, recruiter)).map(({ id }) => id).sort((a, b) => a - b);
};

function onDevice(filter: JobFilter, target: TargetRow): number[] {
  const schema = jobQuerySchema(target, dayNumber(today) ?? 0);
  const written = printQuery(filterChips(filter), schema);
  const { chips, problems } = parseQuery(written, schema);
  expect(problems).toEqual([]);
  const { count } = grid.show(inZone(conditionOf(chips, schema, today), zone), [{ key: 'id' }]);
  return [...grid.ids(0, count)];
}

test('any filter finds the same jobs by the call, in the grid of a device, and by a plain function', async () => {
  const found = { none: 0, some: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 4, arbitrary: fewKeys }, { weight: 1, arbitrary: anyFilter }),
      fc.constantFrom(...targets),
      async (filter, target) => {
        const world = { target, values: new Map(values.map((value) => [value.id, value])), now, zone };
        const expected = jobs.filter((job) => jobMatches(job, filter, world)).map(({ id }) => id);
        expect(onDevice(filter, target)).toEqual(expected);
        expect(await listed(filter, target.id)).toEqual(expected);
        found[expected.length === 0 ? 'none' : 'some']++;
      },
    ),
    { seed, numRuns: 120 },
  );
  expect(found.some).toBeGreaterThan(50);
});

test('each key alone finds some jobs and leaves out others', async () => {
  const single = fc.sample(anyFilter, { seed, numRuns: 200 });
  const keys = Object.keys(single[0] ?? {}) as (keyof JobFilter)[];
  for (const key of keys) {
    const counts = new Set<number>();
    for (const filter of new Map(single.map((one) => [JSON.stringify(one[key]), one])).values()) {
      const alone: JobFilter = { all: 1, ...(key === 'distance' ? { zip: '89501' } : {}), [key]: filter[key] };
      counts.add((await listed(alone, 1)).length);
    }
    expect(counts.size, key).toBeGreaterThan(1);
  }
});
