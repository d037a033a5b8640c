import { expect, test } from 'vitest';
import { jobsReport } from '#domain/reports/jobs/jobs-report.ts';
import { namedReport } from '#domain/reports/kit/report.ts';
import { createFormat } from '#src/ui/format/create-format.ts';
import { defaultFormat } from '#src/ui/format/format.ts';
import { chipsOf } from './report-chips.tsx';

const filters = namedReport(jobsReport, (field, otherwise = field) => otherwise).filters.map((filter) => ({
  filter,
  choices: filter.kind === 'choice' ? filter.choices : [],
}));
const chips = (values: Record<string, string>) =>
  chipsOf({ filter: (name) => values[name] ?? '' }, filters, createFormat(defaultFormat)).map(({ words, isOdd }) => [
    words,
    isOdd,
  ]);

test('each filter in use is a chip with the words of its value', () => {
  expect(chips({})).toEqual([]);
  expect(chips({ jstatus: '2', state: 'TX' })).toEqual([
    ['Job status: Open', false],
    ['State: TX', false],
  ]);
});

test('days are a span, and a day that the calendar does not have is marked', () => {
  const words = (dates: string) => chips({ dates })[0];
  expect(words('2026-11-01..2026-11-30')).toEqual(['First seen: 11/01/2026 to 11/30/2026', false]);
  expect(words('2026-11-30..2026-11-01')).toEqual(['First seen: 11/01/2026 to 11/30/2026', false]);
  expect(words('2026-11-01..')).toEqual(['First seen: from 11/01/2026', false]);
  expect(words('..2026-11-30')).toEqual(['First seen: until 11/30/2026', false]);
  expect(words('2026-02-31..')).toEqual(['First seen: 2026-02-31 is no day of the calendar', true]);
});

test('a value that a filter does not offer is shown as it is', () => {
  expect(chips({ jstatus: '9' })).toEqual([['Job status: 9', false]]);
});
