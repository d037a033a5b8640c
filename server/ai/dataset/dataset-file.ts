import { DatasetLine, mostRefusedLines } from '#contract/ai/dataset.ts';
import { ok, type Result } from '#contract/kit/result.ts';
import type { DatasetLabel, DatasetReading, DatasetRow } from '#contract/rows/dataset-row.ts';
import type { DatasetLine as Line } from '#domain/ai/dataset/dataset-line.ts';
import { readingProblems } from '#domain/ai/dataset/reading-problems.ts';
import { settledOf } from '#domain/ai/dataset/row-state.ts';
import { type DatasetText, plainReading, textOf } from './dataset-texts.ts';

/** A row as a line of a JSONL file. */
export function lineOf(row: DatasetRow): string {
  const settled = settledOf(row);
  const line: Line = {
    id: row.digest,
    description: row.description,
    split: row.split,
    job: row.providerJobId,
    source: row.source,
    workType: row.workType,
    labels: row.labels.map(({ by, at, reading }) => ({ by, at, reading: plainReading(reading) })),
    settled: settled && plainReading(settled),
  };
  return JSON.stringify(line);
}

/** How a call refuses a file: the limit that it exceeds, or what to do about it. */
type RefusedFile =
  | { readonly kind: 'too_large'; readonly limit: string }
  | { readonly kind: 'invalid'; readonly fields: Record<string, string> };

/** Reads the lines of a JSONL file, each as one cell, in the parsing process, which belongs to an area above this one. */
export type ReadJsonLines = (
  file: Uint8Array,
  customerId: number,
) => Promise<Result<readonly { readonly line: number; readonly cells: readonly string[] }[], RefusedFile>>;

type Refused = { readonly line: number; readonly words: string };
/** The texts of a file, the first refused lines, and the number of all refused ones. */
export type ReadFile = {
  readonly texts: readonly DatasetText[];
  readonly refused: readonly Refused[];
  readonly refusedLines: number;
};

/** Reads the texts of a JSONL file line by line. `by` and `at` are those of a decision, which a file does not name. */
export async function readDatasetFile(
  readLines: ReadJsonLines,
  { customerId, file }: { readonly customerId: number; readonly file: Uint8Array },
  by: { readonly by: string; readonly at: string },
): Promise<Result<ReadFile, RefusedFile>> {
  const read = await readLines(file, customerId);
  if (!read.ok) return read;
  const texts: DatasetText[] = [];
  const refused: Refused[] = [];
  for (const { line, cells } of read.value) {
    const parsed = textOfLine(cells[0] ?? '', by);
    if (typeof parsed === 'string') refused.push({ line, words: parsed });
    else texts.push(parsed);
  }
  return ok({ texts, refused: refused.slice(0, mostRefusedLines), refusedLines: refused.length });
}

/** A line as a text of the dataset, or why it is refused. */
function textOfLine(words: string, { by, at }: { readonly by: string; readonly at: string }): DatasetText | string {
  const parsed = DatasetLine.safeParse(jsonOf(words));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.join('.') ?? '';
    return place === ''
      ? 'This line is no JSON object. Write one row of the dataset on each line.'
      : `${place}: ${issue?.message ?? ''}`;
  }
  const { description, job, source, workType, labels, settled } = parsed.data;
  const text = textOf(description);
  if (text === '') return 'description: Give the text of the description.';
  const own = labels.map(({ reading, ...label }): DatasetLabel => ({ ...label, userId: null, reading: plainReading(reading) }));
  const decided: DatasetLabel | null = settled && { userId: null, by, at, reading: plainReading(settled) };
  const problem = firstProblem(text, [
    ...own.map(({ reading }, i) => [`labels.${i}`, reading] as const),
    ...(decided ? [['settled', decided.reading] as const] : []),
  ]);
  if (problem !== null) return problem;
  // What all people said needs no decision.
  const isAgreed =
    decided !== null && own.length > 0 && own.every(({ reading }) => JSON.stringify(reading) === JSON.stringify(decided.reading));
  return {
    description: text,
    jobId: null,
    providerJobId: job,
    source,
    workType,
    labels: own,
    settled: isAgreed ? null : decided,
  };
}

function firstProblem(text: string, readings: readonly (readonly [place: string, reading: DatasetReading])[]): string | null {
  for (const [place, reading] of readings) {
    const [problem] = Object.entries(readingProblems(text, reading));
    if (problem) return `${place}.${problem[0]}: ${problem[1]}`;
  }
  return null;
}

function jsonOf(words: string): unknown {
  try {
    return JSON.parse(words) as unknown;
  } catch {
    return undefined;
  }
}
