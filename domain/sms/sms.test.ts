import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerOf } from './answers.ts';
import { phoneOf } from './phone.ts';
import { plainSigns, segmentsOf } from './segments.ts';

test.each([
  ['(775) 555-0123', '+17755550123'],
  ['1 775.555.0123', '+17755550123'],
  ['+1 775 555 0123', '+17755550123'],
  ['+49 30 901820', '+4930901820'],
])('%s is the number %s', (typed, number) => {
  expect(phoneOf(typed)).toBe(number);
  expect(phoneOf(number)).toBe(number);
});

test.each([
  '',
  '555 0123',
  '775 555 0123 x4',
  '1234567890',
  '775 155 0123',
  '+0 12345678',
  '7755550123, 7755550124',
  '+1 775',
  '911',
])('“%s” is no number for text messages', (typed) => expect(phoneOf(typed)).toBeUndefined());

test('a number stays the same, or is none, whatever was typed', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const number = phoneOf(typed);
      expect(number === undefined || /^\+[1-9]\d{6,14}$/.test(number)).toBe(true);
      if (number !== undefined) expect(phoneOf(number)).toBe(number);
    }),
  );
});

test.each([
  ['', 'gsm', 0, 0],
  ['a'.repeat(160), 'gsm', 160, 1],
  ['a'.repeat(161), 'gsm', 161, 2],
  ['a'.repeat(306), 'gsm', 306, 2],
  ['a'.repeat(307), 'gsm', 307, 3],
  ['€'.repeat(80), 'gsm', 160, 1],
  // A character of two places does not fit at the end of the first segment.
  [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 'gsm', 306, 3],
  ['ж'.repeat(70), 'unicode', 70, 1],
  ['ж'.repeat(71), 'unicode', 71, 2],
  ['😀'.repeat(35), 'unicode', 70, 1],
  ['😀'.repeat(67), 'unicode', 134, 3],
])('%s has so many places and segments', (text, alphabet, places, segments) => {
  expect(segmentsOf(text)).toEqual({ alphabet, places, segments });
});

test('typographic signs become plain ones', () => {
  expect(plainSigns('“Ann’s” – 3·4…\u00a0x')).toBe('"Ann\'s" - 3-4... x');
});

test('the words of providers stop and start, alone in a message', () => {
  for (const text of ['STOP', ' stop. ', 'Stop all', 'UNSUBSCRIBE', 'opt-out', '"quit"'])
    expect(answerOf(text), text).toBe('stop');
  for (const text of ['START', 'unstop', 'Yes!']) expect(answerOf(text), text).toBe('start');
  for (const text of ['', 'Please stop by on Monday', 'HELP', 'stopped', 'When do I start?'])
    expect(answerOf(text), text).toBeNull();
});
