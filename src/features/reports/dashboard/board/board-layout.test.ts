import { expect, test } from 'vitest';
import { folded, orderOf, placed, removed } from './board-layout.ts';

const ids = ['states', 'days', 'types', 'tasks'];
const usual = { order: [], removed: [], closed: [] };

test('without a choice cards stand in their usual order; a new card follows the one that it usually follows', () => {
  expect(orderOf(ids, usual)).toEqual(ids);
  expect(orderOf(ids, { order: ['tasks', 'states', 'gone', 'tasks'] })).toEqual(['tasks', 'states', 'days', 'types']);
  expect(orderOf(ids, { order: ['tasks'] })).toEqual(['states', 'days', 'types', 'tasks']);
});

test('a card moves before or after another, and all others stay', () => {
  expect(placed(ids, usual, 'tasks', 'before', 'types').order).toEqual(['states', 'days', 'tasks', 'types']);
  expect(placed(ids, usual, 'states', 'after', 'days').order).toEqual(['days', 'states', 'types', 'tasks']);
  expect(placed(ids, usual, 'states', 'before', 'states')).toBe(usual);
  expect(placed(ids, usual, 'states', 'before', 'unknown')).toBe(usual);
});

test('a removed or folded card keeps its place', () => {
  const moved = placed(ids, usual, 'tasks', 'before', 'states');
  const without = folded(removed(removed(moved, 'tasks', true), 'tasks', true), 'days', true);
  expect(without).toEqual({ order: moved.order, removed: ['tasks'], closed: ['days'] });
  expect(folded(removed(without, 'tasks', false), 'days', false)).toEqual(moved);
});
