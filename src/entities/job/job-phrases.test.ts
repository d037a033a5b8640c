import { afterAll, beforeAll, expect, test } from 'vitest';
import { chipLabel } from '#domain/query/chip-label.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import { recruiterPhrases } from '#domain/query/recruiter-phrases.ts';
import { phraseGrid, phraseRows } from '#tests/support/query/phrase-rows.ts';

let grid: Awaited<ReturnType<typeof phraseGrid>>;
beforeAll(async () => {
  grid = await phraseGrid(phraseRows());
});
afterAll(() => grid.close());

test.each(recruiterPhrases)('on a device, %s', (phrase, ids) => {
  expect(parseQuery(phrase, grid.schema).problems).toEqual([]);
  expect(grid.idsOf(phrase)).toEqual(ids);
});

test.each([
  ['RN ICU CA', ['“rn” (registered nurse)', '“icu” (intensive care)', 'State CA']],
  ['nurse in texas above 80 dollars starting next month', ['“nurse”', 'State TX', 'Bill rate >80', 'Start next month']],
  ['icu nites', ['“icu” (intensive care)', '“nites” (nights)']],
  ['LTC OR SNF', ['“ltc” (long term care) or “snf” (skilled nursing)']],
  ['not texas or florida', ['not State TX, FL']],
  ['per diem', ['Work type Per diem']],
  ['new jobs in new orleans', ['New', '“new orleans”']],
  ['starting after dec 1', ['Start after December 1']],
  ['within 2 weeks', ['Start from today to 14 days ahead']],
  ['not mapped', ['Unmapped']],
  ['icu near 89501', ['“icu” (intensive care)', 'Within 50 miles of 89501']],
  ['rn within 20 miles of 89501, not mapped', ['“rn” (registered nurse)', 'Within 20 miles of 89501', 'Unmapped']],
  ['100mi from 00501 nights', ['Within 100 miles of 00501', '“nights”']],
  ['close to k1a', ['Within 50 miles of K1A']],
  ['within 2 weeks -near:89501~1', ['Start from today to 14 days ahead', 'not Within 1 mile of 89501']],
])('%s shows what was understood', (phrase, labels) => {
  expect(parseQuery(phrase, grid.schema).chips.map((chip) => chipLabel(chip, grid.schema))).toEqual(labels);
});
