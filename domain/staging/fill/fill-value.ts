import type { EditableField } from '#contract/commands/job.ts';
import { addDays, dayOfIso } from '../../parsing/calendar.ts';
import { type FillKind, fillProblem } from './fill-fields.ts';
import type { FillJob, Wanted } from './plan-edits.ts';
import type { ReadCell } from './read-cell.ts';

/** What a fill does with the value of each job. `by` may be negative; a move counts days. */
export type FillHow =
  | { readonly kind: 'set'; readonly cell: ReadCell }
  | { readonly kind: 'add' | 'percent' | 'move'; readonly by: number };

/** What a field of this kind can be filled with. */
export const fillWays: Readonly<Record<FillKind, readonly FillHow['kind'][]>> = {
  money: ['set', 'add', 'percent'],
  percent: ['set', 'add'],
  hours: ['set', 'add'],
  days: ['set', 'add'],
  day: ['set', 'move'],
};

/** The cells of a fill: one field of every job. */
export const wantedOf = (jobs: readonly FillJob[], field: EditableField, how: FillHow): Wanted[] =>
  jobs.map((job) => ({ job, field, cell: cellOf(job, field, how) }));

function cellOf(job: FillJob, field: EditableField, how: FillHow): ReadCell {
  if (how.kind === 'set') return how.cell;
  const now = job[field];
  if (now === null) return { kind: 'refused', why: 'The job has no value to start from. Set a value instead.' };
  if (how.kind === 'move') return moved(String(now), how.by);
  const value = rounded(how.kind === 'percent' ? Number(now) * (1 + how.by / 100) : Number(now) + how.by);
  const problem = fillProblem(field, value);
  return problem === null ? { kind: 'value', value } : { kind: 'refused', why: problem };
}

function moved(day: string, by: number): ReadCell {
  const value = addDays(day, by);
  if (value !== undefined && dayOfIso(value)) return { kind: 'value', value };
  return { kind: 'refused', why: 'The calendar ends before this day. Move by fewer days.' };
}

/** To the cent. */
const rounded = (value: number): number => Math.round(value * 100) / 100;
