import { afterAll, beforeAll, expect, test } from 'vitest';
import { listStaging } from '#contract/staging/staging-list.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import { phraseJobs, recruiterPhrases } from '#domain/query/recruiter-phrases.ts';
import { writeRows } from '#server/feed/publish.ts';
import { phraseGrid, phraseRows } from '#tests/support/query/phrase-rows.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

// The service has no search of its own: it sends rows, and each device searches them. So the table runs over the rows that the
// service has stored, and where the service's documented filter can ask the same, over its answer too.

let service: TestService;
let recruiter: string;
let grid: Awaited<ReturnType<typeof phraseGrid>>;
beforeAll(async () => {
  service = await startTestService();
  const { db } = service.services;
  const { north } = service.people;
  const rows = phraseRows().map((one) => (one.collection === 'mapValue' ? { ...one, extra: { key: one.row.text } } : one));
  await db.transaction().execute((tx) => writeRows(tx, north, rows));
  recruiter = await service.signIn('recruiter');
  const stored = async (table: 'job' | 'map_value' | 'ats_value' | 'target', collection: string) =>
    (await db.selectFrom(table).select('row').where('customer_id', '=', north).where('deleted', '=', false).execute()).map(
      ({ row }) => ({ collection, row }),
    );
  const parts = [
    await stored('target', 'target'),
    await stored('ats_value', 'atsValue'),
    await stored('map_value', 'mapValue'),
    await stored('job', 'job'),
  ];
  grid = await phraseGrid(parts.flat());
});
afterAll(async () => {
  grid.close();
  await service.close();
});

const listed = async (filter: Record<string, unknown>): Promise<number[]> => {
  const args = { cust: 'me', targetId: 1, pageSize: 100, page: 1, sourceId: -1, ...filter };
  return (await service.call(listStaging, args, recruiter)).map(({ id }) => id).sort((a, b) => a - b);
};

test('every phrase gives the same rows over what the service has stored', () => {
  const given = recruiterPhrases.map(([phrase]) => [phrase, grid.idsOf(phrase)]);
  expect(given).toEqual(recruiterPhrases);
});

test('the service lists the same jobs as the device', async () => {
  expect(await listed({})).toEqual(phraseJobs.map(({ id }) => id));
});

/** Phrases that the documented filter can ask too, with its fields. */
const documented: readonly (readonly [phrase: string, filter: Record<string, unknown>])[] = [
  ['texas', { state: 'TX' }],
  ['TX', { state: 'tx' }],
  ['new york', { state: 'NY' }],
  ['not mapped', { mappingStatus: 2 }],
  ['not mapped in texas', { mappingStatus: 2, state: 'TX' }],
  ['start:next month', { sdate: '2026-12-01', edate: '2026-12-31' }],
  ['next month', { sdate: '2026-12-01', edate: '2026-12-31' }],
  ['this month', { sdate: '2026-11-01', edate: '2026-11-30' }],
  ['starting within 2 weeks', { sdate: '2026-11-23', edate: '2026-12-07' }],
  ['starting in january', { sdate: '2027-01-01', edate: '2027-01-31' }],
  ['starting after dec 15', { sdate: '2026-12-16' }],
  ['start before 12/1', { edate: '2026-11-30' }],
  ['tampa fl', { city: 'tampa', state: 'FL' }],
  ['portland', { city: 'portland' }],
  ['portland me', { city: 'portland', state: 'ME' }],
  ['kansas city', { city: 'kansas city' }],
  ['mercy', { client: 'mercy' }],
  ['nicu', { spec: 'nicu' }],
  ['per diem', { wt: 3 }],
  ['perm', { wt: 2 }],
];

test.each(documented)('%s is the documented filter %o', async (phrase, filter) => {
  const wanted = recruiterPhrases.find(([known]) => known === phrase)?.[1];
  expect(wanted).toBeDefined();
  expect(parseQuery(phrase, grid.schema).problems).toEqual([]);
  expect(await listed(filter)).toEqual(wanted);
});
