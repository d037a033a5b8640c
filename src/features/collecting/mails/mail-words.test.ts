import { expect, test } from 'vitest';
import { defaultNames } from '#domain/job-list/field-names.ts';
import { jobQuerySchema } from '#domain/job-list/job-query.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import { effectOf, jobsOf, labelOf, valueText } from './mail-words.ts';

test('the jobs of an email open in the grid by their ids, whatever the ids contain', () => {
  const query =
    new URL(jobsOf('Lakeside "VMS"', ['2024-1', 'A, B', 'C:1']), 'http://jobdock.example').searchParams.get('q') ?? '';
  const { chips, problems } = parseQuery(query, jobQuerySchema(null, 0));
  expect(problems).toEqual([]);
  expect(chips).toMatchObject([
    { field: 'source', values: ['Lakeside "VMS"'], exact: true },
    { field: 'providerJobId', values: ['2024-1', 'A, B', 'C:1'], exact: true },
  ]);
});

test('a field of an email has the name that the product gives it, and a value is never blank', () => {
  expect(labelOf('startDate', defaultNames)).toBe('Start date');
  expect(labelOf('hoursPerWeek', defaultNames)).toBe('Hours per week');
  expect([null, '', 0, true, false, 'Tulsa'].map((value) => valueText('city', value, defaultNames))).toEqual([
    'empty',
    'empty',
    '0',
    'Yes',
    'No',
    'Tulsa',
  ]);
  expect([2, 9, null].map((value) => valueText('workType', value, defaultNames))).toEqual(['Perm', '9', 'empty']);
});

test('a look says what the email would do, without counts of nothing', () => {
  const said = (change: Partial<Parameters<typeof effectOf>[0]>) =>
    effectOf({ added: 0, changed: 0, same: 0, cancelled: 0, ...change }).split('.')[0];
  expect(said({})).toBe('Read now, the email changes no job');
  expect(said({ added: 1 })).toBe('Read now, the email adds 1 job');
  expect(said({ added: 2, same: 1 })).toBe('Read now, the email adds 2 jobs and leaves 1 job as it is');
  expect(said({ added: 1, changed: 1, cancelled: 3 })).toBe(
    'Read now, the email adds 1 job, changes 1 job and cancels 3 jobs that it does not list',
  );
});
