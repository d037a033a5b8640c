import { expect, test } from 'vitest';
import { arrange } from './arrange.ts';

type Skill = { name: string; workers: number | null };
const skills: Skill[] = [
  { name: 'Ward 10', workers: 2 },
  { name: 'ward 9', workers: null },
  { name: 'ICU night', workers: 7 },
];
const by = (more: Partial<Parameters<typeof arrange<Skill>>[1]>) =>
  arrange(skills, { search: '', searchIn: ['name'], sort: 'name', descending: false, ...more }).map((s) => s.name);

test('Names sort by numeric value, 9 before 10, ignoring letter case', () => {
  expect(by({})).toEqual(['ICU night', 'ward 9', 'Ward 10']);
});

test('Unknown values come last in both directions', () => {
  expect(by({ sort: 'workers' })).toEqual(['Ward 10', 'ICU night', 'ward 9']);
  expect(by({ sort: 'workers', descending: true })).toEqual(['ICU night', 'Ward 10', 'ward 9']);
});

test('Every word must match, in any order', () => {
  expect(by({ search: 'night icu' })).toEqual(['ICU night']);
  expect(by({ search: 'ward night' })).toEqual([]);
});

test('The given rows are not changed', () => {
  by({ sort: 'workers' });
  expect(skills[0]?.name).toBe('Ward 10');
});
