import type { JobRow } from '#contract/rows/jobs.ts';
import type { PaySettings } from '#contract/rules/pay.ts';
import { fold } from '../fields/values.ts';

/** The documented calculation types: 0 maximizes the agency's margin, 1 the caregiver's inclusive pay. */
export const calcType = { maximizeMargin: 0, maximizeInclusivePay: 1 } as const;
type CalcType = (typeof calcType)[keyof typeof calcType];

/** A customer's pay setup. Rates are money per hour, fees and burdens in percent. Lists are searched in any letter case. */
export type PaySetup = {
  readonly calcType: CalcType;
  /** The pay rate for a degree without its own rate. */
  readonly regularPayRate: number | null;
  /** Hours per week if the job has none. */
  readonly hoursPerWeek: number | null;
  /** By source: the share of the bill that the VMS keeps, and whether overtime is billed at the overtime rate. */
  readonly fees: readonly { readonly source: string; readonly vmsFee: number; readonly billOvertime: boolean }[];
  readonly degreePay: readonly { readonly degree: string; readonly payRate: number }[];
  /** By state: payroll taxes and insurance on wages. Stipends have none. */
  readonly burdens: readonly { readonly state: string; readonly burden: number }[];
};

/** The setup as its call gives it. A degree without a rate of its own is paid the regular one. */
export const paySetupOf = ({
  calcType: chosen,
  regularPayRate,
  hoursPerWeek,
  fees,
  burdens,
  degreePays,
}: PaySettings): PaySetup => ({
  calcType: chosen === calcType.maximizeInclusivePay ? calcType.maximizeInclusivePay : calcType.maximizeMargin,
  regularPayRate,
  hoursPerWeek,
  fees: fees.map(({ source, vmsFee, billOvertime }) => ({
    source,
    vmsFee,
    billOvertime,
  })),
  degreePay: degreePays.flatMap(({ name, payRate }) => (payRate === null ? [] : [{ degree: name, payRate }])),
  burdens: burdens.map(({ state, burden }) => ({ state, burden })),
});

/**
 * The fields of a job that pay depends on: rates per hour, stipends per week. `mappedDegree` is the ATS's name of the degree,
 * used if the vendor's text has no rate; null if not known.
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

/** The keys of the job fields that pay depends on. */
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

/** Money per hour or per week as the name says, to the cent. `marginPercent` is relative to the bill after the VMS's fee. */
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

/** The missing value that a job's pay needs. */
export type PayProblem = { readonly missing: 'billRate' | 'hoursPerWeek' | 'regularPayRate'; readonly words: string };

const overtimeFactor = 1.5;
const weeklyLimit = 40;
const dailyLimit = 8;
/** States where hours above 8 per day are overtime by default. */
const dailyOvertimeStates: ReadonlySet<string> = new Set(['ca', 'ny', 'ak', 'california', 'new york', 'alaska']);

/**
 * Inclusive pay per hour by the documented formula: weekly travel, meal and lodging stipends divided by the hours per week, plus
 * the regular pay rate.
 */
export const inclusivePay = (stipendsPerWeek: number, hoursPerWeek: number, regularPayRate: number): number =>
  cents(stipendsPerWeek / hoursPerWeek + regularPayRate);

/**
 * Pay and margin of a job. Maximizing margin pays the regular rate and the job's stipends; the rest is margin. Maximizing
 * inclusive pay pays the rest as additional stipend, down to a margin of zero. It never lowers the given pay.
 */
export function payOf(job: PaidJob, setup: PaySetup): Pay | PayProblem {
  const hours = job.hoursPerWeek ?? product(job.hoursPerShift, job.shiftsPerWeek) ?? setup.hoursPerWeek;
  const regular = degreeRate(job, setup) ?? setup.regularPayRate;
  if (job.billRate === null) return { missing: 'billRate', words: 'This job has no bill rate.' };
  if (hours === null || hours <= 0)
    return { missing: 'hoursPerWeek', words: 'No hours per week set. Add them to the job or in Pay setup.' };
  if (regular === null) return { missing: 'regularPayRate', words: 'No pay rate set. Add one for this degree in Pay setup.' };
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

/** Overtime hours per week: above 8 per day in states where that is the default, above 40 per week elsewhere. */
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
/** Rounds to the cent, half away from zero, and never to -0. */
const cents = (amount: number): number => (Math.sign(amount) * Math.round(Math.abs(amount) * 100 + 1e-7)) / 100 + 0;
