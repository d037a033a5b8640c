import { type MeasuredRow, measure } from '#domain/ai/measure/measure.ts';
import type { Reader } from '#server/ai/measure/readers.ts';
import { type EngineArgs, withReader } from './eval-engines.ts';
import { EvalProblem } from './eval-problem.ts';
import { tableLines, wrongRowLines } from './eval-table.ts';
import { type EvalRow, readDataset } from './read-dataset.ts';

export type EvalArgs = EngineArgs & {
  /** The dataset as JSONL, with the name of its file for messages. */
  readonly file: string;
  readonly text: string;
  readonly split: string;
};

/** Measures a reader on a dataset. Returns the lines to print: the figures of each property, then each wrong row. Throws `EvalProblem`. */
export async function evaluate({ file, text, split, ...args }: EvalArgs): Promise<string[]> {
  if (!['test', 'dev', 'all'].includes(split)) throw new EvalProblem(`--split ${split}: write test, dev or all.`);
  const { rows, unsettled } = readDataset(file, text);
  const wanted = rows.filter((row) => split === 'all' || row.split === split);
  if (wanted.length === 0) throw new EvalProblem(`${file} has no settled ${split} row. Use --split all.`);
  return withReader(args, async (reader, name) => {
    const { measured, standIn } = await answersOf(reader, wanted);
    const about = { name, standIn, file, split, unsettled };
    const texts = new Map(wanted.map(({ id, description }) => [id, description]));
    return [...tableLines(about, measure(measured)), ...wrongRowLines(measured, texts)];
  });
}

async function answersOf(reader: Reader, rows: readonly EvalRow[]) {
  const measured: MeasuredRow[] = [];
  let standIn = false;
  for (const { id, description, truth } of rows) {
    const read = await reader(description);
    if (read.kind === 'unasked') throw new EvalProblem(`Stopped after ${measured.length} of ${rows.length} rows: ${read.words}`);
    standIn ||= read.standIn;
    measured.push({ id, truth, answer: read.answer });
  }
  return { measured, standIn };
}
