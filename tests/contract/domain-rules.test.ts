import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const rules = [...readFileSync('docs/domain-rules.md', 'utf8').matchAll(/^- \*\*([PRMT]\d+)\*\* (.+)$/gm)];
const numbers = rules.map(([, number = '']) => number);

/** Rule numbers that start the title of a test, each with the file. */
const quoted = ['domain', 'server', 'src', 'tests']
  .flatMap((house) => readdirSync(house, { recursive: true, encoding: 'utf8' }).map((file) => `${house}/${file}`))
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !file.includes('node_modules'))
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\(\s*(['"`])((?:\[[A-Z][\d.]+\] ?)+)/g)].flatMap(([, , tags = '']) =>
      [...tags.matchAll(/\[([PRMT]\d+)\]/g)].map(([, number = '']) => ({ file, number })),
    ),
  );

test('rules are numbered in order without gaps, and each is one sentence', () => {
  expect(numbers.length).toBeGreaterThan(40);
  for (const letter of ['P', 'R', 'M', 'T']) {
    const own = numbers.filter((number) => number.startsWith(letter));
    expect(own).toEqual(own.map((_, i) => `${letter}${i + 1}`));
  }
  expect(rules.filter(([, , sentence = '']) => !/^[“A-Z].*[^.]\.$/.test(sentence)).map(([line]) => line)).toEqual([]);
});

test('at least one test title quotes each rule', () => {
  const known = new Set(quoted.map(({ number }) => number));
  expect(numbers.filter((number) => !known.has(number))).toEqual([]);
});

test('every rule number in a test title exists', () => {
  expect(quoted.filter(({ number }) => !numbers.includes(number))).toEqual([]);
});
