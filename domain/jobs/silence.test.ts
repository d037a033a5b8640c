import { expect, test } from 'vitest';
import { acceptRemedy, otherIdsAlarm, silenceAlarm } from './silence.ts';

test.each([
  [100, 0, true],
  [100, 39, true],
  [100, 40, false],
  [5, 1, true],
  [4, 0, false],
  [0, 0, false],
  [10, 12, false],
])('[P21] %i open jobs and %i listed: alarm is %s', (open, listed, alarm) => {
  expect(silenceAlarm(open, listed) !== null).toBe(alarm);
});

test('[P21] the message says how many jobs, that nothing was canceled, and what to do', () => {
  expect(silenceAlarm(314, 1)).toMatch(/listed 1 job where 314 are open\. Nothing was canceled\..*accept the file/);
});

test.each([
  [5, 0, 5, true],
  [5, 1, 5, false],
  [4, 0, 4, false],
  [5, 0, 0, false],
])('[P25] %i open jobs, %i of them among %i listed: alarm is %s', (open, still, listed, alarm) => {
  const words = otherIdsAlarm(open, still, listed);
  expect(words !== null).toBe(alarm);
  if (words !== null) expect(words.endsWith(acceptRemedy)).toBe(true);
});
