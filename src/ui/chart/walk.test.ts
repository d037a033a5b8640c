import { expect, test } from 'vitest';
import { type Spot, type Walk, walkBars, walkDays } from './walk.ts';

/** The places that keys lead to, one after another; a key that leads nowhere stays. */
function walked(walk: Walk, parts: readonly number[], keys: readonly string[], from: Spot = { bar: 0, part: 0 }): string[] {
  let at = from;
  return keys.map((key) => {
    at = walk(parts, at, key) ?? at;
    return `${at.bar},${at.part}`;
  });
}

test('arrows go from part to part, over the ends of bars, and stop at the ends of the chart', () => {
  expect(walked(walkBars, [2, 1, 3], ['ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft'])).toEqual([
    '0,0',
    '0,1',
    '1,0',
    '2,0',
    '1,0',
  ]);
  expect(walked(walkBars, [2, 1, 3], ['End', 'ArrowRight', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Home'])).toEqual([
    '2,2',
    '2,2',
    '1,0',
    '0,0',
    '0,0',
    '0,0',
  ]);
  expect(walked(walkBars, [3, 3], ['ArrowDown', 'ArrowDown'], { bar: 0, part: 2 })).toEqual(['1,2', '1,2']);
});

test('in a calendar, left and right are weeks', () => {
  const month = Array.from({ length: 30 }, () => 1);
  expect(walked(walkDays, month, ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowUp', 'End', 'ArrowRight'])).toEqual([
    '7,0',
    '8,0',
    '1,0',
    '1,0',
    '0,0',
    '29,0',
    '29,0',
  ]);
});

test('other keys lead nowhere', () => {
  expect([walkBars([1], { bar: 0, part: 0 }, 'Enter'), walkDays([1], { bar: 0, part: 0 }, 'a')]).toEqual([null, null]);
});
