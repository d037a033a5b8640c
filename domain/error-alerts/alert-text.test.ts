import { expect, test } from 'vitest';
import { type AlertDetails, alertSubject, alertText, plainLine } from './alert-text.ts';
import type { AlertMessage } from './count-errors.ts';

const details: AlertDetails = {
  names: { error: 'Sign-in refused', customer: 'North Staffing', crawler: 'Fieldglass', parser: null },
  silenceMinutes: 30,
  sinceAt: '2026-11-21T09:30:12.000Z',
  latest: 'Task “Medloop”: The vendor refused the password.',
  address: 'https://jobdock.test/notificationconfigs',
};
const message = (kind: AlertMessage['kind'], errors: number, total: number): AlertMessage => ({ kind, errors, total, since: 0 });

test('a message says how many errors of what there were since when, and when the next message comes', () => {
  expect(alertText(message('reached', 1200, 1200), details)).toBe(
    [
      '1,200 errors: Sign-in refused, North Staffing, crawler Fieldglass, since 2026-11-21 09:30 UTC.',
      'The latest: Task “Medloop”: The vendor refused the password.',
      'The next message comes in 30 minutes.',
      'https://jobdock.test/notificationconfigs',
    ].join('\n'),
  );
});

test('after a silence it says how many more came, and at the end that none came', () => {
  const any = {
    ...details,
    latest: '',
    silenceMinutes: 1,
    names: { error: null, customer: null, crawler: null, parser: 'Orders' },
  };
  expect(
    alertText(message('more', 37, 47), any)
      .split('\n')
      .slice(0, 3),
  ).toEqual([
    'And 37 more errors: any kind, all customers, parser Orders.',
    '47 errors in all since 2026-11-21 09:30 UTC.',
    'The next message comes in 1 minute.',
  ]);
  expect(
    alertText(message('recovered', 0, 1), any)
      .split('\n')
      .slice(0, 2),
  ).toEqual([
    'Recovered after 1 error: any kind, all customers, parser Orders.',
    'No such error for 1 minute. The first was at 2026-11-21 09:30 UTC.',
  ]);
});

test('names and errors stay on their line: no line break, no hidden character, no other reading direction', () => {
  const hostile = 'North\r\nBcc: all@example.org\u202Egnp.exe\u200B\u2028next\0';
  const names = { error: null, customer: hostile, crawler: hostile, parser: hostile };
  const text = alertText(message('reached', 1, 1), { ...details, names, latest: hostile });
  expect(text.split('\n')).toHaveLength(4);
  expect(text).not.toMatch(/[\r\0\u202E\u200B\u2028]/);
  expect(alertSubject(message('more', 1, 2), { names })).not.toMatch(/[\r\n]/);
  expect(plainLine('  a \t b ')).toBe('a b');
});

test('a long error and long names are cut', () => {
  const text = alertText(message('reached', 1, 1), { ...details, latest: 'x'.repeat(5000) });
  expect(text.split('\n')[1]).toHaveLength('The latest: '.length + 300);
  const names = { ...details.names, customer: 'y'.repeat(5000) };
  expect(alertSubject(message('reached', 1, 1), { names })).toHaveLength(200);
});
