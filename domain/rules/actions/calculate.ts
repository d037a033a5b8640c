import type { FieldValue } from '#contract/rows/jobs.ts';
import { fieldOf } from '#domain/fields/catalogue.ts';
import { dateIn, fold, isEmpty, numberIn, textOf } from '#domain/fields/values.ts';
import { addDays, dayOfIso, epochDays } from '#domain/parsing/calendar.ts';
import { FormulaStop, formulaFunctions, neededNumber, roundTo } from '../language/formula-functions.ts';
import type { Formula } from '../language/parse-formula.ts';
import type { Read } from './comparison-test.ts';

export type Calculated = { readonly value: FieldValue } | { readonly problem: string };

/** Digits to which sums are rounded, so that 0.1 + 0.2 is 0.3. */
const digits = 10;

/** Calculates a formula for a job. A missing or unreadable value stops it, and the problem names the value. */
export function calculate(formula: Formula, read: Read, today: string): Calculated {
  try {
    const value = valueOf(formula, { read, today });
    if (typeof value === 'number' && !Number.isFinite(value)) return { problem: 'The result is too large.' };
    return { value: typeof value === 'number' ? roundTo(value, digits) : value };
  } catch (error) {
    if (error instanceof FormulaStop) return { problem: error.message };
    throw error;
  }
}

type Run = { readonly read: Read; readonly today: string };

function valueOf(formula: Formula, run: Run): FieldValue {
  switch (formula.kind) {
    case 'value':
      return formula.value;
    case 'today':
      return run.today;
    case 'field':
      return run.read(formula.field);
    case 'negative':
      return -numberOf(formula.of, run);
    case 'binary':
      return binary(formula, run);
    case 'call':
      return called(formula, run);
    default:
      return formula satisfies never;
  }
}

function called({ name, args }: Extract<Formula, { kind: 'call' }>, run: Run): FieldValue {
  // Only one of the two branches is evaluated: the condition may exclude the other because it would fail.
  if (name === 'if') {
    const [is, then, other] = args;
    const way = is && formulaFunctions['if']?.of(valueOf(is, run), true, false) === true ? then : other;
    return way ? valueOf(way, run) : null;
  }
  return formulaFunctions[name]?.of(...args.map((arg) => valueOf(arg, run))) ?? null;
}

/** A number, or a stop that names the missing field. */
function numberOf(formula: Formula, run: Run): number {
  const value = valueOf(formula, run);
  if (formula.kind === 'field' && numberIn(value) === null) {
    const label = formula.field.variable ?? fieldOf(formula.field.fieldId)?.label ?? '';
    throw new FormulaStop(isEmpty(value) ? `${label} is empty.` : `${label} is not a number: “${textOf(value)}”.`);
  }
  return neededNumber(value);
}

function binary({ operator, left, right }: Extract<Formula, { kind: 'binary' }>, run: Run): FieldValue {
  if (operator === '&') return textOf(valueOf(left, run)) + textOf(valueOf(right, run));
  if (/[<>=]/.test(operator)) return compared(operator, valueOf(left, run), valueOf(right, run));
  if (operator === '+' || operator === '-') {
    const dates = withDates(operator, valueOf(left, run), valueOf(right, run));
    if (dates !== undefined) return dates;
  }
  const [a, b] = [numberOf(left, run), numberOf(right, run)];
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  if (operator === '*') return a * b;
  if (b === 0) throw new FormulaStop('A number is divided by zero.');
  return operator === '/' ? a / b : a % b;
}

/** A date plus or minus days, or the days between two dates. Undefined if there is no date. */
function withDates(operator: string, left: FieldValue, right: FieldValue): FieldValue | undefined {
  const from = dateIn(left);
  if (from === null) return undefined;
  const [day, other] = [dayOfIso(from), dayOfIso(dateIn(right) ?? '')];
  if (day && other && operator === '-') return epochDays(day) - epochDays(other);
  const days = Math.trunc(neededNumber(right));
  return addDays(from, operator === '-' ? -days : days) ?? null;
}

function compared(operator: string, left: FieldValue, right: FieldValue): boolean {
  const [a, b] = comparable(left, right);
  const order = a < b ? -1 : a > b ? 1 : 0;
  const wanted: Readonly<Record<string, boolean>> = {
    '=': order === 0,
    '<>': order !== 0,
    '<': order < 0,
    '<=': order <= 0,
    '>': order > 0,
    '>=': order >= 0,
  };
  return wanted[operator] ?? false;
}

function comparable(left: FieldValue, right: FieldValue): readonly [number, number] | readonly [string, string] {
  const [a, b] = [numberIn(left), numberIn(right)];
  if (a !== null && b !== null) return [a, b];
  return [dateIn(left) ?? fold(textOf(left)), dateIn(right) ?? fold(textOf(right))];
}
