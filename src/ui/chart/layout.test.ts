import { expect, test } from 'vitest';
import { dayNumber } from '#domain/query/day-number.ts';
import { calendarIn, clipped, squaresIn, wrapped } from './layout.ts';

test('a text is broken between words, and a word that does not fit is cut', () => {
  expect(wrapped('The account is past due.', 90)).toEqual(['The account', 'is past due.']);
  expect(wrapped('Unpronounceableness it is', 70)).toEqual(['Unpronoun…', 'it is']);
  expect([wrapped('', 100), clipped('Medloop', 400)]).toEqual([[''], 'Medloop']);
});

test('50 squares are one line on a desktop, two on a tablet and three on a phone', () => {
  expect([1140, 720, 330].map((width) => 50 / squaresIn(width).perLine).map(Math.ceil)).toEqual([1, 2, 3]);
  for (const width of [1140, 720, 330, 160]) {
    const { perLine, pitch } = squaresIn(width);
    expect(perLine * pitch).toBeLessThanOrEqual(width);
  }
});

test('weeks begin on Sunday, and go on in a further band where they do not fit', () => {
  // A Friday.
  const first = dayNumber('2026-11-27') ?? 0;
  const short = calendarIn(first, 2, 300);
  expect([short.cell, short.bands, short.at(0), short.at(1), calendarIn(first, 3, 300).at(2)]).toEqual([
    44,
    1,
    { band: 0, column: 0, weekday: 5 },
    { band: 0, column: 0, weekday: 6 },
    { band: 0, column: 1, weekday: 0 },
  ]);
  const year = calendarIn(first, 371, 330);
  expect([year.cell, year.perBand, year.bands]).toEqual([22, 15, 4]);
  expect(year.at(370)).toEqual({ band: 3, column: 8, weekday: 4 });
});
