import type { EditableField } from '#contract/commands/job.ts';

/** What a field holds: an amount of money, a percentage, hours, a number of days, or a calendar day. */
export type FillKind = 'money' | 'percent' | 'hours' | 'days' | 'day';

/** The fields that a fill can set, in the order in which people choose them. */
export const fillKinds: Readonly<Record<EditableField, FillKind>> = {
  billRate: 'money',
  localRate: 'money',
  otRate: 'money',
  minBillRate: 'money',
  permFee: 'money',
  feePercentage: 'percent',
  guaranteedHours: 'hours',
  startDate: 'day',
  durationDays: 'days',
};

export const fillFields = Object.keys(fillKinds) as readonly EditableField[];

/** The value of an editable field: a number, or a day as `yyyy-MM-dd`. */
export type FillValue = string | number;

/** The largest amount that a fill sets. */
const largest = 9_999_999;

/** Why a field cannot hold a value, as one sentence with the remedy; null if it can. */
export function fillProblem(field: EditableField, value: FillValue): string | null {
  if (typeof value === 'string') return null;
  if (value < 0) return `${shownNumber(value)} is below zero. Enter 0 or more.`;
  if (!(value <= largest)) return 'This is too large. Enter 9,999,999 or less.';
  if (fillKinds[field] === 'percent' && value > 100) return `${shownNumber(value)} is above 100 percent. Enter 100 or less.`;
  if (fillKinds[field] === 'days' && !Number.isInteger(value)) return `${shownNumber(value)} is no whole day. Enter whole days.`;
  return null;
}

const shownNumber = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 6 });
