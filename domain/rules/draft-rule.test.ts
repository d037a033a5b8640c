import { describe, expect, test } from 'vitest';
import { draftRule } from './draft-rule.ts';
import { ruleProblems } from './problems/rule-problems.ts';

const at = '2026-11-21T12:00:00.000Z';
const drafted = (text: string) => {
  const draft = draftRule(text);
  if ('problem' in draft) throw new Error(draft.problem);
  return draft;
};

test.each([
  ['Cancel jobs if facility contains Mercy', '[Facility] contains "Mercy"', { actionType: 5 }],
  ['If specialty is ICU, set the bill rate to $95', '[Specialty] equal "ICU"', { actionType: 1, fieldId: 17, operand: '95' }],
  [
    'Hold travel jobs when bill rate is less than 60',
    '[Bill Rate] less than "60"',
    { actionType: 6, operand: 'hold', workType: 1 },
  ],
  ['hide jobs where degree is RN or LPN', '[Degree] equal "RN" or [Degree] equal "LPN"', { actionType: 6, operand: 'hide' }],
  [
    'Do not post jobs if state is CA and unit contains float',
    '[State] equal "CA" and [Unit] contains "float"',
    { actionType: 11, runOnExport: true },
  ],
  ['Clear the note when source is Medloop', '[Source] equal "Medloop"', { actionType: 10, fieldId: 26 }],
  ['Cancel jobs of Mercy Hospital', '[Facility] contains "Mercy Hospital"', { actionType: 5 }],
  ['Hold jobs in NV', '[State] equal NV', { actionType: 6 }],
  ['Cancel jobs if shift is missing', '[Shift] is empty', { actionType: 5 }],
])('“%s”', (text, source, rule) => {
  const draft = drafted(text);
  expect(draft.rule).toMatchObject({ source, active: false, ...rule });
  expect(ruleProblems(draft.rule, { at, savedDate: null })).toEqual([]);
  expect(draft.assumed).toContain('It is inactive until you activate it.');
});

describe('text that is not understood is reported', () => {
  test.each([
    ['make me rich', /Say what the rule does/],
    ['Cancel jobs if colour is blue', /does not name a job field/],
    ['Set colour to blue', /not a job field/],
    ['Set the job id to 7', /cannot be written/],
    ['Set bill rate to high', /needs a number/],
    ['Cancel jobs if degree', /does not name a job field|Say how/],
  ])('“%s”', (text, words) => {
    expect(draftRule(text)).toMatchObject({ problem: expect.stringMatching(words) as string });
  });
});

test('assumptions are listed', () => {
  expect(drafted('Cancel jobs of Mercy Hospital').assumed).toEqual([
    '“Mercy Hospital” is a facility.',
    'It is for all work types.',
    'It runs on data collection.',
    'It is inactive until you activate it.',
  ]);
  expect(drafted('cancel all jobs').assumed).toContain('It has no condition, so it is for every job.');
});
