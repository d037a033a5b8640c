import { expect, test } from 'vitest';
import { blankFilter, readFilters, writeFilters } from './saved-filters.ts';

test.each([
  [[]],
  [[{ name: 'q', value: 'icu & 100%' }]],
  [
    [
      { name: 'state', value: 'unmapped' },
      { name: 'edited', value: '2026-11-01..2026-11-30' },
    ],
  ],
  [[{ name: 'source', value: 'A=B “é”' }]],
])('filters %j are read as they were written', (filters) => {
  expect(readFilters(writeFilters(filters))).toEqual(filters);
});

test('a query as a browser writes it is read, and a part that cannot be decoded stays', () => {
  expect(readFilters('q=night+shift&state=%E0%A4%A')).toEqual([
    { name: 'q', value: 'night shift' },
    { name: 'state', value: '%E0%A4%A' },
  ]);
});

test('a filter without a value is named, in reports alone', () => {
  expect(blankFilter({ base: 'report', query: 'q=icu&state=%20' })).toBe('state');
  expect(blankFilter({ base: 'report', query: 'q=icu&state=mapped' })).toBeNull();
  expect(blankFilter({ base: 'triage', query: 'state=' })).toBeNull();
});
