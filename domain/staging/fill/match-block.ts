import type { EditableField } from '#contract/commands/job.ts';
import type { FillJob, Wanted } from './plan-edits.ts';
import { type CellWriting, readCell } from './read-cell.ts';

/** Cells of a pasted block, line by line. */
export type Block = readonly (readonly string[])[];

/** The largest block that can be pasted. */
export const mostCells = 20_000;

/** What a column of the block is: the job's number, a field, or nothing that is pasted. */
export type ColumnUse = EditableField | 'job' | null;

/** How a block lies: whether its first line names the columns, and what each column is. */
export type BlockShape = { readonly hasHeader: boolean; readonly uses: readonly ColumnUse[] };

/** What a field is called: its label and other words for it. */
export type FieldWords = { readonly field: EditableField; readonly words: readonly string[] };

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9%]+/g, '');
const jobWords: ReadonlySet<string> = new Set([
  'job',
  'jobid',
  'jobnumber',
  'jobno',
  'number',
  'id',
  'providerjobid',
  'vendorjobid',
]);

/** Lines with something in them. A spreadsheet adds blank ones at the end. */
export const filledLines = (block: Block): Block => block.filter((line) => line.some((cell) => cell.trim() !== ''));

const widthOf = (block: Block): number => block.reduce((most, line) => Math.max(most, line.length), 0);

/**
 * Proposes how a block lies. The first line is a header if one of its cells is a field's name. Without one, the first column holds
 * job numbers if `isJob` knows each of its cells, and the other columns are for the person to choose.
 */
export function proposeShape(block: Block, fields: readonly FieldWords[], isJob: (number: string) => boolean): BlockShape {
  const width = widthOf(block);
  const first = block[0] ?? [];
  const named = (text: string): EditableField | null => {
    const word = bare(text);
    return word === '' ? null : (fields.find(({ words }) => words.some((one) => bare(one) === word))?.field ?? null);
  };
  const hasHeader = first.some((text) => named(text) !== null);
  const rows = hasHeader ? block.slice(1) : block;
  const numbers = rows.map((line) => (line[0] ?? '').trim()).filter((text) => text !== '');
  const jobAt = hasHeader
    ? first.findIndex((text) => jobWords.has(bare(text)))
    : numbers.length > 0 && numbers.every(isJob)
      ? 0
      : -1;
  const taken = new Set<EditableField>();
  const uses = Array.from({ length: width }, (_, i): ColumnUse => {
    if (i === jobAt) return 'job';
    const field = hasHeader ? named(first[i] ?? '') : null;
    if (field === null || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
  return { hasHeader, uses };
}

/** A line of the block that reaches no job, and why. Its cells are not part of a plan. */
export type LostLine = { readonly line: number; readonly text: string; readonly why: string };

export type MatchedBlock = { readonly wanted: readonly Wanted[]; readonly lost: readonly LostLine[] };

type Jobs = {
  /** The jobs that lines without a job's number are given to, in order. */
  readonly selected: readonly FillJob[];
  readonly withNumber: (number: string) => readonly FillJob[];
};

/**
 * Gives each line of a block to a job: by its number, or in order to the selected jobs. A number of several jobs counts for the
 * selected one, if only one of them is selected.
 */
export function matchBlock(block: Block, { hasHeader, uses }: BlockShape, jobs: Jobs, writing: CellWriting): MatchedBlock {
  const wanted: Wanted[] = [];
  const lost: LostLine[] = [];
  const byNumber = uses.indexOf('job');
  const selected = new Set(jobs.selected.map(({ id }) => id));
  for (const [i, cells] of (hasHeader ? block.slice(1) : block).entries()) {
    const line = i + (hasHeader ? 2 : 1);
    const found = byNumber < 0 ? inOrder(jobs.selected, i) : numbered((cells[byNumber] ?? '').trim(), jobs, selected);
    if (typeof found === 'string') {
      lost.push({ line, text: cells.join(' ').slice(0, 80), why: found });
      continue;
    }
    for (const [at, use] of uses.entries())
      if (use !== null && use !== 'job')
        wanted.push({ job: found, field: use, cell: readCell(use, cells[at] ?? '', writing), line });
  }
  return { wanted, lost };
}

function inOrder(selected: readonly FillJob[], at: number): FillJob | string {
  const count = selected.length === 1 ? '1 job is' : `${selected.length} jobs are`;
  return selected[at] ?? `Only ${count} selected. Select more, or paste fewer rows.`;
}

function numbered(number: string, { withNumber }: Jobs, selected: ReadonlySet<number>): FillJob | string {
  if (number === '') return 'The row has no job number. Add it, or choose another column for it.';
  const all = withNumber(number);
  const chosen = all.length > 1 ? all.filter(({ id }) => selected.has(id)) : all;
  const [job] = chosen;
  if (all.length === 0) return `No job here has the number ${number}. Check the number.`;
  return job && chosen.length === 1 ? job : `${all.length} jobs have the number ${number}. Select the one that you mean.`;
}
