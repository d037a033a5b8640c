import type { EditableField } from '#contract/commands/job.ts';
import type { JobRow, Lock } from '#contract/rows/jobs.ts';
import { endDateOf } from './end-date.ts';
import { type FlagName, withFlag } from './flags.ts';
import { withReadFlag } from './read-flag.ts';

/** The documented bit of each field that people may edit. */
const editFlags: Readonly<Record<EditableField, FlagName>> = {
  billRate: 'billRateManual',
  localRate: 'localRateManual',
  otRate: 'otRateManual',
  minBillRate: 'minBillRateManual',
  permFee: 'permFeeManual',
  feePercentage: 'feePercentageManual',
  guaranteedHours: 'guaranteedHoursManual',
  startDate: 'startDateManual',
  durationDays: 'durationManual',
};

/** Who overrides a value, and when. */
export type Hand = { readonly by: string; readonly at: string };

type Lockable = EditableField | 'endDate' | 'status';

/** Start date, duration and end date change together: the end date is computed from the other two. */
export const periodFields = ['startDate', 'durationDays'] as const satisfies readonly EditableField[];
const isPeriod = (field: string): boolean => (periodFields as readonly string[]).includes(field);

/** Overrides a value from collection and rules, which the lock remembers. A second override keeps the first remembered value. */
function lockField(job: JobRow, field: Lockable, value: Lock['was'], { by, at }: Hand): JobRow {
  const lock: Lock = { by, at, was: job.locks[field]?.was ?? (job.locks[field] ? null : job[field]) };
  return { ...job, [field]: value, locks: { ...job.locks, [field]: lock } };
}

/** Restores the value from collection and rules. */
function unlockField(job: JobRow, field: Lockable): JobRow {
  const { [field]: lock, ...locks } = job.locks;
  return lock ? { ...job, [field]: lock.was, locks } : job;
}

/** The end date follows a manually set start or duration. If it cannot be computed, the collected value stays. */
function withEndRecomputed(job: JobRow, hand: Hand): JobRow {
  const given = job.locks['endDate'] ? job.locks['endDate'].was : job.endDate;
  return lockField(job, 'endDate', endDateOf(job.startDate, job.durationDays) ?? given, hand);
}

/** Sets a field manually: locks it, sets its bit in `chgMap`, and recomputes the end date if start or duration changed. */
export function withEdit(job: JobRow, field: EditableField, value: string | number | null, hand: Hand): JobRow {
  const edited = lockField(job, field, value, hand);
  const flagged = withReadFlag({ ...edited, chgMap: withFlag(edited.chgMap, editFlags[field], true) }, job);
  return isPeriod(field) ? withEndRecomputed(flagged, hand) : flagged;
}

/**
 * Removes the manual lock of a field, which gets the value from collection and rules again. Returns the same row if it is not
 * locked.
 */
export function withoutEdit(job: JobRow, field: EditableField, hand: Hand): JobRow {
  if (!job.locks[field]) return job;
  const reverted = unlockField(job, field);
  const flagged = withReadFlag({ ...reverted, chgMap: withFlag(reverted.chgMap, editFlags[field], false) }, job);
  if (!isPeriod(field)) return flagged;
  const otherIsLocked = periodFields.some((other) => flagged.locks[other]);
  return otherIsLocked ? withEndRecomputed(flagged, hand) : unlockField(flagged, 'endDate');
}

/** Cancels a job manually. Collection may change the status behind the lock, never the shown one. */
export function withManualCancel(job: JobRow, hand: Hand): JobRow {
  const cancelled = lockField(job, 'status', 'Cancelled', hand);
  return { ...cancelled, chgMap: withFlag(cancelled.chgMap, 'manuallyCancelled', true) };
}

/** Reopens a job: it has the vendor's status again. */
export function withoutManualCancel(job: JobRow): JobRow {
  const reopened = unlockField(job, 'status');
  return { ...reopened, chgMap: withFlag(reopened.chgMap, 'manuallyCancelled', false) };
}
