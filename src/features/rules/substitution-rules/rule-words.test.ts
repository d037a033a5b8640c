import { expect, test } from 'vitest';
import { describePattern, patternOf } from './rule-words.ts';

test('Word boundaries around a rule become the switch “whole”, and come back from it', () => {
  expect(describePattern('\\bnurse\\b')).toEqual({ text: 'nurse', whole: true });
  expect(describePattern('nurs(e|ing)')).toEqual({ text: 'nurs(e|ing)', whole: false });
  for (const rule of ['\\bnurse\\b', 'nurse', '\\bnurse', '']) {
    const { text, whole } = describePattern(rule);
    expect(patternOf(text, whole)).toBe(rule);
  }
});
