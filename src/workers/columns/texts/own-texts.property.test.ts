import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, holds, type Match } from '#domain/columns/matching.ts';
import { hasBit, setBit, wordsFor } from '../bits/bitmap.ts';
import { OwnTexts } from './own-texts.ts';

const words = [
  'float',
  'unit',
  'UNIT',
  'units',
  'St',
  'best/ST',
  'İzmir',
  'ΟΔΟΣ',
  'a\u0001b',
  '',
  'badge',
  '😀x',
  'longer than thirteen',
];
const anyText = fc.option(
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }).map((parts) => parts.join(' ') || ' '),
  { freq: 8 },
);
/** A piece of one of the texts, or anything short. */
const anyNeedle = fc.oneof(
  fc
    .tuple(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 10 }), fc.nat(6), fc.nat(6))
    .map(([parts, from, to]) => parts.join(' ').slice(from, -to || undefined)),
  fc.constantFrom(' ', '  ', 'st', '\u0001', 'i', 'unit unit'),
  fc.string({ maxLength: 2 }),
);
const anyMatch = fc.constantFrom<Match>('contains', 'equals', 'start', 'word');
const seeded = { seed: Number(import.meta.env['FUZZ_SEED'] ?? 20_261), numRuns: 120 };

/** Chunks hold 4,096 texts: two of them, so that their border lies within the texts. */
const filled = (texts: readonly (string | null)[], count: number): (string | null)[] =>
  Array.from({ length: count }, (_, at) => texts[(at * 7) % texts.length] ?? null);

function loaded(texts: readonly (string | null)[]): OwnTexts {
  const own = new OwnTexts();
  for (const [row, text] of texts.entries()) own.set(row, text);
  return own;
}

function expectSame(own: OwnTexts, texts: readonly (string | null)[], needle: string, how: Match): number {
  const right = texts.flatMap((text, row) => (text !== null && holds(fold(text), fold(needle), how) ? [row] : []));
  const rows = (bits: Uint32Array) => Array.from(texts.keys()).filter((row) => hasBit(bits, row));
  const few = new Uint32Array(wordsFor(texts.length));
  for (let row = 0; row < texts.length; row += 5) setBit(few, row, true);
  // Before the first search of all texts none is packed.
  own.search(needle, how).narrow(few);
  expect(rows(few)).toEqual(right.filter((row) => row % 5 === 0));
  const all = new Uint32Array(wordsFor(texts.length));
  own.search(needle, how).mark(all);
  expect(rows(all)).toEqual(right);
  return right.length;
}

test('texts of repeated words are found and come back as they were, also after changes and in texts that were added', () => {
  let found = 0;
  fc.assert(
    fc.property(
      fc.array(anyText, { minLength: 5, maxLength: 40 }),
      fc.constantFrom(300, 4100),
      fc.array(fc.tuple(anyNeedle, anyMatch), { minLength: 2, maxLength: 4 }),
      fc.constantFrom(3, 300),
      (some, count, searches, changes) => {
        const texts = filled(some, count);
        const own = loaded(texts);
        for (const [needle, how] of searches) {
          found += expectSame(own, texts, needle, how);
          for (let change = 0; change < changes; change++) {
            const row = (change * 13) % (texts.length + 1);
            texts[row] = some[change % some.length] ?? null;
            own.set(row, texts[row] ?? null);
          }
        }
        expect(texts.map((_, row) => own.at(row))).toEqual(texts);
        expect(own.size).toBe(texts.length);
      },
    ),
    seeded,
  );
  expect(found).toBeGreaterThan(2000);
});

test('texts whose words do not repeat are found as well', () => {
  const texts = Array.from({ length: 5000 }, (_, row) => (row % 9 === 0 ? null : `VMS-${row}`));
  const own = loaded(texts);
  for (const how of ['contains', 'equals', 'start', 'word'] as const) expectSame(own, texts, 'vms-4321', how);
  texts[4321] = 'changed';
  own.set(4321, 'changed');
  expect(expectSame(own, texts, 'vms-4321', 'equals')).toBe(0);
});

test('texts of repeated words take a quarter less memory once they are searched', () => {
  const texts = Array.from({ length: 20_000 }, (_, row) =>
    Array.from({ length: 12 }, (_, at) => words[(row * 31 + at * at * 17 + Math.floor(row / 7)) % words.length]).join(' '),
  );
  const own = loaded(texts);
  const before = own.bytes();
  own.search('badge', 'contains').mark(new Uint32Array(wordsFor(texts.length)));
  expect(own.bytes()).toBeLessThan(before * 0.75);
});
