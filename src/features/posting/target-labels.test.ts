import { expect, test } from 'vitest';
import { mapsLabel, targetBadge } from './target-labels.ts';

const target = { disabled: false, kind: 'bullhorn', checkState: 'ok' } as const;

test('A disabled target is said to be disabled, whatever its last check said', () => {
  expect(targetBadge({ ...target, disabled: true }).words).toBe('Disabled');
});

test('A feed is not connected to anything: it is published', () => {
  expect(targetBadge({ ...target, kind: 'xmlfeed', checkState: 'unchecked' }).words).toBe('Published');
});

test.each([
  ['ok', 'Connected', 'good'],
  ['failed', 'Not connected', 'bad'],
  ['unchecked', 'Not checked', 'warn'],
] as const)('A connection whose check is %s reads "%s"', (checkState, words, tone) => {
  expect(targetBadge({ ...target, checkState })).toMatchObject({ words, tone });
});

test('A target without mapping asks for nothing', () => {
  expect([mapsLabel([]), mapsLabel(['facility', 'degree'])]).toEqual(['Nothing', 'facility, degree']);
});
