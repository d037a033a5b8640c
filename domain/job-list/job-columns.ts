import type { JobRow } from '#contract/rows/jobs.ts';
import type { CellType } from '../columns/cell-values.ts';
import { mapKinds } from '../jobs/mapping-of.ts';
import { floorStateKey, postMarksKey, rateAcceptedByKey, ruleFlagsKey, sameOrderStateKey } from '../staging/job-conditions.ts';
import { mapKeyOf } from './map-keys.ts';

/** A column of jobs with its values. A free search looks into texts, unless `search` is false. */
export type JobColumn = { readonly key: string; readonly type: CellType; readonly search?: boolean };

/**
 * Type of each job field that the grid holds. The description stays in the store, because it is by far a job's longest text; the
 * detail panel reads it from there. `posts` and `locks` are shown but not filtered or sorted.
 */
export const jobColumnTypes = {
  taskId: 'number',
  sourceId: 'number',
  source: 'text',
  providerJobId: 'text',
  title: 'text',
  status: 'text',
  workType: 'number',
  positions: 'number',
  facility: 'text',
  address: 'text',
  city: 'text',
  state: 'text',
  zip: 'text',
  unit: 'text',
  degree: 'text',
  specialty: 'text',
  shift: 'text',
  shiftStart: 'text',
  shiftEnd: 'text',
  hoursPerShift: 'number',
  shiftsPerWeek: 'number',
  hoursPerWeek: 'number',
  guaranteedHours: 'number',
  startDate: 'date',
  endDate: 'date',
  durationDays: 'number',
  billRate: 'number',
  localRate: 'number',
  otRate: 'number',
  minBillRate: 'number',
  holidayRate: 'number',
  callbackRate: 'number',
  chargeRate: 'number',
  onCallRate: 'number',
  orientationRate: 'number',
  permFee: 'number',
  feePercentage: 'number',
  currency: 'text',
  travelStipend: 'number',
  mealStipend: 'number',
  lodgingStipend: 'number',
  payPerHour: 'number',
  payPerWeek: 'number',
  coordinator: 'text',
  hiringManager: 'text',
  buyer: 'text',
  vms: 'text',
  msp: 'text',
  note: 'text',
  postedAt: 'instant',
  asap: 'flag',
  hot: 'flag',
  winterPlanNeed: 'flag',
  licenses: 'text',
  experience: 'text',
  association: 'text',
  alias: 'text',
  parentJobId: 'text',
  chgMap: 'bits',
  skipRuleId: 'number',
  locks: 'json',
  postState: 'text',
  externalJobId: 'text',
  firstSeenAt: 'instant',
  changedAt: 'instant',
  rateChangedAt: 'instant',
  canceledAt: 'instant',
  attachments: 'number',
  checking: 'flag',
  noteCount: 'number',
  submissions: 'number',
  submissionLimit: 'number',
  assigneeId: 'number',
  assignee: 'text',
  assignmentRuleId: 'number',
  sameOrder: 'json',
} as const satisfies Partial<Record<keyof JobRow, CellType>>;

/** Coded values that no one searches for by text. */
const unsearched: ReadonlySet<string> = new Set(['currency', 'postState', 'shiftStart', 'shiftEnd', 'status']);

/** Column with what decides about a job's expanded status, which leads to its name. */
export const statusKey = 'expandedStatusKey';

/** What is known of a mapping for each kind. Columns are named `facilityName`, `facilityCertainty`, … */
export const mapPicks = {
  Name: 'text',
  MapId: 'text',
  Certainty: 'number',
  How: 'text',
  Suggestion: 'text',
  SuggestedId: 'text',
  Sync: 'text',
  Ignored: 'flag',
} as const;

/** A mapping in the lookup. `How` is `job` when the job overrides the mapping that its text shares. */
export type MapLookupRow = {
  readonly Name: string | null;
  readonly MapId: string | null;
  readonly Certainty: number | null;
  readonly How: string | null;
  readonly Suggestion: string | null;
  readonly SuggestedId: string | null;
  readonly Sync: string | null;
  readonly Ignored: boolean;
};

/** The columns that every list of jobs has, apart from what mappings and statuses lead to. */
export const ownJobColumns: readonly JobColumn[] = [
  { key: 'id', type: 'number' },
  ...Object.entries(jobColumnTypes).map(([key, type]): JobColumn => ({ key, type, search: !unsearched.has(key) })),
  ...mapKinds.map((kind): JobColumn => ({ key: mapKeyOf(kind), type: 'text', search: false })),
  { key: statusKey, type: 'text', search: false },
  { key: postMarksKey, type: 'text', search: false },
  { key: ruleFlagsKey, type: 'bits' },
  { key: 'alsoFrom', type: 'text', search: false },
  { key: sameOrderStateKey, type: 'text', search: false },
  { key: floorStateKey, type: 'text', search: false },
  { key: rateAcceptedByKey, type: 'text', search: false },
  { key: 'sync', type: 'text', search: false },
];

/** The columns that mappings and statuses lead to. */
export const ledToJobColumns: readonly JobColumn[] = [
  ...mapKinds.flatMap((kind) =>
    Object.entries(mapPicks).map(([pick, type]): JobColumn => ({ key: `${kind}${pick}`, type, search: pick === 'Name' })),
  ),
  { key: 'expandedStatus', type: 'text', search: false },
];
