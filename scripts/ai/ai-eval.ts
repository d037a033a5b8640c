// npm run -s ai:eval -- --dataset D.jsonl --engine E [--prompt P --version V] [--split test|dev|all]
// Measures a reader of shift and bill rate on labeled descriptions, and prints the figures of each property and each wrong row.
// docs/ai-measurements.md describes the engines, the files and the figures.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { EvalProblem } from '#bench/ai/eval-problem.ts';
import { evaluate } from '#bench/ai/evaluate.ts';

const usage =
  'usage: npm run -s ai:eval -- --dataset D.jsonl --engine built-in|stand-in-careful|stand-in-hasty|ENGINE [--prompt P --version V] [--split test|dev|all]';

try {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { dataset: text, engine: text, prompt: text, version: text, split: { ...text, default: 'all' } },
    strict: true,
  });
  const { dataset, engine, prompt, version, split } = values;
  if (!dataset || !engine) throw new EvalProblem(usage);
  const lines = await evaluate({ file: dataset, text: readText(dataset), split, engine, prompt, version });
  process.stdout.write(`${lines.join('\n')}\n`);
} catch (error) {
  const isArgument = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!(error instanceof EvalProblem) && !isArgument) throw error;
  console.error(isArgument ? `${error.message}\n${usage}` : error.message);
  process.exitCode = 2;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new EvalProblem(`${file} cannot be read. Give the path of a JSONL file of the dataset.`);
  }
}
