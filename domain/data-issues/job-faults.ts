/** What can be wrong with the values of one job. `field` is the key of the job field that it is about. */
type Fault = {
  readonly kind: 'missing' | 'contradiction';
  readonly field: string;
  readonly problem: string;
  /** What a person does about it. */
  readonly remedy: string;
};

const askOrMap =
  'Check how the columns of the task are read. If the vendor does not send it, ask the vendor, or fill it with a rule.';
const missing = (field: string, problem: string, remedy = askOrMap): Fault => ({ kind: 'missing', field, problem, remedy });
const contradiction = (field: string, problem: string, remedy: string): Fault => ({
  kind: 'contradiction',
  field,
  problem,
  remedy,
});

/**
 * Every fault that the report of data issues looks for in open jobs, by the name that its rows carry. A job may have several. The service
 * has the condition of each one (`server/reports/collecting/fault-conditions.ts`).
 */
export const jobFaults = {
  noFacility: missing('facility', 'No facility'),
  noState: missing('state', 'No state'),
  noDegree: missing('degree', 'No degree'),
  noSpecialty: missing('specialty', 'No specialty'),
  noShift: missing('shift', 'No shift'),
  noStartDate: missing('startDate', 'No start date, and not as soon as possible'),
  noBillRate: missing('billRate', 'No bill rate'),
  noHours: missing('hoursPerWeek', 'No hours per week'),
  endBeforeStart: contradiction('endDate', 'The job ends before it starts', 'Ask the vendor which date is right.'),
  endIsPast: contradiction(
    'endDate',
    'The job is open although its end date is past',
    'Ask the vendor whether the order is closed, then cancel the job or correct its end date.',
  ),
  lengthDiffers: contradiction(
    'durationDays',
    'The duration differs from the dates by more than 7 days',
    'Check which column the duration is read from, and in which unit the vendor states it.',
  ),
  hoursDiffer: contradiction(
    'hoursPerWeek',
    'Hours per shift times shifts per week are not the hours per week',
    'Check which columns the hours are read from.',
  ),
  tooManyHours: contradiction(
    'hoursPerWeek',
    'More hours than a shift or a week can have',
    'Check which columns the hours are read from.',
  ),
  guaranteedAboveWeek: contradiction(
    'guaranteedHours',
    'More hours are guaranteed than the week has',
    'Ask the vendor which of the two is right.',
  ),
  payAboveBill: contradiction(
    'payPerHour',
    'The pay is above the bill rate',
    'Check the rule or the column that sets the pay, and the unit of the bill rate.',
  ),
  minAboveBill: contradiction(
    'minBillRate',
    'The minimum bill rate is above the bill rate',
    'Check which columns the rates are read from.',
  ),
} as const satisfies Readonly<Record<string, Fault>>;

/** Names a fault of a job. */
export type JobFaultName = keyof typeof jobFaults;
export const jobFaultNames = Object.keys(jobFaults) as JobFaultName[];

/** Whether a text names a fault of a job. */
export const isJobFault = (name: string): name is JobFaultName => Object.hasOwn(jobFaults, name);
