import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { evaluateFiles } from './evaluate-files.ts';

const postRequests = { today: '2026-11-21', moment: 'collection', trace: false };
const rules = [
  { id: 1, actionType: 1, field: 'OT Rule', source: '[Degree] equal RN and [State] equal CA|NY', operand: 'daily 8 h' },
  { id: 2, actionType: 7, field: 'otRate', source: '[OT Rule] is not empty', operand: '[Bill Rate] * 1.5' },
];

test('for each job: the rules that fired, the resulting fields, the changes and the failed actions', () => {
  const answer = evaluateFiles(
    rules,
    { jobs: [{ id: 7, degree: 'rn', state: 'CA', billRate: 80 }, { Degree: 'LPN' }] },
    postRequests,
  );
  expect(answer[0]).toMatchObject({
    id: 7,
    fired: [1, 2],
    fields: { degree: 'rn', state: 'CA', billRate: 80, otRule: 'daily 8 h', otRate: 120, status: 'Open', workType: 1 },
    changes: [
      { field: 'otRate', before: null, after: 120, ruleId: 2, version: 1 },
      { field: 'otRule', before: null, after: 'daily 8 h', ruleId: 1, version: 1 },
    ],
    problems: [],
  });
  expect(answer[1]).toMatchObject({ id: 2, fired: [], changes: [] });
});

test('invalid input is named: rule, job, field', () => {
  const jobs = [{ id: 1 }];
  expect(() => evaluateFiles({}, jobs, postRequests)).toThrow('The rules must be a JSON array');
  expect(() => evaluateFiles([{ id: 1, actionType: 99 }], jobs, postRequests)).toThrow('Rule 1: actionType');
  expect(() => evaluateFiles([{ id: 1, actionType: 1, field: 'Nope' }], jobs, postRequests)).toThrow('there is no field "Nope"');
  expect(() => evaluateFiles(rules, [{ nope: 1 }], postRequests)).toThrow('Job 1: there is no field "nope"');
  expect(() => evaluateFiles(rules, [{ billRate: 'much' }], postRequests)).toThrow('Job 1: billRate');
  expect(() => evaluateFiles(rules, jobs, { ...postRequests, today: 'now' })).toThrow('--today now');
  const broken = evaluateFiles([{ id: 1, actionType: 1, field: 'city', source: '[Degree] resembles RN' }], jobs, postRequests);
  expect(broken[0]?.problems[0]?.problem).toContain('“resembles” is no operator');
});

test('the documentation’s example gives the documented result', () => {
  const page = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');
  const [rulesJson, jobsJson, answer] = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map((found) =>
    JSON.parse(found[1] ?? 'null'),
  );
  expect(evaluateFiles(rulesJson, jobsJson, postRequests)).toMatchObject(answer);
});
