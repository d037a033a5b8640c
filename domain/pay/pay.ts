import type { JobRow } from '#contract/rows/jobs.ts';
import type { PaySettings } from '#contract/rules/pay.ts';
import { fold } from '../fields/values.ts';

/** The documented calculation types: 0 maximizes the agency's margin, 1 the caregiver's inclusive pay. */
export const calcType = { maximizeMargin: 0, maximizeInclusivePay: 1 } as const;
type CalcType = (typeof calcType)[keyof typeof calcType];

/** What a customer sets up. Rates are money per hour, fees and burdens per cent. Lists are asked in any letter case. */
export type PaySetup = {
  readonly calcType: CalcType;
  /** What is paid where a degree has no rate of its own. */
  readonly regularPayRate: number | null;
  /** Hours of a week where the job states none. */
  readonly hoursPerWeek: number | null;
  /** By source: what the VMS keeps of the bill, and whether overtime is billed at the overtime rate. */
  readonly fees: readonly { readonly source: string; readonly vmsFee: number; readonly billOvertime: boolean }[];
  readonly degreePay: readonly { readonly degree: string; readonly payRate: number }[];
  /** By state: payroll taxes and insurance on top of wages; stipends carry none. */
  readonly burdens: readonly { readonly state: string; readonly burden: number }[];
};

/** The setup as its call gives it. A degree without a rate of its own is paid the regular one. */
export const paySetupOf = ({ CalcType, RegularPayRate, TotalHoursPerW, Fees, Burdens, DegreePays }: PaySettings): PaySetup => ({
  calcType: CalcType === calcType.maximizeInclusivePay ? calcType.maximizeInclusivePay : calcType.maximizeMargin,
  regularPayRate: RegularPayRate,
  hoursPerWeek: TotalHoursPerW,
  fees: Fees.map(({ Source, VMSFee, BillOvertime }) => ({ source: Source, vmsFee: VMSFee, billOvertime: BillOvertime })),
  degreePay: DegreePays.flatMap(({ ObjectName, PayRate }) =>
    PayRate === null ? [] : [{ degree: ObjectName, payRate: PayRate }],
  ),
  burdens: Burdens.map(({ State, Burden }) => ({ state: State, burden: Burden })),
});

/**
 * What of a job its pay follows from: rates per hour, stipends per week. `mappedDegree` is the ATS's name of the degree, asked for
 * a rate where the vendor's own text has none; null where it is not known.
 */
export type PaidJob = Pick<
  JobRow,
  | 'source'
  | 'degree'
  | 'state'
  | 'billRate'
  | 'otRate'
  | 'hoursPerWeek'
  | 'hoursPerShift'
  | 'shiftsPerWeek'
  | 'travelStipend'
  | 'mealStipend'
  | 'lodgingStipend'
> & { readonly mappedDegree: string | null };

/** The fields of a job, by their keys, that its pay follows from. */
export const paidFrom = [
  'source',
  'degree',
  'mappedDegree',
  'state',
  'billRate',
  'otRate',
  'hoursPerWeek',
  'hoursPerShift',
  'shiftsPerWeek',
  'travelStipend',
  'mealStipend',
  'lodgingStipend',
] as const satisfies readonly (keyof PaidJob)[];

/** Money per hour or per week as the name says, to the cent; `marginPercent` of what is left of the bill after the VMS's fee. */
export type Pay = {
  readonly regularPayPerHour: number;
  readonly inclusivePayPerHour: number;
  readonly stipendsPerWeek: number;
  readonly hoursPerWeek: number;
  readonly overtimeHoursPerWeek: number;
  readonly netBillPerWeek: number;
  readonly costPerWeek: number;
  readonly marginPerWeek: number;
  readonly marginPerHour: number;
  readonly marginPercent: number;
};

/** What is missing to work out a job's pay. */
export type PayProblem = { readonly missing: 'billRate' | 'hoursPerWeek' | 'regularPayRate'; readonly words: string };

const overtimeFactor = 1.5;
const weeklyLimit = 40;
const dailyLimit = 8;
/** States where hours above 8 a day are overtime by default. */
const dailyOvertimeStates: ReadonlySet<string> = new Set(['ca', 'ny', 'ak', 'california', 'new york', 'alaska']);

/**
 * Inclusive pay per hour, by the documented formula: travel, meal and lodging stipends per week divided by the hours of the week,
 * plus the regular pay rate.
 */
export const inclusivePay = (stipendsPerWeek: number, hoursPerWeek: number, regularPayRate: number): number =>
  cents(stipendsPerWeek / hoursPerWeek + regularPayRate);

/**
 * Pay and margin of a job. Maximizing margin pays the regular rate and the job's stipends; what is left is margin. Maximizing
 * inclusive pay hands out what would be left as further stipend, down to a margin of nothing; it never takes from what is given.
 */
export function payOf(job: PaidJob, setup: PaySetup): Pay | PayProblem {
  const hours = job.hoursPerWeek ?? product(job.hoursPerShift, job.shiftsPerWeek) ?? setup.hoursPerWeek;
  const regular = degreeRate(job, setup) ?? setup.regularPayRate;
  if (job.billRate === null) return { missing: 'billRate', words: 'The job has no bill rate.' };
  if (hours === null || hours <= 0)
    return { missing: 'hoursPerWeek', words: 'Neither the job nor the setup has hours per week.' };
  if (regular === null) return { missing: 'regularPayRate', words: 'Neither the degree nor the setup has a regular pay rate.' };
  const overtime = overtimeHours(job, hours);
  const net = netBill(job, setup, { billRate: job.billRate, hours, overtime });
  const burden = setup.burdens.find(({ state }) => same(state, job.state))?.burden ?? 0;
  const wages = regular * (hours - overtime) + regular * overtimeFactor * overtime;
  const given = (job.travelStipend ?? 0) + (job.mealStipend ?? 0) + (job.lodgingStipend ?? 0);
  const wagesCost = wages * (1 + burden / 100);
  const isGenerous = setup.calcType === calcType.maximizeInclusivePay;
  const stipends = isGenerous ? Math.max(given, net - wagesCost) : given;
  const margin = net - wagesCost - stipends;
  return {
    regularPayPerHour: cents(regular),
    inclusivePayPerHour: inclusivePay(stipends, hours, regular),
    stipendsPerWeek: cents(stipends),
    hoursPerWeek: hours,
    overtimeHoursPerWeek: cents(overtime),
    netBillPerWeek: cents(net),
    costPerWeek: cents(wagesCost + stipends),
    marginPerWeek: cents(margin),
    marginPerHour: cents(margin / hours),
    marginPercent: net === 0 ? 0 : cents((margin / net) * 100),
  };
}

/** Hours of a week beyond the limit: above 8 a day where that is the default, above 40 a week elsewhere. */
export function overtimeHours({ state, hoursPerShift, shiftsPerWeek }: PaidJob, hours: number): number {
  const weekly = Math.max(0, hours - weeklyLimit);
  if (!dailyOvertimeStates.has(fold(state ?? '')) || hoursPerShift === null) return weekly;
  const shifts = shiftsPerWeek ?? hours / hoursPerShift;
  return Math.max(weekly, Math.min(hours, Math.max(0, hoursPerShift - dailyLimit) * shifts));
}

type Billed = { readonly billRate: number; readonly hours: number; readonly overtime: number };

function netBill({ source, otRate }: PaidJob, { fees }: PaySetup, { billRate, hours, overtime }: Billed): number {
  const fee = fees.find((one) => same(one.source, source));
  const overtimeRate = fee?.billOvertime ? (otRate ?? billRate) : billRate;
  return (billRate * (hours - overtime) + overtimeRate * overtime) * (1 - (fee?.vmsFee ?? 0) / 100);
}

function degreeRate({ degree, mappedDegree }: PaidJob, { degreePay }: PaySetup): number | null {
  const rateOf = (name: string | null) => degreePay.find((one) => same(one.degree, name))?.payRate;
  return rateOf(degree) ?? rateOf(mappedDegree) ?? null;
}

const same = (a: string, b: string | null): boolean => b !== null && fold(a) === fold(b);
const product = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a * b);
/** To the cent, half away from zero, and never minus zero. */
const cents = (amount: number): number => (Math.sign(amount) * Math.round(Math.abs(amount) * 100 + 1e-7)) / 100 + 0;
