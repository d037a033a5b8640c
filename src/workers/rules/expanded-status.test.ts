import { expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import { applyRules } from '#domain/rules/apply-rules.ts';
import { preparationOn } from '#domain/rules/grounds.ts';
import { prepareRules } from '#domain/rules/prepare-rules.ts';
import type { StatusBook } from '#domain/statuses/expanded-status.ts';
import { blockFromRows } from '#src/store/tables/blocks.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { aStoredRule } from '#tests/support/factories/rule-factory.ts';
import { RuleColumns } from './rule-columns.ts';
import { RuleEngine } from './rule-engine.ts';
import { StoredJobs } from './stored-jobs.ts';

const about = { version: 1, by: 'Ann', at: '2026-11-21T12:00:00.000Z', ref: null, purged: false };
const statuses = (review: string): StatusBook => ({
  statuses: [
    { id: 1, name: 'Open', standard: 'Open', defaultAt: '2026-11-01T00:00:00.000Z', ...about },
    { id: 2, name: review, standard: null, defaultAt: null, ...about },
    { id: 3, name: 'Placed', standard: 'Filled', defaultAt: null, ...about },
  ],
  sources: [{ id: 3, expandedStatuses: { purple: 2 } }],
});
const jobs: JobRow[] = [
  aJob({ id: 1, billRate: 50 }),
  aJob({ id: 2, billRate: 50, status: 'On Hold', extra: { vmsStatus: 'Purple' } }),
  aJob({ id: 3, billRate: 50, status: 'On Hold', extra: { vmsStatus: 'Purple' }, sourceId: 4 }),
  aJob({ id: 4, billRate: 50, status: 'Filled' }),
];

/** The bill rates after the rules, from one job after the other and from the engine, which must agree. */
function ratesAfter(rules: readonly { source: string; fieldId?: number; operand?: string }[], book: StatusBook | undefined) {
  const rows = rules.map((rule, i) => aStoredRule({ id: i + 1, ord: i, appliedToCancelledJobs: true, ...rule }));
  const grounds = { today: '2026-11-21', pay: null, flags: [], ...(book && { statuses: book }) };
  const prepared = prepareRules(rows, preparationOn(grounds, 'collection'));
  expect(prepared.rules.map(({ problem }) => problem)).toEqual(rows.map(() => null));
  const one = jobs.map((job) => applyRules(job, prepared).job.billRate);
  const table = new StoredJobs([blockFromRows('job', 1, jobs)]).before('collection');
  const engine = new RuleEngine(new RuleColumns(table, prepared), prepared.tests);
  expect(engine.valuesAt(engine.run(prepared), 'billRate', Uint32Array.from(jobs.keys()))).toEqual(one);
  return one;
}

test('a rule reads the expanded status by its name, job by job and in the engine', () => {
  const rule = { source: '[Expanded Status] = "Client review"' };
  expect(ratesAfter([rule], statuses('Client review'))).toEqual([50, 100, 50, 50]);
  expect(ratesAfter([rule], statuses('Another name'))).toEqual([50, 50, 50, 50]);
  expect(ratesAfter([{ source: '[expandedStatus] = "Placed"' }], statuses('Client review'))).toEqual([50, 50, 50, 100]);
  expect(ratesAfter([rule], undefined)).toEqual([50, 50, 50, 50]);
});

test('the expanded status follows a status that an earlier rule wrote', () => {
  const fills = { source: '[Bill Rate] = 50', fieldId: 4, operand: 'Filled' };
  expect(ratesAfter([fills, { source: '[Expanded Status] = "Placed"' }], statuses('Client review'))).toEqual([100, 50, 100, 100]);
});

test('no rule may write it', () => {
  const rule = aStoredRule({ fieldId: 79, operand: 'Placed' });
  const prepared = prepareRules([rule], preparationOn({ today: '2026-11-21', pay: null, flags: [] }, 'collection'));
  expect(prepared.rules[0]?.problem ?? applyRules(aJob(), prepared, { trace: true }).trace[0]?.problem).toContain(
    'cannot be written',
  );
});
