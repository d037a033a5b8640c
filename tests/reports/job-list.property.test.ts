import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import { type ConfigurationBody, reportBase } from '#contract/rows/report-rows.ts';
import type { MapValueRow } from '#contract/rows/rows.ts';
import { defaultNames } from '#domain/job-list/field-names.ts';
import { shownValue } from '#domain/job-list/job-line.ts';
import { JobList, type JobQuestion, type ListGround } from '#domain/job-list/job-list.ts';
import { isSortable } from '#domain/job-list/job-reader.ts';
import { flag } from '#domain/jobs/flags.ts';
import { zipsWithin } from '#domain/places/zip-places.ts';
import { dayText } from '#domain/query/day-number.ts';
import { jobsReport } from '#domain/reports/jobs/jobs-report.ts';
import { writeFilters } from '#domain/reports/kit/saved-filters.ts';
import { startOfDay } from '#server/kit/lib/start-of-day.ts';
import { zipTable } from '#server/kit/lib/zip-places.ts';
import { jobQuestion } from '#server/reports/jobs/job-question.ts';
import { jobColumns } from '#src/entities/job/job-columns.tsx';
import { createFormat } from '#src/ui/format/create-format.ts';
import { defaultFormat } from '#src/ui/format/format.ts';
import { withAskedColumns } from '#src/workers/grid/asked-grid.ts';
import { createGrid, type GridNews } from '#src/workers/grid/grid-api.ts';
import { fill, openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import { storeKey } from '#tests/doubles/sync/tab.ts';
import { aFacility, aJob, aRateFloor, aTarget, aValue } from '#tests/support/factories/job-factory.ts';
import { aConfigurationBody } from '#tests/support/factories/report-factory.ts';
import { somePosts, withPosts } from '#tests/support/worlds/random-posts.ts';

// A saved view of the jobs report or of the staging grid has the same rows on a device and by the service: in the same order, with the
// same values.

const seed = Number(process.env['FUZZ_SEED'] ?? 20_261);
const zone = 'America/Los_Angeles';
const now = new Date('2026-11-23T05:30:00.000Z'); // still the 22nd there
const targets = [
  aTarget({ maps: ['facility', 'specialty'] }),
  aTarget({ id: 2, name: 'Second', maps: ['facility', 'degree', 'specialty', 'shift'] }),
];
const kinds = ['facility', 'degree', 'specialty', 'shift'] as const;
const values: readonly MapValueRow[] = kinds.flatMap((kind, k) => [
  aValue(10 * k + 11, kind, { mappedId: `A-${kind}`, how: 'person', certainty: 97 }),
  aValue(10 * k + 12, kind, { mappedId: `B-${kind}`, how: 'auto', certainty: 89.5 }),
  aValue(10 * k + 13, kind, { suggestedId: `A-${kind}`, certainty: 60, ignored: k === 1 }),
  aValue(10 * k + 14, kind),
]);
const ats = kinds.map((kind, i) => aFacility(i + 1, `Mapped ${kind}`, { kind, extId: `A-${kind}` }));
const floor = aRateFloor({ billRate: 70 });

const maybe = <T>(...given: T[]) => fc.option(fc.constantFrom(...given), { freq: 4 });
const instants = fc.constantFrom(
  '2026-11-21T07:59:59.999Z',
  '2026-11-21T08:00:00.000Z',
  '2026-11-22T08:00:00.000Z',
  '2026-11-23T05:00:00.000Z',
  '2026-10-01T12:00:00.000Z',
);
const anyJob = fc
  .record({
    title: maybe('Tech', 'Nurse'),
    facility: maybe('Mercy General', 'MERCY 100%_x', 'St. Rose', 'Zoë Clinic'),
    degree: maybe('RN', 'LPN', 'rn'),
    specialty: maybe('ICU', 'Med/Surg', 'ER'),
    shift: maybe('3x12 Nights', 'Days'),
    unit: maybe('5 West', 'icu'),
    city: maybe('Reno', 'Sparks', ''),
    state: maybe('NV', 'nv', 'CA', 'TX'),
    zip: maybe('89501', '89431-1234', '95814', 'unknown'),
    note: maybe('needs ACLS, nights', 'float'),
    status: fc.constantFrom<JobRow['status']>('Open', 'Open', 'Open', 'Filled', 'On Hold', 'Closed', 'Cancelled'),
    workType: fc.constantFrom(1 as const, 2 as const, 3 as const),
    sourceId: fc.constantFrom(3, 4),
    billRate: maybe(60, 69.99, 70, 82.5),
    payPerHour: maybe(40, 65),
    positions: maybe(1, 2, 10),
    hoursPerWeek: maybe(36, 40),
    durationDays: maybe(91, 7),
    startDate: maybe('2026-12-01', '2026-11-30', '2027-01-04'),
    postedAt: maybe('2026-11-20', '2026-11-21T07:00:00.000Z'),
    firstSeenAt: instants,
    changedAt: instants,
    asap: fc.boolean(),
    noteCount: fc.constantFrom(0, 0, 2),
    submissions: fc.constantFrom(0, 0, 3),
    submissionLimit: maybe(999, 2, 0),
    assigneeId: maybe(5, 6),
    parentJobId: maybe('HV-1'),
    extra: fc.constantFrom(
      {},
      { customField1: 'one', vmsStatus: 'Reopened' },
      { customField1: '7', jobUrl: 'https://vendor.example/1' },
    ),
    chgMap: fc
      .subarray([flag.hidden, flag.onHold, flag.manuallyCancelled, flag.billRateManual, flag.filled, flag.submission])
      .map((bits) => bits.reduce((a, b) => a | b, 0)),
    facilityValueId: maybe(11, 12, 13, 14, 99),
    degreeValueId: maybe(21, 22, 23, 24),
    specialtyValueId: maybe(31, 32, 33, 34),
    shiftValueId: maybe(41, 42, 43, 44),
    facilityMap: fc.constantFrom(null, null, null, 'A-facility', 'gone'),
    posts: somePosts(2),
  })
  .map(
    ({ posts, ...over }) =>
      (id: number): JobRow =>
        withPosts(aJob({ ...over, id, source: `Vendor ${over.sourceId}`, providerJobId: `HV-${10_000 + (id % 40)}` }), posts),
  );
/** One order from two sources. */
const twins = [3, 4].map((sourceId) =>
  aJob({
    id: 170 + sourceId,
    sourceId,
    source: `Vendor ${sourceId}`,
    providerJobId: `V${sourceId}-778899`,
    facility: 'St. Rose',
    billRate: 90,
  }),
);
const ready = aJob({
  id: 180,
  sourceId: 3,
  source: 'Vendor 3',
  providerJobId: 'V3-180',
  billRate: 95,
  facilityValueId: 11,
  specialtyValueId: 31,
});
const jobs: readonly JobRow[] = [...fc.sample(anyJob, { seed, numRuns: 160 }).map((make, i) => make(i + 1)), ...twins, ready];

const words = ['icu', 'nights', 'mercy', 'zoë', 'ltc OR er', 'not mapped', 'in texas', 'above 65 dollars', 'reno', '"100%_x"'];
const parts = [
  'is:posted',
  '-is:hidden',
  'is:new',
  'is:duplicate',
  'is:choose',
  'is:belowfloor',
  'is:drifted',
  'is:mine',
  'is:noted',
  'is:submitted',
  '-is:submitted submissions:>1',
  'submissionLimit:999',
  'is:ready',
  'is:failed',
  'is:waiting',
  'is:child',
  'seen:<=1d',
  'start:2026-12-01..',
  'billRate:""',
  'rate:>=70',
  'rate:<70',
  'near:89501~20',
  'state:NV,CA',
  'zip:89',
  'asap:yes',
  'customField1:one',
  'customField1:""',
  'grossBillPerWeek:>2500',
  'mappedfacility:mapped',
  'cert:<90',
  'expanded:""',
  'sourceId:3',
  'flag:manual',
];
const query = fc.subarray([...words, ...parts], { maxLength: 3 }).map((some) => some.join(' '));
const columnKeys = jobsReport.columns.map(({ key }) => key);
const columns = fc.uniqueArray(fc.constantFrom(...columnKeys), { minLength: 1, maxLength: 14 });
const sortKeys = columnKeys.filter(isSortable);
const oneSort = fc.record({ key: fc.constantFrom('billRate', 'facility', 'firstSeenAt', ...sortKeys), descending: fc.boolean() });
const often = (...given: string[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 2, arbitrary: fc.constantFrom(...given) });
const filters = fc.record({
  source: often('3', '4'),
  tid: often('2'),
  mapstate: often('1', '2'),
  fmapped: often('1', '2'),
  smapped: often('1', '2'),
  imported: often('2'),
  newjobs: often('9', '10'),
  dates: often('2026-11-21..2026-11-22', '2026-11-22..'),
  jstatus: often('1', '2', '3', '4', '5'),
  vendorStatus: often('Open', 'Filled'),
  state: often('nv', 'Texas'),
  zip: often('89501', '894'),
  distance: often('25'),
});
const reportBody: fc.Arbitrary<ConfigurationBody> = fc
  .record({ filters, search: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, query), columns, sort: oneSort })
  .map(({ filters: asked, search, columns: keys, sort }) => {
    const named = [{ name: 'q', value: search }, ...Object.entries(asked).map(([name, value]) => ({ name, value }))];
    const set = named.filter(({ value }) => value !== '');
    return aConfigurationBody({ base: reportBase, query: writeFilters(set), columns: keys, sort: [sort], start: [], widths: {} });
  });
const grid = jobColumns({
  names: defaultNames,
  format: createFormat(defaultFormat),
  nowMs: now.getTime(),
  mayEdit: false,
  mayMap: () => false,
  isNeeded: () => false,
  onEdit: () => undefined,
});
const stagingBody: fc.Arbitrary<ConfigurationBody> = fc
  .record({
    base: fc.constantFrom('triage', 'topost', 'posted', 'held', 'failed', 'all', 'all', 'all', 'unheard'),
    query,
    columns: fc.uniqueArray(fc.constantFrom('$state', 'facility', 'specialty', ...grid.map(({ key }) => key)), {
      minLength: 1,
      maxLength: 10,
    }),
    group: fc.constantFrom<string[]>([], [], ['state'], ['facilityName', 'workType']),
    sort: fc.array(oneSort, { maxLength: 2 }),
  })
  .map((body) => aConfigurationBody({ ...body, start: ['facility', 'city'], end: ['source'], widths: {} }));

let device: ReturnType<typeof withAskedColumns>;
const around = { today: '2026-11-22', pay: null };
const ground: ListGround = {
  values,
  ats,
  book: { statuses: [], sources: [] },
  floor,
  around,
  targetIds: targets.map(({ id }) => id),
};

beforeAll(async () => {
  const store = await openDeviceStore();
  const rows = [
    ...targets.map((row) => ({ collection: 'target' as const, row })),
    ...ats.map((row) => ({ collection: 'atsValue' as const, row })),
    ...values.map((row) => ({ collection: 'mapValue' as const, row })),
    { collection: 'rateFloor' as const, row: floor },
    ...jobs.map((row) => ({ collection: 'job' as const, row })),
  ];
  await fill(store, rows as unknown as Parameters<typeof fill>[1]);
  device = withAskedColumns(
    createGrid(
      async () => ({ ...store, close: () => undefined }),
      async () => zipTable(),
    ),
  );
  const news: GridNews[] = [];
  await device.open(storeKey, (one) => news.push(one));
  await until(async () => news.at(-1)?.ready === true);
  device.surround(around);
  await device.show({ kind: 'near', column: 'zip', zip: '89501', miles: 1 }, []);
  await until(async () => device.news().near?.state === 'ready');
  // Orders from two sources are found a moment after the rows are read.
  const twinned = { kind: 'not', of: { kind: 'empty', column: 'alsoFrom' } } as const;
  await until(async () => ((await device.counts([twinned]))[0] ?? 0) > 1);
}, 60_000);
afterAll(() => device.close());

const until = (holds: () => Promise<boolean>) =>
  vi.waitFor(async () => {
    if (!(await holds())) throw new Error('the grid has not said so yet');
  }, 30_000);

const tools = {
  startOfDay: (day: number, of: string) => Date.parse(startOfDay(dayText(day), of)),
  zipsNear: (zip: string, miles: number) => zipsWithin(zipTable(), zip, miles),
};

function byService(question: JobQuestion) {
  const list = new JobList(question, ground, tools);
  const portions = [jobs.slice(0, 70), jobs.slice(70, 71), jobs.slice(71)];
  if (list.looksFirst) for (const portion of portions) list.look(portion);
  for (const portion of portions) list.add(portion);
  return list.lines();
}

async function onDevice({ where, sort, columns: asked }: JobQuestion) {
  const { count } = await device.show(
    where,
    sort.filter(({ key }) => isSortable(key)),
  );
  const ids = [...device.ids(0, count)];
  const reads = asked.flatMap(({ key, from, as }) =>
    as === 'value' ? [from] : (grid.find((column) => column.key === key)?.reads ?? []),
  );
  const cells = await device.cellsOf(ids, ['id', ...reads]);
  return ids.map((id, at) => {
    const row = { id, get: (key: string) => cells[key]?.[at] ?? null };
    const shown = asked.map(({ key, from, as }) => {
      if (as === 'value') return [key, shownValue(from, row.get(from))] as const;
      const text = grid.find((column) => column.key === key)?.text(row) ?? '';
      return [key, text.replace(/^—(, )?/, '') || null] as const;
    });
    return { ...Object.fromEntries(shown), id };
  });
}

test.each([
  ['the jobs report', reportBody],
  ['the staging grid', stagingBody],
])(
  'a saved view of %s has the same rows in the same order with the same values by the service as on a device',
  async (_, bodies) => {
    const found = { none: 0, some: 0 };
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const question = jobQuestion({ body }, { userId: 5, now, zone, targets });
        if (!question.ok) throw new Error(question.error);
        const lines = byService(question.value);
        expect(lines).toEqual(await onDevice(question.value));
        found[lines.length === 0 ? 'none' : 'some']++;
      }),
      { seed, numRuns: 60 },
    );
    expect(found.some).toBeGreaterThan(25);
  },
  180_000,
);

test('each part of a query finds some jobs and leaves out others, or says why not', () => {
  const counts = new Map<string, number>();
  for (const part of [...words, ...parts]) {
    const body = aConfigurationBody({ base: 'all', query: part, columns: ['id'], sort: [], group: [] });
    const question = jobQuestion({ body }, { userId: 5, now, zone, targets });
    counts.set(part, question.ok ? byService(question.value).length : -1);
  }
  const same = [...counts].filter(([, count]) => count === 0 || count === jobs.length).map(([part]) => part);
  // Only devices have changes that are not sent; no customer's own statuses are stored here.
  expect(same).toEqual(['is:waiting', 'expanded:""']);
});

test('what came since a person left is known on their device alone', () => {
  for (const part of ['is:newsince', 'icu OR is:ratesince', '-is:canceledsince'])
    expect(jobQuestion({ body: aConfigurationBody({ query: part }) }, { userId: 5, now, zone, targets }).ok, part).toBe(false);
});
