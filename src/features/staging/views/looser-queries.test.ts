import { expect, test } from 'vitest';
import { jobQuerySchema } from '#domain/job-list/job-query.ts';
import { looserQueries } from './looser-queries.ts';

const schema = jobQuerySchema(null, 20_000);
const offered = (query: string) => looserQueries(query, schema).map(({ says, query: next }) => [says, next]);

test('each part of a query can be dropped, and the words that say nothing stay harmless', () => {
  expect(offered('icu in TX, CA above 80 dollars')).toEqual([
    ['Drop “icu” (intensive care)', 'in TX, CA above 80 dollars'],
    ['Drop State TX, CA', 'icu in above 80 dollars'],
    ['Drop Bill rate >80', 'icu in TX, CA'],
  ]);
});

test('a mistyped word is offered as the nearest known one, before it is offered to be dropped', () => {
  expect(offered('icu nigths')).toEqual([
    ['Search “nights”', 'icu nights'],
    ['Drop “icu” (intensive care)', 'nigths'],
    ['Drop “nigths”', 'icu'],
  ]);
});

test('a chip of several words is dropped whole', () => {
  expect(offered('jobs in new york or new jersey next month')).toEqual([
    ['Drop State NY, NJ', 'jobs in next month'],
    ['Drop Start next month', 'jobs in new york or new jersey'],
  ]);
});
