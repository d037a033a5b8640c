import type { JobRow } from '#contract/rows/jobs.ts';
import { workTypes } from '../fields/labels.ts';
import type { QueryField } from '../query/query-schema.ts';

/** How a field's values are formatted in cells and panels. */
type FieldLook =
  | 'text'
  | 'money'
  | 'percent'
  | 'number'
  | 'count'
  | 'hours'
  | 'day'
  | 'instant'
  | 'duration'
  | 'yes'
  | 'workType';

export type JobFieldGroup = 'Identity' | 'Mapping' | 'Dates' | 'Rates' | 'Pay' | 'Hours' | 'Place' | 'People' | 'Status';

/** A field that users see, query, and sort by. `aliases` are short names for the query bar. */
export type FieldInfo = {
  readonly key: string;
  readonly label: string;
  readonly look: FieldLook;
  readonly aliases?: readonly string[];
  /** Matched as a whole unless the query uses `~`: codes, states, statuses. */
  readonly exact?: boolean;
  /** Matched from the start of the text or of a word in it: the first digits of a zip code. */
  readonly starts?: boolean;
  readonly width?: number;
};

/** One of the fields that most screens show. */
export type JobFieldInfo = FieldInfo & {
  /** A field of the row, or one that the grid works out: `expandedStatus` and `alsoFrom`. */
  readonly key: keyof JobRow | 'expandedStatus' | 'alsoFrom';
  readonly group: JobFieldGroup;
};

/** The job fields that most screens show, in the order of the column chooser. The others are in `catalogue-fields.ts`. */
export const jobFields: readonly JobFieldInfo[] = [
  { key: 'providerJobId', label: 'Job', group: 'Identity', look: 'text', aliases: ['job', 'jid', 'requisition'], width: 124 },
  { key: 'parentJobId', label: 'Parent order', group: 'Identity', look: 'text', aliases: ['parent'], width: 124 },
  { key: 'title', label: 'Title', group: 'Identity', look: 'text', width: 200 },
  { key: 'id', label: 'ID', group: 'Identity', look: 'number', width: 84 },
  { key: 'externalJobId', label: 'ATS ID', group: 'Identity', look: 'text', aliases: ['atsid'], exact: true, width: 100 },
  { key: 'source', label: 'Source', group: 'Identity', look: 'text', width: 120 },
  { key: 'sourceId', label: 'Source ID', group: 'Identity', look: 'number', aliases: ['sid'], width: 84 },
  { key: 'taskId', label: 'Task', group: 'Identity', look: 'number', aliases: ['task'], width: 72 },
  { key: 'alsoFrom', label: 'Also from', group: 'Identity', look: 'text', aliases: ['duplicate'], width: 140 },
  { key: 'vms', label: 'VMS', group: 'Identity', look: 'text', width: 120 },
  { key: 'msp', label: 'MSP', group: 'Identity', look: 'text', width: 120 },
  { key: 'association', label: 'Association', group: 'Identity', look: 'text', width: 140 },
  { key: 'alias', label: 'Alias', group: 'Identity', look: 'text', width: 120 },
  { key: 'startDate', label: 'Start', group: 'Dates', look: 'day', aliases: ['start', 'sdate'], width: 112 },
  { key: 'endDate', label: 'End', group: 'Dates', look: 'day', aliases: ['end', 'edate'], width: 104 },
  { key: 'durationDays', label: 'Duration', group: 'Dates', look: 'duration', aliases: ['duration', 'days'], width: 92 },
  { key: 'postedAt', label: 'Posted', group: 'Dates', look: 'instant', aliases: ['posted'], width: 112 },
  { key: 'firstSeenAt', label: 'First seen', group: 'Dates', look: 'instant', aliases: ['seen'], width: 112 },
  { key: 'rateChangedAt', label: 'Rate changed', group: 'Dates', look: 'instant', width: 120 },
  { key: 'canceledAt', label: 'Canceled', group: 'Dates', look: 'instant', width: 112 },
  { key: 'changedAt', label: 'Changed', group: 'Dates', look: 'instant', aliases: ['changed'], width: 112 },
  { key: 'billRate', label: 'Bill rate', group: 'Rates', look: 'money', aliases: ['rate', 'bill'], width: 96 },
  { key: 'localRate', label: 'Local rate', group: 'Rates', look: 'money', aliases: ['local'], width: 100 },
  { key: 'otRate', label: 'OT rate', group: 'Rates', look: 'money', aliases: ['ot'], width: 96 },
  { key: 'minBillRate', label: 'Min bill rate', group: 'Rates', look: 'money', aliases: ['minbill'], width: 108 },
  { key: 'holidayRate', label: 'Holiday rate', group: 'Rates', look: 'money', width: 108 },
  { key: 'callbackRate', label: 'Callback rate', group: 'Rates', look: 'money', width: 108 },
  { key: 'chargeRate', label: 'Charge rate', group: 'Rates', look: 'money', width: 108 },
  { key: 'onCallRate', label: 'On-call rate', group: 'Rates', look: 'money', width: 108 },
  { key: 'orientationRate', label: 'Orientation rate', group: 'Rates', look: 'money', width: 124 },
  { key: 'permFee', label: 'Perm fee', group: 'Rates', look: 'money', width: 100 },
  { key: 'feePercentage', label: 'Fee %', group: 'Rates', look: 'percent', aliases: ['fee'], width: 84 },
  { key: 'currency', label: 'Currency', group: 'Rates', look: 'text', exact: true, width: 84 },
  { key: 'payPerHour', label: 'Pay per hour', group: 'Pay', look: 'money', width: 108 },
  { key: 'payPerWeek', label: 'Pay per week', group: 'Pay', look: 'money', aliases: ['weekly'], width: 112 },
  { key: 'travelStipend', label: 'Travel stipend', group: 'Pay', look: 'money', width: 116 },
  { key: 'mealStipend', label: 'Meal stipend', group: 'Pay', look: 'money', width: 112 },
  { key: 'lodgingStipend', label: 'Lodging stipend', group: 'Pay', look: 'money', width: 120 },
  { key: 'guaranteedHours', label: 'Guaranteed hours', group: 'Hours', look: 'hours', aliases: ['guaranteed'], width: 128 },
  { key: 'hoursPerShift', label: 'Hours per shift', group: 'Hours', look: 'hours', width: 116 },
  { key: 'shiftsPerWeek', label: 'Shifts per week', group: 'Hours', look: 'number', width: 116 },
  { key: 'hoursPerWeek', label: 'Hours per week', group: 'Hours', look: 'hours', aliases: ['hours'], width: 116 },
  { key: 'shiftStart', label: 'Shift start', group: 'Hours', look: 'text', width: 92 },
  { key: 'shiftEnd', label: 'Shift end', group: 'Hours', look: 'text', width: 92 },
  { key: 'city', label: 'City', group: 'Place', look: 'text', width: 124 },
  { key: 'state', label: 'State', group: 'Place', look: 'text', exact: true, width: 68 },
  { key: 'zip', label: 'Zip', group: 'Place', look: 'text', starts: true, width: 76 },
  { key: 'address', label: 'Address', group: 'Place', look: 'text', width: 200 },
  { key: 'unit', label: 'Unit', group: 'Place', look: 'text', aliases: ['department'], width: 120 },
  { key: 'coordinator', label: 'Coordinator', group: 'People', look: 'text', width: 140 },
  { key: 'hiringManager', label: 'Hiring manager', group: 'People', look: 'text', aliases: ['manager'], width: 140 },
  { key: 'buyer', label: 'Buyer', group: 'People', look: 'text', width: 140 },
  { key: 'assignee', label: 'Assigned to', group: 'People', look: 'text', aliases: ['assigned'], width: 140 },
  { key: 'assignmentRuleId', label: 'Assignment ID', group: 'People', look: 'number', aliases: ['assignment'], width: 108 },
  { key: 'status', label: 'Vendor status', group: 'Status', look: 'text', exact: true, width: 96 },
  {
    key: 'expandedStatus',
    label: 'Expanded status',
    group: 'Status',
    look: 'text',
    aliases: ['expanded'],
    exact: true,
    width: 128,
  },
  { key: 'postState', label: 'Post status', group: 'Status', look: 'text', exact: true, width: 104 },
  { key: 'positions', label: 'Pos.', group: 'Status', look: 'number', width: 64 },
  { key: 'attachments', label: 'Attachments', group: 'Status', look: 'count', aliases: ['files'], width: 104 },
  { key: 'noteCount', label: 'Notes', group: 'Status', look: 'count', aliases: ['notes'], width: 80 },
  { key: 'submissions', label: 'Submissions', group: 'Status', look: 'count', width: 108 },
  { key: 'submissionLimit', label: 'Submission limit', group: 'Status', look: 'number', width: 128 },
  { key: 'workType', label: 'Work type', group: 'Status', look: 'workType', aliases: ['wt'], width: 96 },
  { key: 'asap', label: 'ASAP', group: 'Status', look: 'yes', width: 68 },
  { key: 'hot', label: 'Hot', group: 'Status', look: 'yes', width: 60 },
  { key: 'winterPlanNeed', label: 'Winter plan', group: 'Status', look: 'yes', aliases: ['winter'], width: 100 },
  { key: 'licenses', label: 'Licenses', group: 'Status', look: 'text', width: 140 },
  { key: 'experience', label: 'Experience', group: 'Status', look: 'text', width: 140 },
  { key: 'note', label: 'Note', group: 'Status', look: 'text', width: 220 },
];

const queryTypes: Record<FieldLook, QueryField['type']> = {
  text: 'text',
  money: 'number',
  percent: 'number',
  number: 'number',
  count: 'number',
  hours: 'number',
  duration: 'number',
  workType: 'number',
  day: 'date',
  instant: 'date',
  yes: 'flag',
};

/** The field as the query bar defines it. */
export const asQueryField = (
  { key, label, look, aliases, exact, starts }: FieldInfo,
  workType: (number: number) => string = (number) => workTypes[number] ?? String(number),
): QueryField => ({
  key,
  label,
  type: queryTypes[look],
  ...(aliases && { aliases }),
  ...(exact && { exact }),
  ...(starts && { starts }),
  ...(look === 'workType' && { numberLabel: workType }),
});

/** The default label of a job field or mapped kind. Screens ask `fieldNames`, which knows the customer's labels. */
export const fieldLabel = (key: string): string => jobFields.find((field) => field.key === key)?.label ?? mapLabels[key] ?? key;

const mapLabels: Record<string, string> = { facility: 'Facility', degree: 'Degree', specialty: 'Specialty', shift: 'Shift' };
