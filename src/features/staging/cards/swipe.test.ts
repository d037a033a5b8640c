import { expect, test } from 'vitest';
import { moved, released, type Swipe } from './swipe.ts';

const still: Swipe = { kind: 'still', dx: 0 };
const path = (...points: [number, number][]) => points.reduce((swipe, [dx, dy]) => moved(swipe, dx, dy), still);

test('a trembling finger is a tap', () => {
  expect(released(path([3, 4], [-6, 2]))).toBe('tap');
});

test('a way down scrolls, and never acts, wherever the finger goes then', () => {
  expect(released(path([4, 20], [130, 30]))).toBeNull();
});

test('a way to the side acts only when it is long enough at the end', () => {
  expect(released(path([20, 2], [100, 5]))).toBe('right');
  expect(released(path([-20, 2], [-100, 5]))).toBe('left');
  expect(released(path([20, 2], [120, 5], [30, 5]))).toBeNull();
});
