import { describe, expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { RuleRow } from '#contract/rows/rule-rows.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { aStoredRule } from '#tests/support/factories/rule-factory.ts';
import { has, withFlag } from '../jobs/flags.ts';
import { withEdit, withoutEdit } from '../jobs/overrides.ts';
import { supplementOf } from './actions/supplement.ts';
import { applyRules } from './apply-rules.ts';
import { type Moment, prepareRules } from './prepare-rules.ts';

const today = '2026-11-21';
const hand = { by: 'Ann', at: '2026-11-20T10:00:00.000Z' };
const aRule = (over: Partial<RuleRow>): RuleRow => ({ ...aStoredRule(), fieldId: 17, operand: '100', ...over });

const run = (job: JobRow, rules: readonly Partial<RuleRow>[], moment: Moment = 'collection') =>
  applyRules(
    job,
    prepareRules(
      rules.map((rule, i) => aRule({ id: i + 1, ...rule })),
      {
        moment,
        today,
        supplementsOf: (name) => (name === 'Burdens' ? supplementOf(['Burden'], [['CA', { Burden: 12.5 }]]) : undefined),
      },
    ),
    { trace: true },
  );
const only = (over: Partial<RuleRow>, job = aJob(), moment: Moment = 'collection') => run(job, [over], moment);

describe('order and time of running', () => {
  test('[R1] global rules run first, then by order, then by id; each sees the changes of the rules before it', () => {
    const add = (text: string) => ({ actionType: 7 as const, fieldId: 12, operand: `[City] & "${text}"` });
    const rules = [
      { ...add('d'), ord: 2 },
      { ...add('b'), ord: 1, id: 4 },
      { ...add('a'), ord: 9, global: true },
      { ...add('c'), ord: 1, id: 5 },
    ];
    expect(run(aJob(), rules).job.city).toBe('abcd');
  });

  test('[R2] an export rule does not change the staged job and runs on its copy', () => {
    const rules = [{ runOnExport: true, actionType: 9 as const, fieldId: 3, operand: '[Degree] wanted' }];
    expect(run(aJob(), rules).job.title).toBe('RN ICU');
    expect(run(aJob(), rules).trace[0]).toMatchObject({ skipped: 'moment' });
    expect(run(aJob(), rules, 'export').job.title).toBe('RN wanted');
  });

  test('[R3] skips other work types and sources, cancelled jobs, and rules that are inactive, deleted or expired', () => {
    expect(only({ workType: 3 }).trace[0]?.skipped).toBe('workType');
    expect(only({ sourceId: 4 }).trace[0]?.skipped).toBe('source');
    expect(only({}, aJob({ status: 'Cancelled' })).trace[0]?.skipped).toBe('cancelled');
    expect(only({ appliedToCancelledJobs: true }, aJob({ status: 'Cancelled' })).job.billRate).toBe(100);
    expect(only({ active: false }).trace[0]?.skipped).toBe('inactive');
    expect(only({ disableAfterOn: '2026-11-20' }).trace[0]?.skipped).toBe('expired');
    expect(only({ disableAfterOn: today }).job.billRate).toBe(100);
    expect(only({ deleted: true }).trace).toEqual([]);
  });
});

describe('actions', () => {
  const value = (over: Partial<RuleRow>, key: keyof JobRow, job = aJob()) => only(over, job).job[key];
  test('[R4] 1 sets a value in the type of its field, a value of another field or a text with fields', () => {
    expect(value({ operand: '$1,100.50' }, 'billRate')).toBe(1100.5);
    expect(value({ fieldId: 18, operand: '[Bill Rate]-2' }, 'localRate')).toBe(90.5);
    expect(value({ fieldId: 6, operand: 'per diem' }, 'workType')).toBe(3);
    expect(value({ fieldId: 52, operand: 'Yes' }, 'hot')).toBe(true);
    expect(value({ fieldId: 26, operand: String.raw`\[urgent] [Degree]: [Start Date]\nby [Today]` }, 'note')).toBe(
      '[urgent] RN: 12/01/2026\nby 11/21/2026',
    );
    expect(only({ fieldId: 253, operand: 'x' }).job.extra).toEqual({ customField4: 'x' });
  });

  test('[R5] 2 sets a date: today, a date with days, a weekday with weeks, a weekday after a date; the end date follows', () => {
    const date = (operand: string) => value({ actionType: 2, fieldId: 27, operand }, 'startDate');
    expect(date('[Today]+7')).toBe('2026-11-28');
    expect(date('12/31/2026')).toBe('2026-12-31');
    expect(date('Monday+14')).toBe('2026-12-07');
    expect(date('[Start Date]~Monday')).toBe('2026-12-07');
    expect(value({ actionType: 2, fieldId: 27, operand: 'Monday' }, 'endDate')).toBe('2027-02-22');
  });

  test('[R6] 3 replaces texts in any letter case, and regular expressions with groups', () => {
    const shift = (operand: string) => value({ actionType: 3, fieldId: 10, operand }, 'shift');
    expect(shift('NIGHTS~Days|3x~4x')).toBe('4x12 Days');
    expect(shift(String.raw`/(\d)x(\d+)/~$1 x $2 h`)).toBe('3 x 12 h Nights');
    expect(shift('nothing~x')).toBe('3x12 Nights');
  });

  test('[R7] 4 adds a note once, or writes the first matching line of its table', () => {
    const noted = only({ actionType: 4, fieldId: null, operand: 'Call [Facility]' });
    expect(noted.job.note).toBe('Call Mercy Hospital');
    const table = {
      sources: [
        { fieldId: 8, variable: null },
        { fieldId: 17, variable: null },
      ],
      targets: [
        { fieldId: 15, variable: null },
        { fieldId: 128, variable: 'least' },
      ],
      lines: [
        ['LPN', '', 'Ward', '1'],
        ['RN|CNA', '<90', 'Low', '2'],
        ['rn', '90~100', 'High', '3'],
        ['*', '', 'Any', '4'],
      ],
    };
    const looked = only({ actionType: 4, fieldId: null, operand: null, table });
    expect(looked.job.unit).toBe('High');
    expect(looked.trace[0]?.line).toBe(3);
    expect(looked.variables).toEqual({ least: '3' });
  });

  test('[R8] 5 cancels and records the rule; without the rule the job is as before', () => {
    const { job } = only({ actionType: 5, id: 40 });
    expect(job).toMatchObject({ status: 'Cancelled', skipRuleId: 40 });
    expect(run(job, []).job).toMatchObject({ status: 'Open', skipRuleId: null, ruled: {} });
  });

  test('[R9] 6 holds or hides; a job that a person released stays released until the rule no longer applies', () => {
    const hold = { actionType: 6 as const, operand: 'Hold' };
    const held = only(hold).job;
    expect(has(held.chgMap, 'onHold')).toBe(true);
    const released = { ...held, chgMap: withFlag(held.chgMap, 'onHold', false) };
    const again = only(hold, released);
    expect(has(again.job.chgMap, 'onHold')).toBe(false);
    expect(again.trace[0]?.blocked).toMatchObject([{ key: 'onHold', by: 'a person' }]);
    expect(run(again.job, []).job.ruled).toEqual({});
    expect(has(run(held, []).job.chgMap, 'onHold')).toBe(false);
  });

  test('[R10] 7 calculates, money to the cent; a missing value stops it and is named', () => {
    expect(value({ actionType: 7, operand: 'round([Bill Rate] * 0.725, 3)' }, 'billRate')).toBe(67.06);
    expect(value({ actionType: 7, fieldId: 29, operand: '[Start Date] + 14 - [Today]' }, 'durationDays')).toBe(24);
    const missing = only({ actionType: 7, operand: '[Local Rate] * 2' });
    expect(missing.job.billRate).toBe(92.5);
    expect(missing.trace[0]?.problem).toBe('Local Rate is empty.');
  });

  test('[R10] 8 reads supplemental data by a field of the job', () => {
    const rule = { actionType: 8 as const, fieldId: 170, operand: 'Burdens~[State]~Burden' };
    expect(only(rule, aJob({ state: 'ca' })).job.extra).toEqual({ burden: 12.5 });
    expect(only(rule, aJob({ state: 'TX' })).job.extra).toEqual({});
    expect(only({ ...rule, operand: 'Prices~[State]~x' }).trace[0]).toMatchObject({ skipped: 'broken', fired: false });
  });

  test('[R11] 10 clears, 11 prevents posting, 12 waits for an AI’s answer', () => {
    expect(value({ actionType: 10 }, 'billRate')).toBeNull();
    expect(only({ actionType: 11, runOnExport: true, id: 9 }, aJob(), 'export').notPostedBy).toBe(9);
    const prompt = { actionType: 12 as const, id: 3, fieldId: 15, operand: 'Which unit is [Specialty]?' };
    expect(only(prompt)).toMatchObject({ asksAi: [3], written: false });
    const answered = prepareRules([aRule(prompt)], { moment: 'collection', today, answerOf: (_, words) => `answer to ${words}` });
    expect(applyRules(aJob(), answered).job.unit).toBe('answer to Which unit is ICU?');
  });
});

describe('locks, marks and history', () => {
  test('[R12] a locked field is traced as blocked; unlocking it gives the rule’s value', () => {
    const locked = withEdit(aJob(), 'billRate', 70, hand);
    const { job, trace, changes } = only({ version: 3 }, locked);
    expect(job.billRate).toBe(70);
    expect(changes).toEqual([]);
    expect(trace[0]).toMatchObject({
      fired: true,
      changes: [],
      blocked: [{ key: 'billRate', value: 100, by: 'Ann', at: hand.at }],
    });
    expect(job.ruled['billRate']).toEqual({ ruleId: 1, version: 3, was: 92.5 });
    expect(withoutEdit(job, 'billRate', hand).billRate).toBe(100);
    expect(has(job.chgMap, 'rateByRule')).toBe(false);
  });

  test('[R13] history records which version of which rule wrote a value, and when a rule no longer writes it', () => {
    const first = only({ version: 2 });
    expect(first.changes).toEqual([{ field: 'billRate', before: 92.5, after: 100, ruleId: 1, version: 2 }]);
    expect(first.job.ruled).toEqual({ billRate: { ruleId: 1, version: 2, was: 92.5 } });
    expect(has(first.job.chgMap, 'rateByRule')).toBe(true);
    const second = run(first.job, []);
    expect(second.changes).toEqual([{ field: 'billRate', before: 100, after: 92.5, ruleId: null, version: null }]);
    expect(has(second.job.chgMap, 'rateByRule')).toBe(false);
  });

  test('[R14] the trace has every comparison with its value, and unreadable values', () => {
    const { trace } = only({ source: '[Degree] equal RN and ([Bill Rate] less than x or [State] is empty)' });
    expect(trace[0]).toMatchObject({
      fired: true,
      condition: {
        kind: 'and',
        parts: [
          { value: 'RN', holds: true, verdict: 1 },
          {
            kind: 'group',
            parts: [
              {
                parts: [
                  { value: 92.5, holds: false, verdict: 2 },
                  { value: null, holds: true },
                ],
              },
            ],
          },
        ],
      },
    });
  });

  test('[R15] an invalid rule does nothing and says where the error is', () => {
    const { trace, job } = only({ source: '[Degree] resembles RN' });
    expect(job.billRate).toBe(92.5);
    expect(trace[0]).toMatchObject({ skipped: 'broken', fired: false });
    expect(trace[0]?.problem).toContain('“resembles” is no operator');
  });

  test('the clock of the context times each rule', () => {
    let now = 0;
    const prepared = prepareRules([aRule({})], { moment: 'collection', today });
    const { trace } = applyRules(aJob(), prepared, { trace: true, clock: () => (now += 2) });
    expect(trace[0]?.ms).toBe(2);
  });
});

test('a field definition that repeats the catalog does not change a rule', () => {
  const definitions = new Map([[90, { time: 'exportOnly', required: false }]] as const);
  const rule = aStoredRule({ source: '[Mapped Facility] equal Mercy' });
  const [prepared] = prepareRules([rule], { moment: 'collection', today: '2026-11-21', definitions }).rules;
  expect(prepared).toMatchObject({ idle: null, problem: null });
});

test('[R15] a rule with a field that administrators allow only at the other time is broken, traced, and changes nothing', () => {
  const definitions = new Map([[15, { time: 'exportOnly', required: false }]] as const);
  const rule = aStoredRule({ source: '[Unit] equal ICU' });
  const prepared = prepareRules([rule], { moment: 'collection', today: '2026-11-21', definitions });
  const job = aJob({ unit: 'ICU' });
  const { job: after, trace } = applyRules(job, prepared, { trace: true });
  expect(after).toBe(job);
  expect(trace).toMatchObject([{ skipped: 'broken', problem: expect.stringMatching(/^Unit: One or several/) as string }]);
});

test('a rule writes only web addresses to a link; any other computed value is not written, and the trace says why', () => {
  const link = (title: string) => only({ fieldId: 54, operand: '[Title]' }, aJob({ title, jobUrl: 'https://vms.example.com/1' }));
  expect(link('https://jobs.example.com/7').job.jobUrl).toBe('https://jobs.example.com/7');
  for (const title of ['javascript:alert(1)', 'data:text/html,x', '//host/x', 'https://a b']) {
    const { job, trace } = link(title);
    expect(job.jobUrl).toBe('https://vms.example.com/1');
    expect(trace[0]).toMatchObject({ fired: true, changes: [], problem: expect.stringMatching(/is not a link/) });
  }
});
