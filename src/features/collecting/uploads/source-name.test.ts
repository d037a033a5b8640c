import { expect, test } from 'vitest';
import { sourceNameOf } from './source-name.ts';

test.each([
  ['vms-export-travel-jobs-314.csv', 'Vms export travel jobs 314'],
  ['Medefis_open jobs (2).xlsx', 'Medefis open jobs'],
  ['.csv', 'Upload'],
  ['jobs', 'Jobs'],
])('%s becomes the source "%s"', (file, name) => {
  expect(sourceNameOf(file)).toBe(name);
});

test('A source name has at most 100 characters', () => {
  expect(sourceNameOf(`${'x'.repeat(300)}.csv`)).toHaveLength(100);
});
