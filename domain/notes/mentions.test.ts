import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mentionAt, mentionsIn, notePartsOf, withMention } from './mentions.ts';

const ann = { userId: 6, name: 'Ann' };
const reyes = { userId: 7, name: 'Ann Reyes' };
const said = (text: string) => notePartsOf(text, [ann, reyes]).map(({ text, userId }) => [text, userId]);

test('a mention is the longest name after an @, and part of no word', () => {
  expect(said('Ask @Ann Reyes, not @Ann.')).toEqual([
    ['Ask ', null],
    ['@Ann Reyes', 7],
    [', not ', null],
    ['@Ann', 6],
    ['.', null],
  ]);
  expect(said('@Anna and me@Ann')).toEqual([['@Anna and me@Ann', null]]);
});

test('only people whose mention is still in the text are mentioned, each once', () => {
  expect(mentionsIn('@Ann Reyes and @Ann Reyes', [ann, reyes, reyes])).toEqual([reyes]);
  expect(mentionsIn('Ann Reyes', [ann, reyes])).toEqual([]);
});

test.each([
  ['@', 1, { from: 0, words: '' }],
  ['Ask @an', 7, { from: 4, words: 'an' }],
  ['Ask @Ann Re', 11, { from: 4, words: 'Ann Re' }],
  ['(@an', 4, { from: 1, words: 'an' }],
  ['ann@mercy', 9, null],
  ['Ask @ an', 8, null],
  ['@ann\nthen', 9, null],
  ['Ask', 3, null],
  ['@ann', 0, null],
] as const)('in %j with the caret at %i, the mention typed is %j', (text, caret, expected) => {
  expect(mentionAt(text, caret)).toEqual(expected);
});

test('a chosen name replaces what was typed, and the caret is behind it', () => {
  expect(withMention('Ask @re about it', { from: 4, caret: 7, name: 'Ann Reyes' })).toEqual({
    text: 'Ask @Ann Reyes about it',
    caret: 15,
  });
  expect(withMention('Ask @re', { from: 4, caret: 7, name: 'Ann Reyes' })).toEqual({ text: 'Ask @Ann Reyes ', caret: 15 });
});

test('the parts of any text are the text, and a chosen name is a mention wherever it was inserted', () => {
  const anyText = fc.string({ unit: fc.constantFrom('@', 'A', 'n', ' ', '.', '\n'), maxLength: 20 });
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      expect(
        notePartsOf(before + after, [ann, reyes])
          .map(({ text }) => text)
          .join(''),
      ).toBe(before + after);
      const typed = `${before} @`;
      const { text } = withMention(typed + after, { from: typed.length - 1, caret: typed.length, name: reyes.name });
      expect(mentionsIn(text, [reyes])).toEqual([reyes]);
    }),
    { seed: 20261126 },
  );
});
