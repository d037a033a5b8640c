import { expect, test } from 'vitest';
import { ScrollSpeed } from './scroll-speed.ts';

const steps = (...firsts: readonly (readonly [first: number, atMs: number])[]): boolean[] => {
  const speed = new ScrollSpeed();
  return firsts.map(([first, atMs]) => {
    speed.moved(first, 30, atMs);
    return speed.flinging;
  });
};

test('steps that keep part of the view on the screen are never flinging', () => {
  expect(steps([20, 0], [40, 16], [69, 33], [40, 50])).toEqual([false, false, false, false]);
});

test('one jump is drawn at once, a second jump in a row is flinging, and slowing down ends it', () => {
  expect(steps([5000, 0], [5200, 16], [5400, 33], [5410, 50])).toEqual([false, true, true, false]);
});

test('separate jumps by the user are not flinging', () => {
  expect(steps([5000, 0], [9000, 400])).toEqual([false, false]);
});

test('flinging ends with the scroll, and the next jump is a single jump again', () => {
  const speed = new ScrollSpeed();
  for (const at of [0, 1, 2]) speed.moved(1000 * at, 30, at * 16);
  expect(speed.flinging).toBe(true);
  speed.stop();
  expect(speed.flinging).toBe(false);
  speed.moved(9000, 30, 60);
  expect(speed.flinging).toBe(false);
});
