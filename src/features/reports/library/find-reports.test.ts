import { expect, test } from 'vitest';
import { reportIds } from '#domain/reports/kit/report-ids.ts';
import { reports } from '#domain/reports/reports.ts';
import { findReports } from './find-reports.ts';

const titles = (typed: string, favorites: readonly number[] = []) =>
  findReports(reports, typed, (id) => favorites.includes(id)).map(({ label, reports: found }) => [
    label,
    found.map(({ title }) => title),
  ]);

test('every report is in one group, in the order of the groups', () => {
  const all = findReports(reports, '', () => false);
  expect(all.flatMap(({ reports: found }) => found)).toHaveLength(reports.length);
  expect(all.map(({ label }) => label)).toEqual([...new Set(all.map(({ label }) => label))]);
});

test('every typed word must be in the title, the sentence, the group or a column', () => {
  expect(titles('rule order')).toEqual([['Rules', ['Rule report']]]);
  expect(titles('MAPPED special parent')).toEqual([]);
  expect(titles('MAPPED shift')).toContainEqual(['Mapping', ['Mapped shifts']]);
  expect(titles('no such words')).toEqual([]);
});

test('a favorite comes first, and not again in its group', () => {
  const [first, second] = titles('map', [reportIds.mapShifts]);
  expect(first).toEqual(['Favorites', ['Mapped shifts']]);
  expect(second?.[1]).not.toContain('Mapped shifts');
});
