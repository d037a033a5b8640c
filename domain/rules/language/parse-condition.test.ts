import { readFileSync } from 'node:fs';
import { buildParserFile } from '@lezer/generator';
import { describe, expect, test } from 'vitest';
import { operators } from './operators.ts';
import { parseCondition } from './parse-condition.ts';
import { fieldRef, printCondition } from './print-condition.ts';

const problemOf = (text: string) => {
  const parsed = parseCondition(text);
  return 'problem' in parsed ? parsed.problem : null;
};
const treeOf = (text: string) => {
  const parsed = parseCondition(text);
  if ('problem' in parsed) throw new Error(parsed.problem.words);
  return parsed.tree;
};

test('the stored parser is the one that its grammar generates', () => {
  const folder = new URL('.', import.meta.url).pathname;
  for (const name of ['condition', 'formula']) {
    const { parser, terms } = buildParserFile(readFileSync(`${folder}${name}.grammar`, 'utf8'), { includeNames: false });
    // Only the generator's tables, whatever a formatter changed in the code around them.
    const tables = (code: string) =>
      [...code.matchAll(/(?:states|stateData|goto|nodeNames|tokenData):\s*['"](.*)['"],?$/gm)].map((m) => m[1]);
    const unquoted = (table: string | undefined) => table?.replaceAll(/\\(['"])/g, '$1');
    const kept = tables(readFileSync(`${folder}${name}-parser.ts`, 'utf8')).map(unquoted);
    expect(kept.length).toBe(5);
    expect(kept).toEqual(tables(parser).map(unquoted));
    const ids = (code: string) => [...code.matchAll(/(\w+) = (\d+)/g)].map((m) => [m[1], m[2]]);
    expect(ids(readFileSync(`${folder}${name}-parser.terms.ts`, 'utf8'))).toEqual(ids(terms));
  }
});

test('[R18] an empty text is always true', () => {
  expect(treeOf('')).toBeNull();
  expect(treeOf(' \n')).toBeNull();
});

test('[R18] and binds tighter than or; brackets override', () => {
  expect(treeOf('[City] equal a or [City] equal b and [City] equal c')).toMatchObject({
    kind: 'or',
    parts: [{}, { kind: 'and' }],
  });
  expect(treeOf('([City] equal a or [City] equal b) and [City] equal c')).toMatchObject({
    kind: 'and',
    parts: [{ kind: 'group', of: { kind: 'or' } }, {}],
  });
});

test('[R19] values: alternatives by |, parts by ~, today and fields with days, quotes with line breaks', () => {
  expect(treeOf('[Note] contains "a|b"~c | d e')).toMatchObject({
    value: [
      [
        { kind: 'text', text: 'a|b' },
        { kind: 'text', text: 'c' },
      ],
      [{ kind: 'text', text: 'd e' }],
    ],
  });
  expect(treeOf('[Start Date] greater than [Today]+7')).toMatchObject({ value: [[{ kind: 'today', offset: 7 }]] });
  expect(treeOf('[Bill Rate] < [Local Rate] - 2')).toMatchObject({
    value: [[{ kind: 'field', field: { fieldId: 18 }, offset: -2 }]],
  });
  expect(treeOf(String.raw`[Note] equal "a\nb \"c\" \\"`)).toMatchObject({ value: [[{ text: 'a\nb "c" \\' }]] });
  expect(treeOf('[Local Variable: My rate] equal 1')).toMatchObject({ field: { fieldId: 128, variable: 'My rate' } });
});

test('every operator of the table is parsed in every spelling and letter case', () => {
  for (const { name, also, compares } of operators) {
    for (const spelled of [name, ...also, name.toUpperCase()]) {
      expect(treeOf(`[Bill Rate] ${spelled} ${compares === 'state' ? 'empty' : '5'}`), spelled).toMatchObject({ operator: name });
    }
  }
});

describe('[R20] an unreadable text is a problem at its place and never a condition that is false', () => {
  test.each([
    ['[Degree] resembles RN', 9, 18, ['an operator'], '“resembles” is no operator. Expected equal, not equal'],
    ['[Degree] equal', 14, 14, ['a value'], 'Expected a value'],
    ['[Specialty] equal OR', 18, 20, ['a value'], 'put it in quotes: "OR".'],
    ['[Degree] equal RN and', 21, 21, ['a field', 'an opening bracket'], '“and” needs a condition after it.'],
    ['[Degree] equal RN and sons', 22, 26, ['a field', 'an opening bracket'], 'Put a value that contains “and” in quotes'],
    ['[Degree] equal RN [State] equal CA', 18, 25, ['and', 'or', 'the end'], 'Expected and, or or the end'],
    ['([Degree] equal RN', 0, 1, ['a closing bracket'], 'never closed'],
    ['[Degree] equal RN)', 17, 18, ['the end'], 'closes nothing'],
    ['[Degree] equal "RN', 15, 18, ['a value'], 'This quote is never closed'],
    ['[Degre] equal RN', 0, 7, ['a field'], 'There is no field “Degre”. Did you mean [Degree]?'],
    ['[Local Variable] equal 1', 0, 16, ['a field'], 'needs its name'],
    ['[Degree: x] equal 1', 0, 11, ['a field'], 'Only a local variable'],
    ['[Degree] is blue', 12, 16, ['a value'], 'After “is” comes empty'],
    ['[City] starts a~b', 14, 17, ['a value'], '“~” joins parts after contains'],
    ['[Bill Rate] equal 1~2~3', 18, 23, ['a value'], 'two ends'],
    ['Degree equal RN', 0, 6, ['a field', 'an opening bracket', 'the end'], 'Expected a condition such as'],
  ])('%s', (text, at, to, expected, words) => {
    expect(problemOf(text)).toMatchObject({ at, to, expected });
    expect(problemOf(text)?.words).toContain(words);
  });

  test('ten thousand brackets, open or closed, are refused without recursion', () => {
    expect(problemOf('('.repeat(10_000))?.words).toContain('deeper than 100');
    expect(problemOf(`${'('.repeat(9_000)}[City] equal a${')'.repeat(9_000)}`)?.at).toBe(100);
    expect(problemOf(')'.repeat(10_000))?.at).toBe(0);
  });

  test('a thousand conditions in a row are parsed, a hundred thousand are refused', () => {
    const text = Array.from({ length: 1_000 }, () => '[City] equal a').join(' and ');
    expect(printCondition(treeOf(text))).toBe(text);
    expect(problemOf(Array.from({ length: 100_000 }, () => '[City] equal a').join(' and '))?.words).toContain('at most 20000');
  });
});

describe('a builder changes a part and the rest keeps its text', () => {
  test('another value, another operator, another field', () => {
    const tree = treeOf('[degree]  EQUALS  "RN"   And [State] = CA');
    if (tree?.kind !== 'and') throw new Error('two conditions');
    const [first, second] = tree.parts;
    if (first?.kind !== 'comparison' || !second) throw new Error('comparisons');
    const changed = { ...tree, parts: [{ ...first, value: [[{ kind: 'text' as const, text: 'Med Surg and more' }]] }, second] };
    expect(printCondition(changed)).toBe('[degree]  EQUALS  "Med Surg and more"   And [State] = CA');
    const other = { ...tree, parts: [{ ...first, operator: 'not equal' as const, field: fieldRef(9) }, second] };
    expect(printCondition(other)).toBe('[Specialty] not equal "RN"   And [State] = CA');
  });

  test('parts added or removed', () => {
    const tree = treeOf('[City] equal a  OR  [City] equal b');
    if (tree?.kind !== 'or') throw new Error('two conditions');
    expect(printCondition({ ...tree, parts: [...tree.parts, ...tree.parts.slice(0, 1)] })).toBe(
      '[City] equal a or [City] equal b or [City] equal a',
    );
  });
});
