import { expect, test } from 'vitest';
import { expiryWords, withExpiry } from './password-expiry.ts';

const task = { passwordExpiresOn: '2026-12-01', passwordChangedBy: null, passwordChangedAt: null, alarm: null };

test.each([
  ['2026-11-23', null],
  ['2026-11-24', 'The password expires in 7 days.'],
  ['2026-11-30', 'The password expires in 1 day.'],
  ['2026-12-01', 'The password expires today.'],
  ['2026-12-02', 'The password expired on 2026-12-01.'],
])('on %s the task says %s', (today, words) => {
  const said = expiryWords(task, today);
  if (words === null) expect(said).toBeNull();
  else expect(said).toContain(words);
});

test('it says who changed the password last', () => {
  const changed = { ...task, passwordChangedBy: 'Ann Reyes', passwordChangedAt: '2026-09-02T12:00:00.000Z' };
  expect(expiryWords(changed, '2026-11-30')).toContain('Ann Reyes changed it last, on 2026-09-02.');
});

test('a password without an end says nothing, and the alarm of a run comes first', () => {
  expect(expiryWords({ ...task, passwordExpiresOn: null }, '2026-11-30')).toBeNull();
  expect(withExpiry({ ...task, alarm: 'No jobs' }, '2026-11-30').alarm).toBe('No jobs');
  expect(withExpiry(task, '2026-11-30').alarm).toContain('expires in 1 day');
  expect(withExpiry(task, '2026-11-01').alarm).toBeNull();
});
