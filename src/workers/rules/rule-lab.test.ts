import { expect, test } from 'vitest';
import type { RuleDraft, RuleRow } from '#contract/rows/rule-rows.ts';
import { fieldNamed } from '#domain/fields/catalogue.ts';
import type { RuleGrounds } from '#domain/rules/grounds.ts';
import { blockFromRows } from '#src/store/tables/blocks.ts';
import { aFacility, aJob, aValue } from '#tests/support/factories/job-factory.ts';
import { type LabQuestion, RuleLab } from './rule-lab.ts';
import { StoredJobs } from './stored-jobs.ts';

const today = '2026-11-20';
const grounds: RuleGrounds = { today, pay: null, flags: [] };
const idOf = (label: string): number => fieldNamed(label)?.id ?? 0;
const draft = (more: Partial<RuleDraft> = {}): RuleDraft => ({
  name: 'Texas rate',
  source: '[State] equal TX',
  actionType: 1,
  fieldId: idOf('Bill Rate'),
  variable: null,
  operand: '70',
  table: null,
  workType: null,
  sourceId: null,
  ord: 10,
  global: false,
  runOnExport: false,
  appliedToCancelledJobs: false,
  active: true,
  adminsOnly: false,
  disableAfterOn: null,
  ...more,
});
const rule = (id: number, more: Partial<RuleDraft>): RuleRow => ({
  ...draft(more),
  id,
  deleted: false,
  version: 1,
  by: 'Ann',
  at: '',
});
const ask = (more: Partial<LabQuestion> = {}): LabQuestion => ({
  draft: draft(),
  ruleId: null,
  rules: [],
  pinned: [],
  grounds,
  ...more,
});

const done = { targetId: 1, state: 'done', reference: 'R', externalId: '5', words: null, at: '', tries: 1 } as const;
const jobs = [
  { ...aJob({ state: 'TX', billRate: 60, providerJobId: 'A' }), id: 1, posts: [done] },
  { ...aJob({ state: 'TX', billRate: 70, providerJobId: 'B' }), id: 2 },
  { ...aJob({ state: 'TX', billRate: 61, providerJobId: 'C' }), id: 3, locks: { billRate: { by: 'Ann', at: '', was: 60 } } },
  { ...aJob({ state: 'CA', billRate: 80, providerJobId: 'D' }), id: 4 },
];
const lab = () => new RuleLab(new StoredJobs([blockFromRows('job', 1, jobs)]), () => 0);

test('counts matched and changed jobs, and shows values before and after', () => {
  const answer = lab().answer(ask());
  expect(answer).toMatchObject({ jobs: 4, matched: 3, changed: 1, impact: { changed: 1, posted: 1, pinned: [] } });
  expect(answer.examples).toMatchObject([{ id: 1, changes: [{ label: 'Bill Rate', before: '60', after: '70' }] }]);
  expect(answer.unchanged.map(({ id }) => id)).toEqual([2, 3]);
});

test('the preview of a saved rule shows its whole effect, and the effect of saving is counted separately', () => {
  const saved = rule(7, {});
  const same = lab().answer(ask({ ruleId: 7, rules: [saved] }));
  expect(same).toMatchObject({ changed: 1, impact: { changed: 0 } });
  const edited = lab().answer(ask({ ruleId: 7, rules: [saved], draft: draft({ operand: '75' }) }));
  expect(edited).toMatchObject({ changed: 2, impact: { changed: 2 } });
});

test('names other rules that then run for other jobs', () => {
  const later = rule(9, {
    name: 'High rates',
    source: '[Bill Rate] greater or equal 70',
    actionType: 6,
    fieldId: null,
    operand: 'hold',
    ord: 20,
  });
  const answer = lab().answer(ask({ rules: [later] }));
  expect(answer.others).toEqual([{ id: 9, name: 'High rates', jobs: 1 }]);
  expect(answer.fields.map(({ label, jobs: count }) => [label, count])).toEqual([
    ['Bill Rate', 1],
    [expect.stringMatching(/hold/i), 1],
  ]);
});

test('names a pinned job whose result would change', () => {
  const pinned = {
    id: 1,
    ref: null,
    purged: false,
    name: 'Houston ICU',
    jobId: 1,
    job: jobs[0] ?? aJob(),
    expected: { billRate: 60 },
    version: 1,
    by: 'Ann',
    at: '',
  };
  expect(lab().answer(ask({ pinned: [pinned] })).impact.pinned).toEqual(['Houston ICU']);
  expect(lab().answer(ask({ pinned: [{ ...pinned, expected: { billRate: 70 } }] })).impact.pinned).toEqual([]);
});

test('tries an inactive or expired draft too', () => {
  expect(lab().answer(ask({ draft: draft({ active: false, disableAfterOn: '2020-01-01' }) })).changed).toBe(1);
});

test('a rule on export starts from the staged job, and its trace names each rule', () => {
  const onExport = draft({ runOnExport: true, actionType: 9 });
  expect(lab().answer(ask({ draft: onExport })).examples[0]?.changes).toMatchObject([{ before: '60', after: '70' }]);
  const trace = lab().trace(ask({ draft: onExport, rules: [rule(3, { name: 'Collected' })] }), 1);
  expect(trace?.map(({ rule: { name }, fired, skipped }) => [name, fired, skipped])).toEqual([
    ['Collected', false, 'moment'],
    ['Texas rate', true, null],
  ]);
  expect(lab().trace(ask(), 99)).toBeNull();
});

test('a field that administrators allow only on export makes the rule invalid here, as on the service', () => {
  const shut = {
    ...grounds,
    flags: [{ id: idOf('State'), isRequired: false, isExportOnly: true, isCollectionOnly: false }],
  };
  const bench = lab();
  expect(bench.answer(ask()).changed).toBe(1);
  expect(bench.answer(ask({ grounds: shut })).changed).toBe(0);
  const later = rule(9, { ord: 20, source: '[Bill Rate] equal 70' });
  expect(bench.trace(ask({ grounds: shut, rules: [later] }), 1)).toMatchObject([{ skipped: 'broken' }, { skipped: null }]);
  expect(bench.answer(ask()).changed).toBe(1);
});

test('a rule reads pay by the setup that the question brings, another one the next time', () => {
  const pay = { id: 1, calcType: 0, regularPayRate: 30, hoursPerWeek: 36, fees: [], burdens: [], degreePays: [] };
  const thin = draft({ source: '[Margin per Hour] less than 35', actionType: 6, fieldId: null, operand: 'hold' });
  const bench = lab();
  expect(bench.answer(ask({ draft: thin })).matched).toBe(0);
  expect(bench.answer(ask({ draft: thin, grounds: { ...grounds, pay } })).matched).toBe(2);
  expect(bench.answer(ask({ draft: thin, grounds: { ...grounds, pay: { ...pay, regularPayRate: 20 } } })).matched).toBe(0);
});

test('a rule on export reads a job’s mapping, from its own override or from its text', () => {
  const mapped = [
    { ...aJob({ facilityValueId: 11, billRate: 60 }), id: 1 },
    { ...aJob({ facilityValueId: 12, facilityMap: 'F1', billRate: 60 }), id: 2 },
    { ...aJob({ facilityValueId: 12, billRate: 60 }), id: 3 },
  ];
  const jobs = new StoredJobs([blockFromRows('job', 1, mapped)]);
  const exported = new RuleLab(jobs, () => 0);
  const onMapped = draft({ source: '[Mapped Facility] equal Mercy General', runOnExport: true });
  expect(exported.answer(ask({ draft: onMapped })).matched).toBe(0);
  const values = new Map([[11, aValue(11, 'facility', { text: 'MERCY GEN', mappedId: 'F1', certainty: 91 })]]);
  const mercy = aFacility(1, 'Mercy General');
  exported.map({ values, atsOf: (kind, id) => (kind === 'facility' && id === 'F1' ? mercy : undefined) });
  expect(exported.answer(ask({ draft: onMapped })).matched).toBe(2);
  expect(exported.trace(ask({ draft: onMapped }), 1)).toMatchObject([{ fired: true }]);
  const unsure = draft({ source: '[Facility Certainty] less than 95', runOnExport: true });
  expect(exported.answer(ask({ draft: unsure })).examples.map(({ id }) => id)).toEqual([1]);
});

test('names fields that lose their value, and on how many jobs', () => {
  const clear = draft({ actionType: 10, operand: null });
  expect(lab().answer(ask({ draft: clear })).impact.emptied).toEqual([{ label: 'Bill Rate', jobs: 2 }]);
  expect(lab().answer(ask()).impact.emptied).toEqual([]);
});

test('counts the jobs that match while the action is incomplete', () => {
  const answer = lab().answer(ask({ draft: draft({ operand: '' }) }));
  expect(answer).toMatchObject({ matched: 3, changed: 0, isConditionOnly: true, impact: { changed: 0, emptied: [] } });
  expect(lab().answer(ask()).isConditionOnly).toBe(false);
});
