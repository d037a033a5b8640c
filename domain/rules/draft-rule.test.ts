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
  ['Hold jobs in NV', '[State] equal "NV"', { actionType: 6 }],
  ['Cancel jobs if shift is missing', '[Shift] is empty', { actionType: 5 }],
  // The dialog's own example.
  [
    'put travel jobs in Texas with a bill rate below 60 on hold',
    '[State] equal "TX" and [Bill Rate] less than "60"',
    { actionType: 6, operand: 'hold', workType: 1 },
  ],
  // States.
  ['Cancel jobs in New York', '[State] equal "NY"', { actionType: 5 }],
  ['cancel all jobs in west virginia', '[State] equal "WV"', { actionType: 5 }],
  ['Hide jobs in Texas or California', '[State] equal "TX" or [State] equal "CA"', { actionType: 6, operand: 'hide' }],
  ['Hold jobs in TX, OK or NM', '[State] equal "TX" or [State] equal "OK" or [State] equal "NM"', { actionType: 6 }],
  ['Cancel jobs if state is Florida', '[State] equal "FL"', { actionType: 5 }],
  ['Do not post jobs where the state is not Oregon', '[State] not equal "OR"', { actionType: 11 }],
  ['Hold jobs in the state of Washington', '[State] equal "WA"', { actionType: 6 }],
  // Degrees and specialties.
  ['Hold RN jobs', '[Degree] equal "RN"', { actionType: 6 }],
  ['cancel CNA jobs in Ohio', '[Degree] equal "CNA" and [State] equal "OH"', { actionType: 5 }],
  ['Hide registered nurse jobs', '[Degree] equal "RN"', { actionType: 6 }],
  ['Cancel LPN or LVN jobs', '[Degree] equal "LPN" or [Degree] equal "LVN"', { actionType: 5 }],
  ['Hold ICU jobs', '[Specialty] equal "ICU"', { actionType: 6 }],
  ['Hold RN ICU jobs in Nevada', '[Degree] equal "RN" and [Specialty] equal "ICU" and [State] equal "NV"', { actionType: 6 }],
  ['Cancel labor and delivery jobs', '[Specialty] equal "Labor and Delivery"', { actionType: 5 }],
  ['Hide OR nurses', '[Specialty] equal "OR"', { actionType: 6 }],
  ['Cancel jobs if degree is registered nurse', '[Degree] equal "RN"', { actionType: 5 }],
  [
    'Hold med surg or telemetry jobs in PA',
    '([Specialty] equal "Med Surg" or [Specialty] equal "Telemetry") and [State] equal "PA"',
    { actionType: 6 },
  ],
  ['Cancel jobs for physical therapists', '[Degree] equal "PT"', { actionType: 5 }],
  // Ranges and amounts.
  [
    'Hold jobs with a bill rate between 40 and 60',
    '[Bill Rate] greater or equal "40" and [Bill Rate] less equal "60"',
    { actionType: 6 },
  ],
  [
    'Cancel jobs from 8 to 12 weeks',
    '[Duration Weeks] greater or equal "8" and [Duration Weeks] less equal "12"',
    { actionType: 5 },
  ],
  ['Hide jobs if bill rate is over $100 an hour', '[Bill Rate] greater than "100"', { actionType: 6 }],
  ['Hold jobs with a rate of at least $1,250', '[Bill Rate] greater or equal "1250"', { actionType: 6 }],
  ['Cancel jobs with at least 26 weeks', '[Duration Weeks] greater or equal "26"', { actionType: 5 }],
  ['Cancel jobs longer than 26 weeks', '[Duration Weeks] greater than "26"', { actionType: 5 }],
  ['Hold jobs with 48 hours or more', '[Hours per Week] greater or equal "48"', { actionType: 6 }],
  ['Hold jobs when hours per week is up to 24', '[Hours per Week] less equal "24"', { actionType: 6 }],
  [
    'Cancel jobs with a bill rate under 55 or state is Maine',
    '[Bill Rate] less than "55" or [State] equal "ME"',
    { actionType: 5 },
  ],
  ['Hide jobs paying less than $30 per hour', '[Pay per Hour] less than "30"', { actionType: 6 }],
  ['Cancel jobs if start date is before 12/31/2026', '[Start Date] less than "12/31/2026"', { actionType: 5 }],
  ['Hold jobs starting after 1/15/2027', '[Start Date] greater than "1/15/2027"', { actionType: 6 }],
  ['Hold jobs if guaranteed hours are no more than 32', '[Guaranteed Hours] less equal "32"', { actionType: 6 }],
  // Work types.
  ['Cancel per diem jobs', '', { actionType: 5, workType: 3 }],
  ['Hide permanent jobs in Iowa', '[State] equal "IA"', { actionType: 6, workType: 2 }],
  ['If the job is a travel job, hold it', '', { actionType: 6, workType: 1 }],
  // Other actions and orders.
  ['Please place jobs of Mercy on hold', '[Facility] contains "Mercy"', { actionType: 6, operand: 'hold' }],
  ['Don’t send night jobs', '[Shift] contains "night"', { actionType: 11, runOnExport: true }],
  ['Stop posting jobs where the hospital contains Mercy', '[Facility] contains "Mercy"', { actionType: 11 }],
  [
    'Set the bill rate to $90 for RN jobs in Texas',
    '[Degree] equal "RN" and [State] equal "TX"',
    { actionType: 1, fieldId: 17, operand: '90' },
  ],
  [
    'Set the note to "Call for rates" if the rate is missing',
    '[Bill Rate] is empty',
    { actionType: 1, fieldId: 26, operand: 'Call for rates' },
  ],
  ['When the rate is above 120 then put the job on hold', '[Bill Rate] greater than "120"', { actionType: 6, operand: 'hold' }],
  ['Cancel jobs at Saint Luke’s', '[Facility] contains "Saint Luke’s"', { actionType: 5 }],
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
    ['Hold purple jobs in Texas', /“purple jobs in Texas” does not name a job field/],
    ['Hold jobs with a bill rate between high and low', /Bill Rate/],
    ['Hold travel and permanent jobs', /Name one work type/],
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
