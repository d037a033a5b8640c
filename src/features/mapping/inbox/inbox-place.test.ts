import { expect, test } from 'vitest';
import type { MapQueueItem } from '#src/workers/grid/map-queue.ts';
import { aValue } from '#tests/support/factories/job-factory.ts';
import { after, inOrder, minutesLeft } from './inbox-place.ts';

const item = (id: number): MapQueueItem => ({
  value: aValue(id, 'facility'),
  openJobs: 1,
  postedJobs: 0,
  mappedName: null,
  suggestedName: null,
  sync: null,
  twins: [],
});
const ids = (items: readonly MapQueueItem[]) => items.map(({ value }) => value.id);
const queue = [1, 2, 3, 4].map(item);

test('Decided items leave the queue at once; skipped items move to the end in the order they were skipped', () => {
  expect(ids(inOrder(queue, new Set([2]), [3, 1]))).toEqual([4, 3, 1]);
});

test('The item above follows the last item; nothing follows the only item', () => {
  expect(after(queue, 2)).toBe(3);
  expect(after(queue, 4)).toBe(3);
  expect(after([item(9)], 9)).toBeNull();
});

test('The time left follows the pace, and is null until there is one', () => {
  expect(minutesLeft(2, 100, 60_000)).toBeNull();
  expect(minutesLeft(10, 60, 60_000)).toBe(6);
  expect(minutesLeft(10, 1, 10_000)).toBe(1);
});
