import { expect, test } from 'vitest';
import { mapsLabel, targetBadge } from './target-labels.ts';

const target = { disabled: false, typeId: 8, checkState: 'ok' } as const;

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
  expect([mapsLabel([]), mapsLabel(['facility', 'degree'])]).toEqual(['Nothing', 'facility, degree']);
});
