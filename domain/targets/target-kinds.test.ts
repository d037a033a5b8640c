import { expect, test } from 'vitest';
import { aTarget } from '#tests/support/factories/job-factory.ts';
import { takesJobs } from '../posting/takes-jobs.ts';
import { canConnect, firstTarget, isPublished, isSentTo, pickable, targetKind, targetKinds } from './target-kinds.ts';

test('the documented numbers 1 to 47 are kinds; only those with a connection can be added', () => {
  expect(targetKinds.map(({ id }) => id)).toEqual(Array.from({ length: 47 }, (_, at) => at + 1));
  expect(new Set(targetKinds.map(({ name }) => name)).size).toBe(47);
  expect(targetKinds.filter(canConnect).map(({ name }) => name)).toEqual([
    'CTM',
    'XML feed',
    'Bullhorn',
    'Salesforce',
    'Crelate',
    'LaborEdge',
    'Job board feed',
    'TravelNurseSource',
  ]);
  expect([isSentTo(8), isPublished(4), isSentTo(4), isPublished(8)]).toEqual([true, true, false, false]);
});

test('a number that the documents do not know is a kind that takes no jobs', () => {
  expect(targetKind(99)).toMatchObject({ id: 99, isDescribed: false, delivery: 'unavailable' });
  const takers = [...targetKinds.map(({ id }) => id), 0, 99].filter((typeId) => takesJobs(aTarget({ typeId, canPost: true })));
  expect(takers).toEqual([2, 4, 8, 9, 22, 26, 40]);
  expect(takesJobs(aTarget({ typeId: 8, canPost: false }))).toBe(false);
});

test('people choose among the targets without the feeds; the first that is on is shown', () => {
  const [feed, ats] = [aTarget({ id: 1, typeId: 4 }), aTarget({ id: 2, typeId: 8 })];
  expect(pickable([feed, ats])).toEqual([ats]);
  expect(pickable([feed])).toEqual([feed]);
  expect(firstTarget([feed, { ...ats, disabled: true }])?.id).toBe(2);
  expect(
    firstTarget([
      { ...ats, disabled: true },
      { ...ats, id: 3 },
    ])?.id,
  ).toBe(3);
  expect(firstTarget([])).toBeUndefined();
});
