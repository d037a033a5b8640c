import { expect, test } from 'vitest';
import type { AtsField } from '#contract/posting/ats-fields.ts';
import { dryRunCheck } from './dry-run-check.ts';

const field = (name: string, type: string, over: Partial<AtsField> = {}): AtsField => ({
  name,
  label: name,
  type,
  length: null,
  picklistValues: [],
  ...over,
});
const choice = (value: string) => ({ value, label: value });
const fields = [
  field('title', 'String', { length: 10 }),
  field('clientBillRate', 'Double'),
  field('startDate', 'Timestamp'),
  field('isOpen', 'Boolean'),
  field('employmentType', 'String', { picklistValues: [choice('Contract'), choice('Direct Hire')] }),
  field('clientCorporation', 'TO_ONE'),
  field('categories', 'TO_MANY'),
];
const good = {
  title: 'RN ICU',
  clientBillRate: 41.5,
  startDate: Date.UTC(2026, 11, 7),
  isOpen: true,
  employmentType: 'contract',
  clientCorporation: { id: 1000 },
  categories: ['101'],
  dateEnd: null,
};
const check = (values: object, over: Partial<Parameters<typeof dryRunCheck>[0]> = {}) =>
  dryRunCheck({ values: { ...good, ...values }, fields, required: ['title', 'clientCorporation'], target: 'Bullhorn', ...over });

test('a job order that fits is refused nowhere; empty fields are not counted', () => {
  expect(check({})).toEqual({ sent: 7, refused: [], words: 'Dry run: 7 fields, none would be refused. Nothing was sent.' });
});

test.each([
  ['an unknown field', { bogus: 'x' }, 'bogus', 'is no field of a job order there'],
  ['an unknown list of ids', { specialties: ['201'] }, 'specialties', 'is no field of a job order there'],
  ['a text that is too long', { title: 'RN ICU nights' }, 'title', 'has 13 characters; it holds at most 10'],
  ['a text for a number', { clientBillRate: 'high' }, 'clientBillRate', '“high” is not a number'],
  ['a text for a date', { startDate: 'ASAP' }, 'startDate', '“ASAP” is not a date'],
  ['a text for yes or no', { isOpen: 'maybe' }, 'isOpen', '“maybe” is not yes or no'],
  ['a value outside the list', { employmentType: 'Gig' }, 'employmentType', '“Gig” is not in its list of 2 values'],
  ['a needed field without a value', { clientCorporation: { id: null } }, 'clientCorporation', 'is needed and has no value'],
])('%s would be refused', (_, values, name, words) => {
  const result = check(values);
  expect(result.refused).toEqual([{ field: name, words }]);
  expect(result.words).toMatch(/^Dry run: \d fields, 1 would be refused\. Nothing was sent\.$/);
});

test('without the list of fields only needed ones are checked, and it says so', () => {
  const { refused, words } = check({ title: ' ', bogus: 'x' }, { fields: null });
  expect(refused).toEqual([{ field: 'title', words: 'is needed and has no value' }]);
  expect(words).toBe(
    'Dry run: 7 fields, 1 would be refused. Bullhorn does not list its fields, so only needed ones were checked. Nothing was sent.',
  );
});
