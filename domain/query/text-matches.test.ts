import { expect, test } from 'vitest';
import { textMatches } from './text-matches.ts';

const texts = ['Mercy General', 'General Mercy', 'Our Lady of Mercy Hospital'];
const fitting = (typed: string) => texts.filter(textMatches(typed));

test('a word may occur anywhere, in any letter case', () => {
  expect(fitting('MERCY')).toEqual(texts);
  expect(fitting('lady')).toEqual(['Our Lady of Mercy Hospital']);
});

test('a star says where other text may be: at the end, at the start, or on both sides', () => {
  expect(fitting('mercy*')).toEqual(['Mercy General']);
  expect(fitting('*mercy')).toEqual(['General Mercy']);
  expect(fitting('*mercy*')).toEqual(texts);
});

test('stars alone match everything', () => {
  expect(fitting('')).toEqual(texts);
  expect(fitting(' * ')).toEqual(texts);
});
