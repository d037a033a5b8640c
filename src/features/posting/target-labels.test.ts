import { expect, test } from 'vitest';
import { mapsLabel, targetBadge } from './target-labels.ts';

const target = { disabled: false, typeId: 8, checkState: 'ok', posting: 'live' } as const;

test('A disabled target is shown as disabled, whatever the result of its last check', () => {
  expect(targetBadge({ ...target, disabled: true }).words).toBe('Disabled');
});

test('A feed is shown as published, because it has no connection', () => {
  expect(targetBadge({ ...target, typeId: 4, checkState: 'unchecked' }).words).toBe('Published');
});

test.each([
  ['ok', 'Connected', 'good'],
  ['failed', 'Not connected', 'bad'],
  ['unchecked', 'Not checked', 'warn'],
] as const)('A connection whose check is %s is shown as "%s"', (checkState, words, tone) => {
  expect(targetBadge({ ...target, checkState })).toMatchObject({ words, tone });
});

test('A target without mappings requires nothing', () => {
  expect([mapsLabel([]), mapsLabel(['facility', 'degree'])]).toEqual(['Nothing', 'Facility, degree']);
});

test('A target that posts nothing says so, and a failed check comes before a dry run', () => {
  expect(targetBadge({ ...target, posting: 'off' }).words).toBe('Posting off');
  expect(targetBadge({ ...target, posting: 'dryRun' }).words).toBe('Dry run');
  expect(targetBadge({ ...target, posting: 'dryRun', checkState: 'failed' }).words).toBe('Not connected');
});
