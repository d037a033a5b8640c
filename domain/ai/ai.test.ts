import { describe, expect, test } from 'vitest';
import { costOf, costWords } from './call-words.ts';
import { correctedMinLength, correctedTemperature } from './corrected-numbers.ts';
import { operationIds, operationOf, operations } from './operations.ts';
import { filledPrompt, placeholderProblems, propertiesProblem } from './prompt-text.ts';

test.each([
  ['warm', null],
  ['', null],
  [null, null],
  [-0.3, 0.3],
  ['-2', 1],
  [0.5, 0.5],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
])('a temperature of %s becomes %s', (typed, corrected) => {
  expect(correctedTemperature(typed)).toBe(corrected);
});

test.each([
  ['none', null],
  [0, null],
  [-12, 12],
  ['30', 30],
  [1e12, 1_000_000],
])('a shortest length of %s becomes %s', (typed, corrected) => {
  expect(correctedMinLength(typed)).toBe(corrected);
});

describe('placeholders', () => {
  test('are filled by name; what fills them is not read again', () => {
    expect(filledPrompt('{{field}}, {{ kind }}, {{constructor}}.', { field: '{{kind}}', kind: 'a text' })).toBe(
      '{{kind}}, a text, .',
    );
  });
  test('unknown ones are named with their place and those of the operation', () => {
    expect(placeholderProblems('Give {{field}} and {{rate}}', 3)).toEqual([
      { from: 19, to: 27, words: '{{rate}} is no placeholder of this operation. Use {{field}}, {{kind}}.' },
    ]);
    expect(placeholderProblems('{{x}}', 2)[0]?.words).toContain('this operation has none');
    expect(placeholderProblems('{one} {{}', 2)).toEqual([]);
  });
});

test('properties must belong to the operation, and those that it needs must be there', () => {
  expect(propertiesProblem(['value'], operations[3])).toBeNull();
  expect(propertiesProblem(['value', 'a', 'b'], operations[3])).toContain('a, b are no properties');
  expect(propertiesProblem([], operations[100])).toContain('needs name, source');
  expect(propertiesProblem([], operations[1])).toContain('at least one');
});

test('every operation has a name, words and properties; an unknown number has none', () => {
  for (const id of operationIds) {
    const operation = operationOf(id);
    expect(operation?.name).toMatch(/^[A-Z]/);
    expect(operation?.properties.length).toBeGreaterThan(0);
  }
  expect(operationIds).toHaveLength(Object.keys(operations).length);
  expect(operationOf(7)).toBeNull();
  expect(operationOf(Number.NaN)).toBeNull();
});

test('a cost needs both prices; small ones have four decimals', () => {
  expect(costOf({ priceIn: 1, priceOut: 2 }, 1000, 500)).toBe(0.002);
  expect(costOf({ priceIn: null, priceOut: 2 }, 1000, 500)).toBeNull();
  expect([costWords(0.002), costWords(0), costWords(3.456), costWords(null)]).toEqual(['$0.0020', '$0.00', '$3.46', '–']);
});
