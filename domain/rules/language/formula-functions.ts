import type { FieldValue } from '#contract/rows/jobs.ts';
import { dateIn, fold, isEmpty, numberIn, textOf } from '#domain/fields/values.ts';
import { addDays } from '../../parsing/calendar.ts';
import { weekdayOf } from '../../parsing/weekday.ts';
import { findPattern, replacePattern } from './pattern.ts';

/** Stops a calculation, with the reason in one sentence. */
export class FormulaStop extends Error {}

/** A function of calculations: its number of arguments, its notation, and its result. */
type FormulaFunction = {
  readonly takes: readonly [least: number, most: number];
  readonly form: string;
  readonly of: (...args: readonly FieldValue[]) => FieldValue;
};

/** Returns a number or stops the calculation. */
export function neededNumber(value: FieldValue | undefined): number {
  const number = numberIn(value ?? null);
  if (number === null)
    throw new FormulaStop(isEmpty(value ?? null) ? 'A value is empty.' : `“${textOf(value ?? null)}” is not a number.`);
  return number;
}

function neededDate(value: FieldValue | undefined): string {
  const on = dateIn(value ?? null);
  if (on === null)
    throw new FormulaStop(isEmpty(value ?? null) ? 'A date is empty.' : `“${textOf(value ?? null)}” is not a date.`);
  return on;
}

const text = (value: FieldValue | undefined): string => textOf(value ?? null);
const numbers = (args: readonly FieldValue[]): number[] => args.map(neededNumber);
const truth = (value: FieldValue | undefined): boolean =>
  value !== null && value !== undefined && value !== false && value !== 0 && value !== '';

/** Rounds half away from zero, without binary rounding errors: 1.005 to two digits is 1.01. */
export function roundTo(value: number, digits: number): number {
  const shifted = Number(`${Math.abs(value)}e${digits}`);
  if (!Number.isFinite(shifted)) return value;
  return Math.sign(value) * Number(`${Math.round(shifted)}e${-digits}`) || 0;
}

const many = 50;

/** Every function that a calculation may call, by its name in lower case. */
export const formulaFunctions: Readonly<Record<string, FormulaFunction>> = Object.assign(
  // Without a prototype, because a text may name any function, also `constructor`.
  Object.create(null) as Record<string, FormulaFunction>,
  {
    abs: { takes: [1, 1], form: 'abs(number)', of: (a) => Math.abs(neededNumber(a)) },
    ceiling: { takes: [1, 1], form: 'ceiling(number)', of: (a) => Math.ceil(neededNumber(a)) },
    floor: { takes: [1, 1], form: 'floor(number)', of: (a) => Math.floor(neededNumber(a)) },
    round: {
      takes: [1, 2],
      form: 'round(number, digits)',
      of: (a, digits) => roundTo(neededNumber(a), digits === undefined ? 0 : neededNumber(digits)),
    },
    min: { takes: [1, many], form: 'min(a, b, …)', of: (...args) => Math.min(...numbers(args)) },
    max: { takes: [1, many], form: 'max(a, b, …)', of: (...args) => Math.max(...numbers(args)) },
    sum: { takes: [1, many], form: 'sum(a, b, …)', of: (...args) => numbers(args).reduce((a, b) => a + b, 0) },
    number: { takes: [1, 1], form: 'number(text)', of: neededNumber },
    if: { takes: [3, 3], form: 'if(condition, then, otherwise)', of: (is, then, other) => (truth(is) ? then : other) ?? null },
    and: { takes: [1, many], form: 'and(a, b, …)', of: (...args) => args.every(truth) },
    or: { takes: [1, many], form: 'or(a, b, …)', of: (...args) => args.some(truth) },
    not: { takes: [1, 1], form: 'not(condition)', of: (a) => !truth(a) },
    coalesce: {
      takes: [1, many],
      form: 'coalesce(a, b, …), the first that is not empty',
      of: (...args) => args.find((arg) => !isEmpty(arg)) ?? null,
    },
    isempty: { takes: [1, 1], form: 'isempty(value)', of: (a) => isEmpty(a ?? null) },
    upper: { takes: [1, 1], form: 'upper(text)', of: (a) => text(a).toUpperCase() },
    lower: { takes: [1, 1], form: 'lower(text)', of: (a) => text(a).toLowerCase() },
    trim: { takes: [1, 1], form: 'trim(text)', of: (a) => text(a).trim().replaceAll(/\s+/g, ' ') },
    length: { takes: [1, 1], form: 'length(text)', of: (a) => text(a).length },
    left: { takes: [2, 2], form: 'left(text, count)', of: (a, n) => text(a).slice(0, Math.max(0, neededNumber(n))) },
    right: {
      takes: [2, 2],
      form: 'right(text, count)',
      of: (a, n) => text(a).slice(Math.max(0, text(a).length - neededNumber(n))),
    },
    mid: {
      takes: [3, 3],
      form: 'mid(text, start, count), where the first letter is 1',
      of: (a, start, n) =>
        text(a).slice(Math.max(0, neededNumber(start) - 1), Math.max(0, neededNumber(start) - 1 + neededNumber(n))),
    },
    contains: { takes: [2, 2], form: 'contains(text, part)', of: (a, part) => fold(text(a)).includes(fold(text(part))) },
    replace: {
      takes: [3, 3],
      form: 'replace(text, pattern, by)',
      of: (a, pattern, by) => ofPattern(replacePattern(text(a), text(pattern), text(by))),
    },
    match: {
      takes: [2, 3],
      form: 'match(text, pattern, group)',
      of: (a, pattern, group) => ofPattern(findPattern(text(a), text(pattern), group === undefined ? 0 : neededNumber(group))),
    },
    adddays: {
      takes: [2, 2],
      form: 'adddays(date, days)',
      of: (on, n) => addDays(neededDate(on), Math.trunc(neededNumber(n))) ?? null,
    },
    weekday: { takes: [1, 1], form: 'weekday(date)', of: (on) => weekdayOf(neededDate(on)) ?? null },
  } satisfies Record<string, FormulaFunction>,
);

function ofPattern(found: { readonly text: string | null } | { readonly problem: string }): FieldValue {
  if ('problem' in found) throw new FormulaStop(found.problem);
  return found.text;
}
