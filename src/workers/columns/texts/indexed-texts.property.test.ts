import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IndexedTexts } from './indexed-texts.ts';
import type { Match } from './matching.ts';
import { Texts } from './texts.ts';

const word = fc.constantFrom('ICU', 'icu', 'RN', 'Unit', 'unités', 'a', 'İ', 'week', 'weekend', 'end', '12', 'h', '𝒳');
const between = fc.constantFrom(' ', ' ', '-', '/', ', ', '', '\u0001', '😀', '\u0301');
const text = fc.array(fc.tuple(word, between), { maxLength: 6 }).map((parts) => parts.flat().join(''));
const how = fc.constantFrom<Match>('contains', 'equals', 'start', 'word');

/** A needle that is part of a text, or any other. */
const needleOf = (texts: readonly (string | null)[]) =>
  fc.oneof(
    text,
    fc.tuple(fc.nat(), fc.nat(), fc.nat()).map(([which, from, length]) => {
      const own = texts[which % Math.max(texts.length, 1)] ?? '';
      const at = from % (own.length + 1);
      return own.slice(at, at + (length % (own.length + 1)));
    }),
  );

const scenario = fc.array(fc.option(text), { minLength: 1, maxLength: 12 }).chain((texts) =>
  fc.record({
    texts: fc.constant(texts),
    changes: fc.array(fc.record({ entry: fc.nat({ max: 14 }), text: fc.option(text) }), { maxLength: 4 }),
    asked: fc.array(fc.record({ needle: needleOf(texts), how }), { minLength: 1, maxLength: 4 }),
  }),
);

test('indexed texts find what plain texts find, before and after changes', () => {
  fc.assert(
    fc.property(scenario, ({ texts, changes, asked }) => {
      const [indexed, plain] = [new IndexedTexts(), new Texts()];
      const set = (entry: number, own: string | null) => {
        indexed.set(entry, own);
        plain.set(entry, own);
      };
      const compare = () => {
        for (const { needle, how } of asked)
          expect({ needle, how, found: indexed.search(needle, how) }).toEqual({ needle, how, found: plain.search(needle, how) });
      };
      for (const [entry, own] of texts.entries()) set(entry, own);
      compare();
      for (const { entry, text: own } of changes) {
        set(entry, own);
        compare();
      }
    }),
    { numRuns: 1_000 },
  );
});

test('entries of several chunks are found at their own places', () => {
  const texts = new IndexedTexts();
  for (let entry = 0; entry < 9_000; entry++)
    texts.set(entry, entry % 4_096 === 5 ? `Night shift ${entry}` : `Day shift ${entry}`);
  const found = texts.search('ght shi', 'contains');
  expect([...found.keys()].filter((entry) => found[entry] === 1)).toEqual([5, 4_101, 8_197]);
  texts.set(4_101, 'Day');
  expect(texts.search('night', 'word')[4_101]).toBe(0);
  expect(texts.search('shift 8197', 'word')[8_197]).toBe(1);
});
