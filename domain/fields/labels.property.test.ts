import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldNames } from '../job-list/field-names.ts';
import { labeledFields, labeledKeyed, sameLabel, wordsOf } from './label-words.ts';
import { comparedLabel, labelProblem, labelsFrom, mostLabelLetters, noLabels, pluralOf, workTypeKeys } from './labels.ts';

const keys = [...labeledFields.map(({ key }) => key), ...Object.values(workTypeKeys), '__proto__', 'constructor'];
const row = fc.record({
  fieldKey: fc.constantFrom(...keys),
  value: fc.string({ minLength: 1 }),
  plural: fc.string({ minLength: 1 }),
});
const own = fc.uniqueArray(row, { selector: ({ fieldKey }) => fieldKey });
const general = fc.array(
  fc.oneof(
    fc.tuple(row, fc.integer({ min: 1, max: 3 })).map(([one, targetId]) => ({ ...one, targetId, industryId: null })),
    fc.tuple(row, fc.integer({ min: 1, max: 3 })).map(([one, industryId]) => ({ ...one, targetId: null, industryId })),
  ),
);

test('the customer’s label wins over that of its target, that over the industry’s, that over the default', () => {
  const found = { own: 0, target: 0, industry: 0, none: 0 };
  fc.assert(
    fc.property(
      own,
      general,
      fc.constantFrom(...keys),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom(1, 3),
      (mine, all, key, targetId, industryId) => {
        const labels = labelsFrom({ own: mine, general: all, targetId, industryId });
        const ofTarget = all.findLast((one) => one.fieldKey === key && one.targetId === targetId);
        const ofIndustry = all.findLast((one) => one.fieldKey === key && one.industryId === industryId);
        const ofCustomer = mine.find((one) => one.fieldKey === key);
        const wins = ofCustomer ?? ofTarget ?? ofIndustry;
        found[ofCustomer ? 'own' : ofTarget ? 'target' : ofIndustry ? 'industry' : 'none'] += 1;
        expect(labels(key)).toEqual(wins && { one: wins.value, many: wins.plural });
      },
    ),
    { seed: 41, numRuns: 5000 },
  );
  for (const count of Object.values(found)) expect(count).toBeGreaterThan(5);
});

test('labels of other targets and industries do not count, nor any without a target or an industry', () => {
  fc.assert(
    fc.property(general, fc.constantFrom(...keys), (all, key) => {
      expect(labelsFrom({ own: [], general: all, targetId: null, industryId: null })(key)).toBeUndefined();
      expect(labelsFrom({ own: [], general: all, targetId: 9, industryId: 9 })(key)).toBeUndefined();
    }),
    { seed: 42 },
  );
});

test('the healthcare industry reads Department, Contract and Direct Hire, as documented, and each field has its own label', () => {
  const names = fieldNames(labelsFrom({ own: [], general: [], targetId: null, industryId: 2 }));
  expect([names.of('unit'), names.workType(1), names.workType(2), names.workType(3)]).toEqual([
    'Department',
    'Contract',
    'Direct Hire',
    'Contract',
  ]);
  expect([1, 2, 3].map(names.workTypeChoice)).toEqual(['Contract (Travel)', 'Direct Hire', 'Contract (Per diem)']);
  const others = fieldNames(labelsFrom({ own: [], general: [], targetId: null, industryId: 1 }));
  expect([others.of('unit'), others.workType(1), others.workType(2), others.workType(3), others.workType(9)]).toEqual([
    'Unit',
    'Travel',
    'Perm',
    'Per diem',
    '9',
  ]);
  const all = labeledFields.map((field) => comparedLabel(wordsOf(names.labels, field).one));
  expect(new Set(all).size).toBe(all.length);
});

test('a customer’s label wins over the wording of its industry', () => {
  const rows = [{ fieldKey: 'unit', value: 'Ward', plural: 'Wards' }];
  expect(labelsFrom({ own: rows, general: [], targetId: null, industryId: 2 })('unit')).toEqual({ one: 'Ward', many: 'Wards' });
});

test('one label for two fields is found by the field that has it, also where the difference cannot be seen', () => {
  const labels = labelsFrom({
    own: [{ fieldKey: 'zip', value: 'Post code', plural: 'Post codes' }],
    general: [],
    targetId: null,
    industryId: 1,
  });
  for (const label of ['Unit', ' unit ', 'U\u200Bnit', '\u202EUnit\u202C', 'ＵＮＩＴ'])
    expect(sameLabel(labels, 'city', label)?.key).toBe('unit');
  expect(sameLabel(labels, 'city', 'post  CODE')?.key).toBe('zip');
  // The default of a field that has another label now is free.
  expect(sameLabel(labels, 'city', 'Zip')).toBeUndefined();
  expect(sameLabel(labels, 'unit', 'Unit')).toBeUndefined();
  expect(sameLabel(noLabels, 'travelWork', 'Unit')).toBeUndefined();
});

test('bidirectional marks, HTML and names of object properties are text', () => {
  for (const label of ['\u202Eetar lliB', '<b onclick=x>Rate</b>', '__proto__', 'toString', '名前'])
    expect(labelProblem(label)).toBeNull();
  const labels = labelsFrom({
    own: [{ fieldKey: '__proto__', value: 'x', plural: 'xs' }],
    general: [],
    targetId: null,
    industryId: null,
  });
  expect(labels('__proto__')).toEqual({ one: 'x', many: 'xs' });
  expect([labels('toString'), labels('constructor'), labeledKeyed('__proto__')]).toEqual([undefined, undefined, undefined]);
});

test('a blank label, a long one and one of two lines are refused with the remedy', () => {
  expect(labelProblem(' \u200B')).toBe('Write a label.');
  expect(labelProblem('a'.repeat(mostLabelLetters + 1))).toBe('Shorten the label to 60 characters.');
  expect(labelProblem('a\nb')).toMatch(/one line/);
});

test('plurals are the usual English ones', () => {
  expect(
    ['Facility', 'Source', 'Bill Rate', 'VMS', 'Day', 'Batch', 'Box', 'Fee %', 'Positions', 'Status', 'Address'].map(pluralOf),
  ).toEqual([
    'Facilities',
    'Sources',
    'Bill Rates',
    'VMS',
    'Days',
    'Batches',
    'Boxes',
    'Fee %',
    'Positions',
    'Statuses',
    'Addresses',
  ]);
});
