import type { PropertyName } from '../operation-names.ts';
import type { RateReading, Reading, ShiftReading } from '../reading.ts';
import { shiftModifiers } from '../reading.ts';
import type { Verdict } from './interval.ts';

type Name = PropertyName<1>;

/** What a value of a property is compared as: null for none. */
type Compared = string | number | null;

/** Texts are the same if they differ only in spaces and letter case. */
const plain = (text: string | undefined): Compared => text?.replaceAll(/\s+/g, ' ').trim().toLowerCase() || null;
const kinds = (shift: ShiftReading | null): Compared =>
  shiftModifiers.filter((kind) => shift?.modifiers.includes(kind)).join(', ') || null;

const ofShift = {
  startTime: (shift) => shift?.start ?? null,
  endTime: (shift) => shift?.end ?? null,
  shiftLength: (shift) => shift?.hours ?? null,
  numberOfShifts: (shift) => shift?.shiftsPerWeek ?? null,
  modifiers: kinds,
  shiftText: (shift) => plain(shift?.substring),
} as const satisfies Partial<Record<Name, (shift: ShiftReading | null) => Compared>>;

const ofRate = {
  billRate: (rate) => rate?.rate ?? null,
  minBillRate: (rate) => rate?.minRate ?? null,
  billRateText: (rate) => plain(rate?.substring),
} as const satisfies Partial<Record<Name, (rate: RateReading | null) => Compared>>;

/** What a person labeled. A part that is undefined was not labeled, so that it is not measured. */
export type Truth = { readonly shift?: ShiftReading | null | undefined; readonly rate?: RateReading | null | undefined };

/** The properties of a reading in the order of tables. Those of `evidence` are its words, which do not make a row wrong. */
export const measuredProperties = [
  { name: 'startTime', label: 'Start', evidence: false },
  { name: 'endTime', label: 'End', evidence: false },
  { name: 'shiftLength', label: 'Length', evidence: false },
  { name: 'numberOfShifts', label: 'Shifts a week', evidence: false },
  { name: 'modifiers', label: 'Kinds of shift', evidence: false },
  { name: 'shiftText', label: 'Words of the shift', evidence: true },
  { name: 'billRate', label: 'Bill rate', evidence: false },
  { name: 'minBillRate', label: 'Lowest bill rate', evidence: false },
  { name: 'billRateText', label: 'Words of the rate', evidence: true },
] as const satisfies readonly { readonly name: Name; readonly label: string; readonly evidence: boolean }[];

export type MeasuredProperty = (typeof measuredProperties)[number]['name'];

/** Whether a row has a label for a property. */
export const isLabeled = (name: MeasuredProperty, truth: Truth): boolean =>
  Object.hasOwn(ofShift, name) ? truth.shift !== undefined : truth.rate !== undefined;

/** A property of a reading as it is compared; null if the reading has none. */
export const comparedValue = (name: MeasuredProperty, { shift, rate }: Reading | Truth): Compared =>
  Object.hasOwn(ofShift, name)
    ? ofShift[name as keyof typeof ofShift](shift ?? null)
    : ofRate[name as keyof typeof ofRate](rate ?? null);

/** Compares a property of a reading with the label. Without a reading every label is missed. */
export function verdictOf(name: MeasuredProperty, truth: Truth, reading: Reading | null): Verdict {
  const [wanted, read] = [comparedValue(name, truth), reading === null ? null : comparedValue(name, reading)];
  if (wanted === read) return wanted === null ? 'none' : 'right';
  if (read === null) return 'missed';
  return wanted === null ? 'extra' : 'wrong';
}
