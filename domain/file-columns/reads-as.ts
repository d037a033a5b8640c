import type { FeedField } from '#contract/collecting/column-mapping.ts';
import { isWebAddress } from '../fields/links.ts';
import { parseCount } from '../parsing/parse-count.ts';
import { type DateOrder, parseDate } from '../parsing/parse-date.ts';
import { parseDuration } from '../parsing/parse-duration.ts';
import { parseHours } from '../parsing/parse-hours.ts';
import { parsePlace, parseState, parseZip } from '../parsing/parse-place.ts';
import { parseRate } from '../parsing/parse-rate.ts';
import { parseStatus } from '../parsing/parse-status.ts';
import { parseWorkType } from '../parsing/parse-work-type.ts';
import { parseYesNo } from '../parsing/parse-yes-no.ts';
import { submissionsOpen } from '../staging/submission-available.ts';

export type ReadAs = { readonly dateOrder: DateOrder; readonly today: string };
type Test = (text: string, as: ReadAs) => boolean;

const read = (parsed: { readonly kind: string }): boolean => parsed.kind !== 'refused';
const date: Test = (text, { dateOrder, today }) => read(parseDate(text, { order: dateOrder, today }));
const money: Test = (text) => read(parseRate(text, 'rate'));
const flag: Test = (text) => read(parseYesNo(text));

const tests: Readonly<Partial<Record<FeedField, Test>>> = {
  startDate: date,
  endDate: date,
  postedAt: date,
  dateRange: (text, { dateOrder, today }) => {
    const range = parseDate(text, { order: dateOrder, today });
    return range.kind === 'date' && range.until !== undefined;
  },
  state: (text) => read(parseState(text)),
  zip: (text) => read(parseZip(text)),
  place: (text) => {
    const place = parsePlace(text);
    return place.kind === 'place' && (place.state !== undefined || place.zip !== undefined);
  },
  status: (text) => read(parseStatus(text)),
  workType: (text) => read(parseWorkType(text)),
  positions: (text) => read(parseCount(text, 10_000)),
  submissionLimit: (text) => read(parseCount(text, submissionsOpen)),
  shiftsPerWeek: (text) => read(parseCount(text, 14)),
  hoursPerShift: (text) => read(parseHours(text, 24)),
  hoursPerWeek: (text) => read(parseHours(text, 168)),
  guaranteedHours: (text) => read(parseHours(text, 168)),
  durationWeeks: (text) => read(parseDuration(text, 'weeks')),
  durationDays: (text) => read(parseDuration(text, 'weeks')),
  jobUrl: isWebAddress,
  currency: (text) => /^[A-Za-z]{3}$/.test(text),
  asap: flag,
  hot: flag,
  held: flag,
  winterPlanNeed: flag,
  billRate: money,
  minBillRate: money,
  localRate: money,
  otRate: money,
  holidayRate: money,
  callbackRate: money,
  chargeRate: money,
  onCallRate: money,
  orientationRate: money,
  permFee: money,
  feePercentage: money,
  travelStipend: money,
  mealStipend: money,
  lodgingStipend: money,
  payPerHour: money,
  payPerWeek: money,
};

/** Share of the values that can be read as this field, 0 to 1. Any text can be read as a field of text. */
export function shareReadAs(field: FeedField, values: readonly string[], as: ReadAs): number {
  const test = tests[field];
  if (!test || values.length === 0) return 1;
  return values.filter((text) => test(text, as)).length / values.length;
}

/** Whether a field has values of a form of its own, so that they speak for or against it. */
export const hasForm = (field: FeedField): boolean => tests[field] !== undefined;
