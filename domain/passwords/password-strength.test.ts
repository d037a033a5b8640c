import { expect, test } from 'vitest';
import { passwordProblem, passwordStrength } from './password-strength.ts';

test.each([
  ['', 0],
  ['abc', 22],
  ['abcdef', 35],
  ['abcdef1', 60],
  ['Abcdef1!', 100],
  ['!!!!!!!', 55],
])('%j has %i points, as documented', (password, points) => {
  expect(passwordStrength(password)).toBe(points);
});

test('a strong, long password is accepted', () => {
  expect(passwordProblem('harbour-Lights-42!', ['Ann Reyes', 'ann@example.org'])).toBeNull();
});

test.each([
  ['Ab1!', /at least 12/],
  ['abcdefghijkl', /Mix/],
  ['11Aaaaaaaa11!', /again and again/],
  ['Reyes2026!!!!!', /own name/],
  ['AnnReyes2026!', /own name/],
])('%j is refused, and the message has the remedy', (password, words) => {
  expect(passwordProblem(password, ['Ann Reyes', 'ann@example.org'])).toMatch(words);
});
