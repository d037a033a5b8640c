import { expect, test } from 'vitest';
import { compareResults } from '#domain/ai/measure/compare.ts';
import type { Answer, MeasuredRow } from '#domain/ai/measure/measure.ts';
import { measure, wrongProperties } from '#domain/ai/measure/measure.ts';
import { operations } from '#domain/ai/operations.ts';
import { checkedReading } from '#domain/parsing/extract/checked-reading.ts';
import { read } from '#domain/parsing/extract/extract.ts';
import { standInAnswer, standInModels } from './stand-in-answers.ts';

type Model = keyof typeof standInModels;
const properties = operations[1].properties.map(({ name }) => name);

/** Descriptions with a rate, with a shift, with both, and with neither. */
const descriptions = Array.from({ length: 1500 }, (_, i) => {
  const parts = [
    `Position ${i} at Unit ${i % 90}.`,
    i % 3 > 0 && `Bill rate: $${60 + (i % 50)}/hr.`,
    i % 2 > 0 && 'Shift: 7a - 7p.',
  ];
  return parts.filter(Boolean).join(' ');
});

const rowsOf = (model: string, texts: readonly string[]): MeasuredRow[] =>
  texts.map((data) => {
    const value = standInAnswer({ model, instructions: '', data, properties });
    const answer: Answer = { outcome: 'answered', reading: checkedReading(value, data), milliseconds: 1, cost: 0 };
    return { id: data, truth: read(data), answer };
  });
const resultsOf = (model: string, texts: readonly string[]) =>
  new Map(rowsOf(model, texts).map((row) => [row.id, wrongProperties(row).length === 0] as const));

test('a model without mistakes answers as the built-in reader', () => {
  expect(measure(rowsOf('without', descriptions)).whole.value).toBe(1);
});

test.each(Object.entries(standInModels))('%s makes mistakes at its rate, whatever the description says', (model, rate) => {
  const { value, low, high } = measure(rowsOf(model, descriptions)).whole;
  expect(value).toBeGreaterThan(0);
  expect(low).toBeLessThanOrEqual(1 - rate);
  expect(high).toBeGreaterThanOrEqual(1 - rate);
});

test('of its two models the better one is found in 100 of 100 datasets', () => {
  const found = Array.from({ length: 100 }, (_, seed) => {
    const texts = Array.from({ length: 200 }, (_, i) => `Case ${seed}-${i}. Bill rate: $${70 + (i % 40)}/hr.`);
    const [careful, hasty] = (['stand-in-careful', 'stand-in-hasty'] satisfies Model[]).map((model) => resultsOf(model, texts));
    if (!careful || !hasty) throw new Error('the stand-in has two models');
    return compareResults(hasty, careful).verdict;
  });
  expect(found.filter((verdict) => verdict === 'better')).toHaveLength(100);
});
