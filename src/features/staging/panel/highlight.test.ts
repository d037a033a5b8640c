import { expect, test } from 'vitest';
import { highlighted } from './highlight.ts';

const marked = (text: string) =>
  highlighted(text)
    .filter((piece) => piece.mark !== null)
    .map((piece) => `${piece.mark}: ${piece.text}`);

test('Rates, shifts and dates are marked, and the pieces add up to the text', () => {
  const text = 'RN ICU 3x12 nights, 7:00 PM - 7:00 AM, $78.50/hr to start 06/14/2026. Call 555-0100.';
  expect(marked(text)).toEqual(['shift: 3x12', 'shift: 7:00 PM - 7:00 AM', 'rate: $78.50/hr', 'date: 06/14/2026']);
  expect(
    highlighted(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});

test('A text without any of them is one piece', () => {
  expect(highlighted('Great team')).toEqual([{ text: 'Great team', mark: null }]);
  expect(highlighted('')).toEqual([]);
});
