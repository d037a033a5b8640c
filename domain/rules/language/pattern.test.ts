import { describe, expect, test } from 'vitest';
import { findPattern, hasPattern, patternProblem, replaceLiteral, replacePattern } from './pattern.ts';
import { patternLimits, patternUnitsUsedUp, renewPatternUnits } from './pattern-work.ts';

describe('a pattern is refused at save', () => {
  test.each([
    ['large repeat counts', String.raw`(?:\w?){1000}[0-9]$`, /takes too much work.*Use smaller repeat counts/],
    ['repeat counts that multiply', String.raw`((\w{1,20} ?){1,20})x`, /takes too much work/],
    ['many stars', '.*'.repeat(300), /takes too much work/],
    ['many optional parts', String.raw`\w?`.repeat(220), /takes too much work/],
    ['many Unicode classes', String.raw`\p{L}`.repeat(21), /at most 20 classes/],
    ['many groups', '(a)'.repeat(51), /at most 50 groups/],
    ['a long text', 'a'.repeat(2001), /at most 2000 characters/],
    ['a text that is no pattern', '(', /cannot be read/],
  ])('%s', (_, source, problem) => {
    expect(patternProblem(source)).toMatch(problem);
  });
});

test('common patterns are accepted, also a list of 60 words', () => {
  const words = Array.from({ length: 60 }, (_, i) => `${String.fromCodePoint(97 + (i % 26), 97 + ((i * 7) % 26))}nurse${i}`);
  for (const source of [
    String.raw`\b(RN|LPN|CNA)\b`,
    String.raw`(\d{1,2})\s*(?:wks?|weeks?)`,
    String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]{2,20}){1,3}`,
    String.raw`\$\s?(\d{1,3}(?:,\d{3})*(?:\.\d{2})?)`,
    words.join('|'),
  ])
    expect(patternProblem(source), source).toBeNull();
});

test('a pattern searches the first 20,000 characters and leaves the rest', () => {
  const text = `${'a'.repeat(patternLimits.text - 1)}bb`;
  renewPatternUnits();
  expect(replacePattern(text, 'b', 'x')).toEqual({ text: `${'a'.repeat(patternLimits.text - 1)}xb` });
  expect(hasPattern(text, 'bb')).toBe(false);
  expect(findPattern(text, 'b+', 0)).toEqual({ text: 'b' });
});

test('a pattern that reads the rest of the text for every match is stopped at its units', () => {
  renewPatternUnits();
  expect(replacePattern('x'.repeat(20_000), 'x*y|x', 'z')).toMatchObject({ problem: expect.stringMatching(/too much work/) });
  expect(patternUnitsUsedUp()).toBe(true);
  expect(hasPattern('x', 'x')).toMatchObject({ problem: expect.any(String) });
  renewPatternUnits();
  expect(hasPattern('x', 'x')).toBe(true);
});

test('a text cannot grow without limit', () => {
  const text = 'x'.repeat(20_000);
  const tooLong = { problem: expect.stringMatching(/longer than 100000 characters/) };
  renewPatternUnits();
  expect(replacePattern(text, 'x', '$&$&$&$&$&$&')).toMatchObject(tooLong);
  renewPatternUnits();
  expect(replacePattern(text, 'x', "$'")).toMatchObject(tooLong);
  expect(replaceLiteral(text, 'x', 'yyyyyy')).toMatchObject(tooLong);
  expect(replaceLiteral('x'.repeat(120_000), 'x', 'y')).toEqual({ text: 'y'.repeat(120_000) });
});

test('replacing works as it is documented', () => {
  renewPatternUnits();
  expect(replacePattern('13 weeks, 8 Weeks', String.raw`(\d+) weeks`, '$1 wk')).toEqual({ text: '13 wk, 8 wk' });
  expect(replacePattern('', '^', 'x')).toEqual({ text: 'x' });
  expect(replaceLiteral('A.b a.B axb', 'a.b', '$1')).toEqual({ text: '$1 $1 axb' });
  expect(findPattern('Room 12', String.raw`(\d)(\d)`, 2)).toEqual({ text: '2' });
  expect(findPattern('Room 12', String.raw`(\d)(\d)`, 3)).toMatchObject({ problem: expect.stringMatching(/no group 3/) });
});
