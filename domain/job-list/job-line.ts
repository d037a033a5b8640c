import type { MapKind } from '#contract/rows/rows.ts';
import { workTypes } from '../fields/labels.ts';
import { mappedText, statusText } from './cell-texts.ts';
import type { JobCell, JobReader } from './job-reader.ts';
import { statusLabel } from './job-states.ts';

/**
 * A column of a list that is sent or saved: its key in the list, and the column of jobs that it shows. As `mapped` it is the value of
 * the ATS beside the vendor's text, as `states` the states of the job in words.
 */
export type LineColumn = { readonly key: string; readonly from: string; readonly as: 'value' | 'mapped' | 'states' };

/** What each number of a work type is called. */
export type WorkTypeWords = Readonly<Record<number, string>>;

/** A value as lists show it: codes as words. Lists and objects are left out. */
export function shownValue(column: string, cell: unknown, workTypeWords: WorkTypeWords = workTypes): JobCell {
  if (typeof cell !== 'string' && typeof cell !== 'number' && typeof cell !== 'boolean') return null;
  if (column === 'workType') return workTypeWords[Number(cell)] ?? String(cell);
  if (column === 'status') return statusLabel(String(cell));
  return cell;
}

/** One job in some columns, with its id under `id`. */
export function jobLine(
  job: JobReader,
  columns: readonly LineColumn[],
  nowMs: number,
  workTypeWords: WorkTypeWords = workTypes,
): Readonly<Record<string, JobCell>> {
  const row = { get: job.cell };
  const line: Record<string, JobCell> = {};
  for (const { key, from, as } of columns) {
    if (as === 'value') line[key] = shownValue(from, job.cell(from), workTypeWords);
    else line[key] = (as === 'mapped' ? mappedText(row, from as MapKind, '') : statusText(row, nowMs)) || null;
  }
  line['id'] = job.id;
  return line;
}
