import { expect, test } from 'vitest';
import { ruleOfWords, wordsOfRule } from './rule-words.ts';

test('word boundaries around a rule are a tick beside it, and go back around it', () => {
  expect(wordsOfRule('\\bnurse\\b')).toEqual({ text: 'nurse', whole: true });
  expect(wordsOfRule('nurs(e|ing)')).toEqual({ text: 'nurs(e|ing)', whole: false });
  for (const rule of ['\\bnurse\\b', 'nurse', '\\bnurse', '']) {
    const { text, whole } = wordsOfRule(rule);
    expect(ruleOfWords(text, whole)).toBe(rule);
  }
});
