import { expect, test } from 'vitest';
import * as z from 'zod';
import { keptSecret, optionalText, optionalTime } from './optional.ts';
import { isChanged } from './use-form.ts';

test('blank text is null, and stays null', () => {
  expect(['', '  ', null, ' Ward 9 '].map((text) => optionalText(20).parse(text))).toEqual([null, null, null, 'Ward 9']);
  expect(optionalText(3).safeParse('Ward').error?.issues[0]?.message).toBe('Shorten this to 3 characters');
});

test('a time of day is on the 24-hour clock, or blank', () => {
  expect(['', null, '7:00', '19:05'].map((time) => optionalTime().parse(time))).toEqual([null, null, '7:00', '19:05']);
  for (const time of ['24:00', '9', '7pm', '19:60']) expect(optionalTime().safeParse(time).success).toBe(false);
});

test('a blank secret is not sent, so that the stored one stays', () => {
  expect([keptSecret().parse(' '), keptSecret().parse(' key ')]).toEqual([undefined, 'key']);
});

test('a form is changed if saving would send different values', () => {
  const Draft = z.object({ name: z.string().trim().min(1), alias: optionalText(10), hours: z.number().nullable() });
  const before = { name: 'Nights', alias: null, hours: 36 };
  expect(isChanged(Draft, before, { ...before })).toBe(false);
  expect(isChanged(Draft, before, { ...before, alias: '' })).toBe(false);
  expect(isChanged(Draft, before, { ...before, name: 'Nights ' })).toBe(false);
  expect(isChanged(Draft, before, { ...before, name: '' })).toBe(true);
  expect(isChanged(Draft, before, { ...before, alias: 'N' })).toBe(true);
  expect(isChanged(Draft, before, { ...before, hours: null })).toBe(true);
});
