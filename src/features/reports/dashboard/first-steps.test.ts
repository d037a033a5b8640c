import { expect, test } from 'vitest';
import { firstSteps, type StepFacts } from './first-steps.ts';

const done = (facts: StepFacts) => firstSteps(facts).flatMap(({ id, isDone }) => (isDone ? [id] : []));
const nothing = { jobs: 0, decided: 0, unmapped: 0, posted: 0 };

test('a new customer has done none of the first steps', () => {
  expect(done(nothing)).toEqual([]);
});

test('each step is done as soon as the data shows it', () => {
  expect(done({ ...nothing, jobs: 1, unmapped: 1 })).toEqual(['bring']);
  expect(done({ jobs: 50, decided: 9, unmapped: 3, posted: 0 })).toEqual(['bring']);
  expect(done({ jobs: 50, decided: 10, unmapped: 3, posted: 0 })).toEqual(['bring', 'map']);
  expect(done({ jobs: 50, decided: 10, unmapped: 3, posted: 1 })).toEqual(['bring', 'map', 'post']);
});

test('jobs that were all matched on their own leave nothing to map', () => {
  expect(done({ jobs: 50, decided: 0, unmapped: 0, posted: 0 })).toEqual(['bring', 'map']);
});
