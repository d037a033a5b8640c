import { expect, test } from 'vitest';
import { parseQuery } from '#domain/query/parse-query.ts';
import { jobQuerySchema } from '#src/entities/job/job-query.ts';
import { jobsOf, labelOf, valueText } from './mail-words.ts';

test('the jobs of a mail open in the grid by their ids, whatever the ids contain', () => {
  const query =
    new URL(jobsOf('Lakeside "VMS"', ['2024-1', 'A, B', 'C:1']), 'http://jobdock.example').searchParams.get('q') ?? '';
  const { chips, problems } = parseQuery(query, jobQuerySchema(null, 0));
  expect(problems).toEqual([]);
  expect(chips).toMatchObject([
    { field: 'source', values: ['Lakeside "VMS"'], exact: true },
    { field: 'providerJobId', values: ['2024-1', 'A, B', 'C:1'], exact: true },
  ]);
});

test('a field of a mail has the name that the product gives it, and a value is never blank', () => {
  expect(labelOf('startDate')).toBe('Start date');
  expect(labelOf('hoursPerWeek')).toBe('Hours per week');
  expect([null, '', 0, true, false, 'Tulsa'].map(valueText)).toEqual(['empty', 'empty', '0', 'Yes', 'No', 'Tulsa']);
});
