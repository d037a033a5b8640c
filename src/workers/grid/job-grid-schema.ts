import type { JobRow } from '#contract/rows/jobs.ts';
import { fieldColumns } from '#domain/fields/field-columns.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import {
  floorStateKey,
  postMarksKey,
  rateAcceptedByKey,
  ruleFlagsKey,
  sameOrderStateKey,
} from '#domain/staging/job-conditions.ts';
import type { DerivedColumnSchema, GridSchema, StoredColumn, TreeSchema } from '../columns/grid-schema.ts';

type Type = StoredColumn['type'];

/**
 * Type of each job field that the grid holds. The description stays in the store, because it is by far a job's longest text; the
 * detail panel reads it from there. `posts` and `locks` are shown but not filtered or sorted.
 */
const types = {
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
  assigneeId: 'number',
  assignee: 'text',
  assignmentRuleId: 'number',
  sameOrder: 'json',
} as const satisfies Partial<Record<keyof JobRow, Type>>;

/** Number columns whose total says nothing: numbers that name something, and shares. */
const unsummed: ReadonlySet<string> = new Set([
  'taskId',
  'sourceId',
  'workType',
  'skipRuleId',
  'assigneeId',
  'assignmentRuleId',
  'feePercentage',
  'durationDays',
]);

/** Fields of the catalog with a total: amounts of money. What other numbers measure does not add up. */
const summed: ReadonlySet<string> = new Set(
  fieldColumns.filter(({ key, type }) => type === 'money' && !Object.hasOwn(types, key)).map(({ key }) => key),
);

/** Whether a group shows a total of the column. */
export const isSummed = (key: string): boolean =>
  summed.has(key) || (Object.hasOwn(types, key) && types[key as keyof typeof types] === 'number' && !unsummed.has(key));

/** The columns to add up for groups: those of the requested ones that have a total, and always the positions. */
export const summedAmong = (keys: readonly string[]): readonly string[] => [...new Set(['positions', ...keys.filter(isSummed)])];

/** Coded values that no one searches for by text. */
const unsearched: ReadonlySet<string> = new Set(['currency', 'postState', 'shiftStart', 'shiftEnd', 'status']);

/** Column with a job's mapping key of a kind. It leads to the lookup table of that kind. */
export const mapKeyOf = (kind: (typeof mapKinds)[number]) => `${kind}Key` as const;

/** Column with what decides about a job's expanded status. It leads to the lookup table of that name. */
export const statusKey = 'expandedStatusKey';
export const statusLookup = 'expandedStatus';

/** What the mapping lookup provides for each kind. Columns are named `facilityName`, `facilityCertainty`, … */
const looked = {
  Name: 'text',
  MapId: 'text',
  Certainty: 'number',
  How: 'text',
  Suggestion: 'text',
  SuggestedId: 'text',
  Sync: 'text',
  Ignored: 'flag',
} as const satisfies Record<string, DerivedColumnSchema['type']>;

const derived = mapKinds.flatMap((kind) =>
  Object.entries(looked).map(
    ([pick, type]): DerivedColumnSchema => ({
      key: `${kind}${pick}`,
      type,
      from: mapKeyOf(kind),
      lookup: kind,
      pick,
      search: pick === 'Name',
    }),
  ),
);

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

/** Jobs name their parent order by its vendor's ID, which counts within one source. */
export const jobTree: TreeSchema = { own: 'providerJobId', above: 'parentJobId', within: 'sourceId' };

/** The staging grid's columns: a job's own fields, its mapping keys, and its mark of unsent changes. */
export const jobGridSchema: GridSchema = {
  id: 'id',
  columns: [
    { key: 'id', type: 'number' },
    ...Object.entries(types).map(([key, type]): StoredColumn => ({ key, type, search: !unsearched.has(key) })),
    ...mapKinds.map((kind): StoredColumn => ({ key: mapKeyOf(kind), type: 'text', search: false })),
    { key: statusKey, type: 'text', search: false },
    { key: postMarksKey, type: 'text', search: false },
    { key: ruleFlagsKey, type: 'bits' },
    { key: 'alsoFrom', type: 'text', search: false },
    { key: sameOrderStateKey, type: 'text', search: false },
    { key: floorStateKey, type: 'text', search: false },
    { key: rateAcceptedByKey, type: 'text', search: false },
    { key: 'sync', type: 'text', search: false },
  ],
  tree: jobTree,
  derived: [
    ...derived,
    { key: 'expandedStatus', type: 'text', from: statusKey, lookup: statusLookup, pick: 'Name', search: false },
  ],
};
