import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import { jobQuerySchema } from '#domain/job-list/job-query.ts';
import { flag } from '#domain/jobs/flags.ts';
import { conditionOf } from '#domain/query/condition-of.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import { jobReportWhere } from '#domain/reports/jobs/job-report-query.ts';
import { createGridEngine } from '#src/workers/columns/grid-engine.ts';
import { gridRow } from '#src/workers/grid/job-columns.ts';
import { jobGridSchema } from '#src/workers/grid/job-grid-schema.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { openJobs } from '../work-figures.ts';
import { mapCodes, placeFilters, placeQuery, placesOf, tilesOf } from './places.ts';

const texts = ['TX', 'tx', 'Texas', 'CA', 'DC', 'PR', 'pr', 'ON', 'Quebec', 'AE', 'ZZ', 'zz', 'Baja, "MX"', '=x', '~y', '', null];
const anyJob = fc.record({
  state: fc.constantFrom(...texts),
  status: fc.constantFrom<JobRow['status']>('Open', 'Open', 'Open', 'Closed'),
  positions: fc.constantFrom(null, 0, 1, 3),
  chgMap: fc.constantFrom(0, 0, 0, flag.hidden, flag.manuallyCancelled),
});
const noMore = { cellsOf: () => ({}), columnsOf: () => ({}) };
const schema = jobQuerySchema(null, 20_777);

test('map and tiles add up to the open jobs, and each figure is the number of jobs behind its link', () => {
  let seen = 0;
  fc.assert(
    fc.property(fc.array(anyJob, { minLength: 8, maxLength: 60 }), (given) => {
      const jobs = given.map((over, i) => aJob({ ...over, id: i + 1, providerJobId: `J${i}` }));
      const engine = createGridEngine(jobGridSchema);
      engine.upsert(jobs.map((job) => gridRow(job, { marks: new Map(), floor: null }, noMore)));
      const places = placesOf(engine.tally(openJobs, 'state', 'positions'));
      const open = jobs.filter((job) => job.status === 'Open' && job.chgMap === 0);
      const onMap = places.filter(({ key }) => mapCodes.includes(key));
      const shown = [...onMap, ...tilesOf(places, 'jobs')];
      expect(onMap).toHaveLength(51);
      expect(new Set(shown).size).toBe(places.length);
      expect(shown.reduce((sum, place) => sum + place.jobs, 0)).toBe(open.length);
      expect(shown.reduce((sum, place) => sum + place.positions, 0)).toBe(
        open.reduce((sum, job) => sum + (job.positions ?? 1), 0),
      );
      for (const place of shown.filter((one) => one.jobs > 0)) {
        const { chips, problems } = parseQuery(placeQuery(place), schema);
        expect(problems).toEqual([]);
        expect([place.name, engine.countOf(conditionOf(chips, schema, '2026-11-20'))]).toEqual([place.name, place.jobs]);
        const asked = placeFilters(place);
        const clock = { schema, today: '2026-11-20', timeZone: 'UTC' };
        const inReport = jobReportWhere((name) => asked[name] ?? '', asked['q'] ?? '', clock);
        expect([place.name, engine.countOf(inReport)]).toEqual([place.name, place.jobs]);
        seen += 1;
      }
    }),
    { numRuns: 150, seed: 18 },
  );
  expect(seen).toBeGreaterThan(500);
});
