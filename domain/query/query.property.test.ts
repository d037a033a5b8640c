import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Chip, DateValue, SingleChip, Span } from './chip.ts';
import { dayNumber, dayText } from './day-number.ts';
import { parseQuery } from './parse-query.ts';
import { printQuery } from './print-query.ts';
import type { QuerySchema } from './query-schema.ts';

const schema: QuerySchema = {
  fields: [
    { key: 'facility', label: 'Facility', type: 'text' },
    { key: 'state', label: 'State', type: 'text', exact: true },
    { key: 'rate', label: 'Rate', type: 'number' },
    { key: 'posted', label: 'Posted', type: 'date' },
    { key: 'hot', label: 'Hot', type: 'flag' },
  ],
  is: ['unmapped', 'held'].map((name) => ({ name, label: name, means: { kind: 'empty', column: 'facility' } })),
  plain: {
    state: 'state',
    rate: 'rate',
    weeklyPay: 'rate',
    start: 'posted',
    posted: 'posted',
    duration: 'rate',
    hoursPerShift: 'rate',
    hoursPerWeek: 'rate',
    clinical: ['facility'],
    phrases: new Map([
      ['not mapped', 'is:unmapped'],
      ['on hold', 'is:held'],
      ['hot', 'hot:yes'],
    ]),
  },
  near: 'facility',
  flag: [{ name: 'rule', label: 'Rule', means: { kind: 'bits', column: 'x', mask: 1 } }],
};
const seeded = { seed: Number(process.env['FUZZ_SEED'] ?? 20_261), numRuns: 400 };
/** Words with a meaning of their own, which a text search must be able to look for too. */
const meant =
  'TX|texas|new|new york|york|la|de|or|not|no|without|in|hot|hold|on hold|mapped|not mapped|icu|nites|med surg|med|surg|next|month|next month|above|80|$80|>80|80 dollars|dollars|within|2|weeks|89501|50 miles|miles|of|start|starting|posted|today|may|december|near|and|show me|l&d|tx/ca|CA,|kansas|city|between|13|hours|asap.'.split(
    '|',
  );
const typed = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...Array.from('ab C"\\,:-=~<>.0\té')) });
const spoken = fc.oneof(
  typed.filter((t) => t.trim() !== ''),
  fc.constantFrom(...meant),
);
const number = fc
  .oneof(fc.integer({ min: -999, max: 999 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map((n) => n + 0);
const date: fc.Arbitrary<DateValue> = fc.oneof(
  fc.integer({ min: 0, max: 40_000 }).map((n) => ({ kind: 'on' as const, day: dayText(n) })),
  fc.record({ kind: fc.constantFrom('age' as const, 'ahead' as const), days: fc.nat(9999) }),
  fc.record({ kind: fc.constantFrom('month' as const, 'week' as const), ahead: fc.nat(999) }),
  fc.record({
    kind: fc.constant('yearly' as const),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.option(fc.integer({ min: 1, max: 29 })),
  }),
);
const spans = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Span<T>[]> =>
  fc.array(
    fc.oneof(
      fc.record({ op: fc.constantFrom('=' as const, '<' as const, '<=' as const, '>' as const, '>=' as const), value }),
      fc.record({ op: fc.constant('..' as const), from: value, to: fc.option(value) }),
      fc.record({ op: fc.constant('..' as const), from: fc.constant(null), to: value }),
    ),
    { minLength: 1, maxLength: 3 },
  );
const not = fc.boolean();
const single: fc.Arbitrary<SingleChip> = fc.oneof(
  fc.record({ not, kind: fc.constant('word' as const), text: spoken }),
  fc.record({
    not,
    kind: fc.constant('text' as const),
    field: fc.constantFrom('facility', 'state'),
    exact: fc.boolean(),
    values: fc.array(spoken, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ not, kind: fc.constant('number' as const), field: fc.constant('rate'), spans: spans(number) }),
  fc.record({ not, kind: fc.constant('date' as const), field: fc.constant('posted'), spans: spans(date) }),
  fc.record({ not, kind: fc.constant('yes' as const), field: fc.constant('hot') }),
  fc.record({ not, kind: fc.constant('empty' as const), field: fc.constantFrom('state', 'rate', 'posted') }),
  fc.record({
    not,
    kind: fc.constant('near' as const),
    zip: fc.constantFrom('89501', '00501', 'K1A'),
    miles: fc.oneof(fc.nat(1000), fc.constant(12.5)),
  }),
  fc.record({
    not,
    kind: fc.constant('named' as const),
    of: fc.constant('is' as const),
    names: fc.constant(['held', 'unmapped']),
  }),
);

const anyChip: fc.Arbitrary<Chip> = fc.oneof(
  { weight: 7, arbitrary: single },
  {
    weight: 1,
    arbitrary: fc.record({
      not: fc.constant(false as const),
      kind: fc.constant('any' as const),
      of: fc.array(single, { minLength: 2, maxLength: 4 }),
    }),
  },
);

test('the text of any chips parses back to the same chips without a problem', () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(fc.array(anyChip, { maxLength: 5 }), (chips) => {
      const { chips: read, problems } = parseQuery(printQuery(chips, schema), schema);
      for (const chip of read) kinds.add(chip.kind);
      expect(problems).toEqual([]);
      expect(read.map(({ from: _from, to: _to, ...chip }) => chip)).toEqual(chips);
    }),
    seeded,
  );
  expect(kinds.size).toBe(9);
});

test('any text parses, its parts are in order inside it, and printing is stable', () => {
  const piece = fc.constantFrom(
    'facility:',
    'rate:',
    'posted:',
    'is:',
    '-',
    '"',
    ',',
    '..',
    '<=',
    ' ',
    '7d',
    '60',
    'st',
    'held',
    '2026-1-5',
    '\\',
    'hot:no',
  );
  const plain = fc.constantFrom(...meant, 'or', 'OR').map((word) => ` ${word} `);
  let read = 0;
  let refused = 0;
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, piece, plain, fc.string({ maxLength: 4 })), { maxLength: 14 }), (pieces) => {
      const text = pieces.join('');
      const { chips, problems } = parseQuery(text, schema);
      read += chips.length;
      refused += problems.length;
      const places = [...chips, ...problems].toSorted((a, b) => a.from - b.from);
      for (const [i, place] of places.entries()) {
        expect(place.from).toBeGreaterThanOrEqual(places[i - 1]?.to ?? 0);
        expect(place.to).toBeLessThanOrEqual(text.length);
        expect(place.to).toBeGreaterThan(place.from);
      }
      const printed = printQuery(chips, schema);
      expect(printQuery(parseQuery(printed, schema).chips, schema)).toBe(printed);
    }),
    { ...seeded, numRuns: 1500 },
  );
  expect(read).toBeGreaterThan(500);
  expect(refused).toBeGreaterThan(300);
});

test('day numbers and dates agree with JavaScript’s UTC dates, in both directions', () => {
  fc.assert(
    fc.property(fc.integer({ min: -700_000, max: 2_000_000 }), (number) => {
      const text = new Date(number * 86_400_000).toISOString().slice(0, 10);
      if (/^\d/.test(text)) {
        expect(dayText(number)).toBe(text);
        expect(dayNumber(`${text}T23:59:59Z`)).toBe(number);
      }
    }),
    seeded,
  );
  expect(dayNumber('2026-13-01')).toBeNull();
  expect(dayNumber('soon')).toBeNull();
});
