import { expect, test } from 'vitest';
import { type PaletteItem, palette, rank, readQuery } from './palette-registry.ts';

const item = (id: string, label: string, also = ''): PaletteItem => ({ id, mode: 'page', label, also, run: () => undefined });
const pages = [item('map', 'Map facilities'), item('fac', 'Facilities shared'), item('staging', 'Staging', 'jobs grid facility')];

test('The first character chooses the mode', () => {
  expect(['staging', '>post', '#884', '/tasks', '?'].map(readQuery)).toEqual([
    { mode: 'all', words: 'staging' },
    { mode: 'action', words: 'post' },
    { mode: 'job', words: '884' },
    { mode: 'page', words: 'tasks' },
    { mode: 'help', words: '' },
  ]);
});

test('A label that starts with the word ranks first, then a label that contains it, then a match in other words', () => {
  expect(rank(pages, 'facili', []).map((p) => p.id)).toEqual(['fac', 'map', 'staging']);
});

test('Every word must match', () => {
  expect(rank(pages, 'map facil', []).map((p) => p.id)).toEqual(['map']);
  expect(rank(pages, 'map xyz', [])).toEqual([]);
});

test('With nothing typed, recently used items come first', () => {
  expect(rank(pages, '', ['staging']).map((p) => p.id)).toEqual(['staging', 'map', 'fac']);
});

test('The result has at most `limit` items', () => {
  expect(rank(pages, '', [], 2)).toHaveLength(2);
});

test('A removed source is no longer listed', () => {
  const remove = palette.add({ id: 'test', search: () => pages });
  expect(palette.sources().map((s) => s.id)).toContain('test');
  remove();
  expect(palette.sources().map((s) => s.id)).not.toContain('test');
});
