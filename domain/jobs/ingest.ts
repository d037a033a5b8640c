import type { FieldValue, JobField, JobRow, Lock, Ruled } from '#contract/rows/jobs.ts';
import { blankJob } from './blank-job.ts';
import { changesBetween, type FieldChange } from './changes.ts';
import { endDateOf } from './end-date.ts';
import { withFlag } from './flags.ts';

/** A job's values from collection and rules. A field that the feed lacks is left out. */
export type GivenValues = { readonly [F in JobField]?: JobRow[F] | undefined } & {
  /** The vendor's own text of the status. */
  readonly statusText?: string | undefined;
};

/** The ids and source of a collected job, and the distinct texts whose mappings it uses. */
export type GivenPlace = Pick<JobRow, 'id' | 'taskId' | 'sourceId' | 'source' | 'providerJobId'> &
  Pick<JobRow, 'facilityValueId' | 'degreeValueId' | 'specialtyValueId' | 'shiftValueId'>;

/** A job row after collection. `written` is false if nothing changed, so that no revision is used. */
export type Ingested = { readonly row: JobRow; readonly changes: readonly FieldChange[]; readonly written: boolean };

/** The fields that a vendor's values may fill. */
const isCollected: Readonly<Record<JobField, true>> = {
  title: true,
  status: true,
  workType: true,
  positions: true,
  facility: true,
  address: true,
  city: true,
  state: true,
  zip: true,
  unit: true,
  degree: true,
  specialty: true,
  shift: true,
  shiftStart: true,
  shiftEnd: true,
  hoursPerShift: true,
  shiftsPerWeek: true,
  hoursPerWeek: true,
  guaranteedHours: true,
  startDate: true,
  endDate: true,
  durationDays: true,
  billRate: true,
  localRate: true,
  otRate: true,
  minBillRate: true,
  holidayRate: true,
  callbackRate: true,
  chargeRate: true,
  onCallRate: true,
  orientationRate: true,
  permFee: true,
  feePercentage: true,
  currency: true,
  travelStipend: true,
  mealStipend: true,
  lodgingStipend: true,
  payPerHour: true,
  payPerWeek: true,
  coordinator: true,
  hiringManager: true,
  buyer: true,
  vms: true,
  msp: true,
  note: true,
  description: true,
  postedAt: true,
  asap: true,
  hot: true,
  winterPlanNeed: true,
  jobUrl: true,
  licenses: true,
  experience: true,
  association: true,
  alias: true,
  parentJobId: true,
  submissionLimit: true,
};

/**
 * Merges a vendor's current values into a job, or creates the job. A locked field keeps its value; only the value behind the lock
 * changes, so a manually cancelled job stays cancelled whatever the feed says. A value that a rule wrote also stays until rules
 * run. `at` is the instant of collection. Values in `given` that are not job fields are ignored.
 */
export function ingest(current: JobRow | null, given: GivenValues, place: GivenPlace, at: string): Ingested {
  const before = current ?? emptyJob(place, at);
  const values = withGivenEnd(before, given);
  const row: Record<string, unknown> = { ...before, ...place };
  const locks: Record<string, Lock> = { ...before.locks };
  const ruled: Record<string, Ruled> = { ...before.ruled };
  for (const [field, value] of Object.entries(values)) {
    if (value === undefined || !Object.hasOwn(isCollected, field)) continue;
    const lock = locks[field];
    const rule = ruled[field];
    // The value that a rule wrote stays until rules run again with the new collected value.
    if (rule) ruled[field] = { ...rule, was: value };
    else if (lock) locks[field] = { ...lock, was: value as Lock['was'] };
    else row[field] = value;
  }
  const merged = { ...row, locks, ruled } as JobRow;
  return settle(current, before, withEndFollowing(merged), at);
}

/** A job that its feed no longer lists: cancelled by the vendor, unless a person has locked the status. */
export function withdraw(current: JobRow, at: string): Ingested {
  return ingest(current, { status: 'Cancelled' }, current, at);
}

const emptyJob = (place: GivenPlace, at: string): JobRow => ({
  ...blankJob,
  id: place.id,
  taskId: place.taskId,
  sourceId: place.sourceId,
  source: place.source,
  providerJobId: place.providerJobId,
  facilityValueId: place.facilityValueId,
  degreeValueId: place.degreeValueId,
  specialtyValueId: place.specialtyValueId,
  shiftValueId: place.shiftValueId,
  locks: {},
  extra: {},
  ruled: {},
  posts: [],
  firstSeenAt: at,
  changedAt: at,
});

/** If a feed has start or duration but no end, the end date is their sum. If it has none of the three, the end date stays. */
function withGivenEnd(before: JobRow, given: GivenValues): GivenValues {
  if (given.endDate !== undefined && given.endDate !== null) return given;
  if (given.startDate === undefined && given.durationDays === undefined) return given;
  const start = given.startDate === undefined ? givenPeriod(before, 'startDate') : given.startDate;
  const duration = given.durationDays === undefined ? givenPeriod(before, 'durationDays') : given.durationDays;
  return { ...given, endDate: endDateOf(start as string | null, duration as number | null) };
}

const givenPeriod = (job: JobRow, field: 'startDate' | 'durationDays'): FieldValue => {
  const over = job.ruled[field] ?? job.locks[field];
  return over ? over.was : job[field];
};

/**
 * While start or duration is locked, the end date is computed from the current values, of which one may have just been collected.
 */
function withEndFollowing(job: JobRow): JobRow {
  const lock = job.locks['endDate'];
  if (!lock) return job;
  return { ...job, endDate: endDateOf(job.startDate, job.durationDays) ?? (lock.was as string | null) };
}

function settle(current: JobRow | null, before: JobRow, merged: JobRow, at: string): Ingested {
  const row = { ...merged, chgMap: withFlag(merged.chgMap, 'filled', merged.status === 'Filled') };
  const changes = changesBetween(before, row);
  const moved = (of: 'locks' | 'ruled') => Object.keys(row[of]).some((field) => row[of][field]?.was !== before[of][field]?.was);
  const written = current === null || changes.length > 0 || moved('locks') || moved('ruled');
  return { row: changes.length > 0 ? { ...row, changedAt: at } : row, changes, written };
}
