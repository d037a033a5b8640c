import { expect, test } from 'vitest';
import { choosing, decidedJobs, separating } from './choice-pairs.ts';

const [job, certain, possible, sibling] = [
  { id: 1, sourceId: 1 },
  { id: 2, sourceId: 2 },
  { id: 3, sourceId: 3 },
  { id: 4, sourceId: 1 },
];
const order = (of: typeof job, certainty: number) => ({ job: of, certainty, decision: null });
const idsOf = (jobs: readonly { readonly id: number }[]) => jobs.map(({ id }) => id);

test('a choice decides about certain counterparts only, and about a possible one that was chosen', () => {
  const orders = [order(certain, 97), order(possible, 33)];
  expect(idsOf(decidedJobs(job, orders, job))).toEqual([1, 2]);
  expect(idsOf(decidedJobs(job, orders, certain))).toEqual([1, 2]);
  expect(idsOf(decidedJobs(job, orders, possible))).toEqual([1, 2, 3]);
});

test('where nothing is certain, a choice decides about all', () => {
  expect(idsOf(decidedJobs(job, [order(certain, 50), order(possible, 33)], job))).toEqual([1, 2, 3]);
});

test('jobs of one source are never the same order', () => {
  expect(choosing(certain, [job, certain, sibling])).toEqual([
    { id: 2, otherId: 1, decision: 'post' },
    { id: 2, otherId: 4, decision: 'post' },
  ]);
  expect(choosing(job, [job, certain, sibling])).toEqual([{ id: 1, otherId: 2, decision: 'post' }]);
  expect(separating(job, [certain])).toEqual([{ id: 1, otherId: 2, decision: 'different' }]);
});
