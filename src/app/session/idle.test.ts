import { expect, test } from 'vitest';
import { idleMinutes, idlenessAt, warningMinutes } from './idle.ts';

const minute = 60_000;

test('[2.2.1] The warning comes two minutes before the end and counts down', () => {
  const warned = (idleMinutes - warningMinutes) * minute;
  expect(idlenessAt(warned - 1, 0)).toEqual({ kind: 'active' });
  expect(idlenessAt(warned, 0)).toEqual({ kind: 'warning', secondsLeft: 120 });
  expect(idlenessAt(idleMinutes * minute - 1, 0)).toEqual({ kind: 'warning', secondsLeft: 1 });
});

test('The session ends at its time, even after the device slept overnight', () => {
  expect(idlenessAt(idleMinutes * minute, 0)).toEqual({ kind: 'over' });
  expect(idlenessAt(24 * 60 * minute, 0)).toEqual({ kind: 'over' });
});
