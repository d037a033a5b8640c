import { expect, test } from 'vitest';
import { type ShiftParts, type ShiftTarget, shiftCandidates } from './shift-candidates.ts';

const shift = (id: number, name: string, parts: ShiftParts): ShiftTarget<number> => ({ id, name, parts });
const TARGETS = [
  shift(1, '12 Hr Days', { kind: 'Day', hours: 12 }),
  shift(2, '8 Hr Days', { kind: 'Day', hours: 8 }),
  shift(3, '12 Hr Nights', { kind: 'Night', hours: 12 }),
  shift(4, 'Evenings', { kind: 'Evening' }),
  shift(5, 'Rotating', { kind: 'Rotating' }),
];
const first = (text: string, parts: ShiftParts, targets = TARGETS) => shiftCandidates(targets, { text, parts }, 5)[0];

test.each([
  ['07:00 PM - 07:30 AM', { kind: 'Night', start: '19:00', end: '07:30', hours: 12.5 }, 3],
  ['7a-7p', { kind: 'Day', start: '07:00', end: '19:00', hours: 12 }, 1],
  ['7a-3:30p', { kind: 'Day', start: '07:00', end: '15:30', hours: 8.5 }, 2],
  ['Rotating', { kind: 'Rotating' }, 5],
])('%s', (text, parts, id) => {
  const best = first(text, parts);
  expect(best?.id).toBe(id);
  expect(best?.certainty).toBeGreaterThan(80);
});

test('a day shift without a length fits two shifts equally, so neither is certain', () => {
  expect(first('Days', { kind: 'Day' })?.certainty).toBeLessThanOrEqual(50);
});

test('a text without information is certain of nothing', () => {
  expect(first('--None--', { kind: 'Unknown' })?.certainty).toBeLessThan(20);
});

test('[M11] times are compared across midnight', () => {
  const late = [shift(1, 'A', { kind: 'Night', start: '23:45' }), shift(2, 'B', { kind: 'Night', start: '21:00' })];
  expect(first('x', { kind: 'Night', start: '00:15' }, late)).toMatchObject({ id: 1 });
});

test('[M7] reasons name each part that both sides have', () => {
  const reasons = first('7a-7p', { kind: 'Day', start: '07:00', hours: 12, shiftsPerWeek: 3 })?.reasons ?? [];
  expect(reasons.map(({ part, agrees }) => [part, agrees])).toEqual([
    ['shift', 1],
    ['hours', 1],
  ]);
});
