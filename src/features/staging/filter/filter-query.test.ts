import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jobQuerySchema } from '#domain/job-list/job-query.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import { printQuery } from '#domain/query/print-query.ts';
import { filterChips, type JobFilter, ruledFilter } from '#domain/staging/documented-filter.ts';
import { filterInQuery, withFilter, withoutFilter } from '#domain/staging/filter-in-query.ts';

const schema = jobQuerySchema(null, 20_780);
const filterOf = (text: string) => filterInQuery(parseQuery(text, schema)).filter;
const chipsOf = (text: string) => parseQuery(text, schema).chips;
const runs = { seed: Number(process.env['FUZZ_SEED'] ?? 20_261), numRuns: 400 };

const code = <const C extends number>(...codes: C[]) => fc.constantFrom(...codes);
const text = fc.constantFrom('', 'Mercy', 'st mary', 'not mapped', 'TX', 'a,b', 'near', '"', '80');
const day = fc.constantFrom('', '2026-11-01', '2026-11-20');
const state: fc.Arbitrary<JobFilter> = fc
  .record({
    mappingStatus: code(0, 1, 2),
    fmapped: code(0, 1, 2),
    dmapped: code(0, 1, 2),
    smapped: code(0, 1, 2),
    shmapped: code(0, 1, 2),
    imported: code(0, 2),
    jstatus: code(0, 1, 2, 3, 4, 5),
    newjobs: code(0, 9, 10),
    sdate: day,
    edate: day,
    vendorStatus: fc.constantFrom('', 'Open', 'Open, Filled'),
    submitted: code(0, 1, 2),
    wt: code(0, 1, 2, 3),
    client: text,
    cert: text,
    spec: text,
    shift: text,
    city: text,
    alias: text,
    jid: text,
    state: fc.constantFrom('', 'NV', 'TX, CA'),
    zip: fc.constantFrom('', '89501', '894'),
    distance: code(0, 25),
  })
  .map((filter) => ({ ...ruledFilter(filter), ...(filter.newjobs === 10 ? {} : { sdate: '', edate: '' }) }));
// No two of them say the same key of the filter: of such parts, only the first is read.
const query = fc
  .shuffledSubarray([
    'icu nights in texas',
    'rate:60..80',
    'facility:mercy',
    '-is:hidden',
    'is:posted OR is:held',
    'not mapped',
    'billRate:x',
    'degree:"open',
    'start:2026-12-01..2026-12-31',
    'city:reno',
    'seen:<=1d',
    'portland or',
    'near:reno',
  ])
  .map((parts) => parts.join(' '));

test('what the panel writes it reads again', () => {
  fc.assert(
    fc.property(state, (filter) => {
      const chips = filterChips({ ...filter, all: 1 });
      const { filter: read, others } = filterInQuery(parseQuery(printQuery(chips, schema), schema));
      expect(others).toEqual([]);
      expect(filterChips({ ...read, all: 1 })).toEqual(chips);
    }),
    runs,
  );
});

test('a change of the filter keeps every other part of the query, and the filter reads as it was set', () => {
  fc.assert(
    fc.property(query, state, (before, change) => {
      const after = withFilter(before, schema, change);
      const { read, others } = filterInQuery({ chips: chipsOf(before) });
      const kept = filterInQuery({ chips: chipsOf(after) }).others.map(withoutPlace);
      expect(kept).toEqual(others.map(withoutPlace));
      expect(filterChips({ ...filterOf(after), all: 1 })).toEqual(filterChips({ ...change, all: 1 }));
      expect(withFilter(after, schema, change)).toBe(after);
      const problems = parseQuery(before, schema).problems.map((problem) => problem.text);
      for (const problem of problems) expect(after).toContain(problem);
      const cleared = chipsOf(withoutFilter(before, schema)).map(withoutPlace);
      expect(cleared).toEqual(
        chipsOf(before)
          .filter((chip) => !read.some((one) => one.chip.from === chip.from))
          .map(withoutPlace),
      );
    }),
    runs,
  );
});

const withoutPlace = ({ from: _from, to: _to, ...chip }: ReturnType<typeof chipsOf>[number]) => chip;

test.each([
  ['icu facility:mercy rate:60..80', { client: 'st rose' }, 'icu rate:60..80 facility:"st rose"'],
  ['not mapped in texas', { mappingStatus: 1 as const }, 'in texas is:mapped'],
  ['icu', { newjobs: 9 as const }, 'icu is:open firstSeenAt:<=1d'],
  ['is:held', { newjobs: 9 as const }, 'is:open firstSeenAt:<=1d'],
  ['seen:<=1d is:open rn', { newjobs: 0 as const }, 'is:open rn'],
  ['seen:<=1d', { city: 'Reno' }, 'seen:<=1d city:Reno'],
  ['zip:89501', { zip: '89501', distance: 25 }, 'near:89501~25'],
  ['near:89501~25 icu', { zip: '', distance: 25 }, 'icu'],
  ['facility:"open', { city: 'Reno' }, 'facility:open city:Reno'],
  ['is:posted is:open', { imported: 0 as const }, 'is:open'],
])('%s with %j is %s', (before, change, after) => {
  expect(withFilter(before, schema, change)).toBe(after);
});

test('parts that the filter cannot say are left to the query bar', () => {
  const { filter, others } = filterInQuery({
    chips: chipsOf('facility:a,b -state:TX is:new rate:>80 "icu" is:posted is:posted'),
  });
  expect(filter).toEqual({ imported: 2 });
  expect(others).toHaveLength(6);
});
