import type { JobRow } from '#contract/rows/jobs.ts';
import type { JobChange } from '#contract/staging/job-history.ts';
import { type FlagName, flag, has, withFlag } from '../jobs/flags.ts';

type Moment = Pick<JobChange, 'id' | 'at'>;
type Line = Moment & Pick<JobChange, 'field' | 'before'>;

/** The job as it stood at a moment. */
export type JobThen = {
  readonly job: JobRow;
  /** Fields that changed since, as history names them, with their values then. Rates and texts, but also flags and posts. */
  readonly changed: ReadonlyMap<string, unknown>;
};

const isFlag = (field: string): field is FlagName => Object.hasOwn(flag, field);

/**
 * The job as it stood right after a line of its history and the others of the same moment, which one change made together. `lines` are
 * its newest lines, newest first, down to that line at least: what they changed later is taken back.
 */
export function jobAt(job: JobRow, lines: readonly Line[], moment: Moment): JobThen {
  const changed = new Map<string, unknown>();
  // The oldest later change of a field tells what the field was before all of them.
  for (const { id, at, field, before } of lines) if (id > moment.id && at !== moment.at) changed.set(field, before ?? null);
  return { job: [...changed].reduce(withValue, job), changed };
}

function withValue(job: JobRow, [field, value]: readonly [string, unknown]): JobRow {
  if (isFlag(field)) return { ...job, chgMap: withFlag(job.chgMap, field, value === true) };
  // The line of a post says its state; the receipt has more, which history does not keep.
  if (field === 'job' || field.startsWith('post.')) return job;
  if (field in job) return { ...job, [field]: value };
  return { ...job, extra: { ...job.extra, [field]: value as JobRow['extra'][string] } };
}

/** The value of a field as history names it: a field, a flag, the state of a post, or a value without a column. */
export function historyValue(job: JobRow, field: string): unknown {
  if (isFlag(field)) return has(job.chgMap, field);
  if (field.startsWith('post.')) return job.posts.find(({ targetId }) => `post.${targetId}` === field)?.state ?? null;
  return (field in job ? job[field as keyof JobRow] : job.extra[field]) ?? null;
}
