import { describe, expect, test } from 'vitest';
import { read } from '#domain/parsing/extract/extract.ts';
import { EvalProblem } from './eval-problem.ts';
import { type EvalArgs, evaluate } from './evaluate.ts';

const texts = Array.from({ length: 60 }, (_, i) => `Case ${i}. Bill rate: $${60 + i}/hr. Shift: 7a - 7p.`);
const lineOf = (description: string, id: string, over = {}) => {
  const { shift, rate } = read(description);
  return JSON.stringify({ id, description, split: Number(id) % 5 === 0 ? 'test' : 'dev', settled: { shift, rate }, ...over });
};
const dataset = texts.map((text, i) => lineOf(text, String(i + 1))).join('\n');
const run = (over: Partial<EvalArgs> = {}) =>
  evaluate({ file: 'd.jsonl', text: dataset, split: 'all', engine: 'built-in', prompt: undefined, version: undefined, ...over });

test('the built-in reader is measured: a line for each property, then the wrong rows', async () => {
  const lines = await run();
  expect(lines[0]).toBe('built-in reader: 60 rows of d.jsonl');
  expect(lines.filter((line) => /^(?:Start|End|Length|Bill rate) +100\.0 %/.test(line))).toHaveLength(4);
  expect(lines.at(-1)).toBe('No row is wrong.');
  const other = { shift: null, rate: { substring: '$61', rate: 61.5, minRate: null } };
  const wrong = await run({ text: `${dataset}\n${lineOf('Pays $61', '99', { settled: other })}` });
  expect(wrong).toContain('Wrong rows: 1');
  expect(wrong.some((line) => line.startsWith('- 99: Bill rate none, labeled 61.5'))).toBe(true);
});

test('a model of the stand-in is asked through the client; the result says that it is no model', async () => {
  const lines = await run({ engine: 'stand-in-hasty', split: 'test' });
  expect(lines[0]).toBe('stand-in-hasty (stand-in, not a model): 12 test rows of d.jsonl');
  expect(lines.join('\n')).toMatch(/Without an answer: none/);
});

describe('bad input is refused with its place', () => {
  test.each<[Partial<EvalArgs>, RegExp]>([
    [{ split: 'some' }, /--split some: write test, dev or all/],
    [{ engine: 'gpt' }, /--engine gpt: an engine of the service needs --prompt.*stand-in-careful/],
    [{ engine: 'gpt', prompt: 'x' }, /--prompt x: write a whole number/],
    [{ text: '' }, /no settled row/],
    [{ text: lineOf(texts[0] ?? '', '1', { settled: null }) }, /no settled row/],
    [{ text: 'no json' }, /line 1: this is no JSON/],
    [{ text: `${lineOf('a', '1')}\n${lineOf('a', '1')}` }, /line 2: id 1 is there twice/],
    [{ text: lineOf('a', '1', { split: 'train' }) }, /line 1, split: /],
    [
      { text: lineOf('a', '1', { settled: { shift: null, rate: { substring: 'b', rate: 80, minRate: null } } }) },
      /settled\.rate\.substring: These words are not/,
    ],
    [{ text: lineOf('a', '2'), split: 'test' }, /no settled test row/],
  ])('%o', async (over, words) => {
    const failure = await run(over).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(EvalProblem);
    expect((failure as Error).message).toMatch(words);
  });
});
