import * as z from 'zod';
import { DatasetReading } from '#contract/rows/dataset-row.ts';
import type { Split } from '#domain/ai/dataset/dataset-line.ts';
import { readingProblems } from '#domain/ai/dataset/reading-problems.ts';
import type { Reading } from '#domain/ai/reading.ts';
import { EvalProblem } from './eval-problem.ts';

/** A row that counts: its text and what it says. */
export type EvalRow = { readonly id: string; readonly description: string; readonly split: Split; readonly truth: Reading };

const Line = z.object({
  id: z.string().min(1),
  description: z.string().min(1),
  split: z.enum(['dev', 'test']),
  settled: DatasetReading.nullable(),
});

/**
 * The settled rows of a JSONL file of the dataset, in the order of the file, and the number of those that are not settled yet. Throws
 * `EvalProblem` with the line where the file is wrong.
 */
export function readDataset(file: string, text: string): { readonly rows: EvalRow[]; readonly unsettled: number } {
  const rows: EvalRow[] = [];
  const ids = new Set<string>();
  let unsettled = 0;
  for (const [i, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue;
    const at = `${file}, line ${i + 1}`;
    const { id, description, split, settled } = lineOf(at, line);
    if (ids.has(id)) throw new EvalProblem(`${at}: id ${id} is there twice. Remove one of the lines.`);
    ids.add(id);
    if (settled === null) unsettled += 1;
    else rows.push({ id, description, split, truth: truthOf(at, description, settled) });
  }
  if (rows.length === 0) throw new EvalProblem(`${file} has no settled row. Label rows first, or choose another file.`);
  return { rows, unsettled };
}

function lineOf(at: string, line: string): z.output<typeof Line> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new EvalProblem(`${at}: this is no JSON. Write one row of the dataset on each line.`);
  }
  const read = Line.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new EvalProblem(`${at}, ${issue?.path.join('.') || 'row'}: ${issue?.message ?? 'it cannot be read'}.`);
}

function truthOf(at: string, description: string, settled: Reading): Reading {
  const [problem] = Object.entries(readingProblems(description, settled));
  if (problem) throw new EvalProblem(`${at}, settled.${problem[0]}: ${problem[1]}`);
  return settled;
}
