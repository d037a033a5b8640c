import type { FieldValue } from '#contract/rows/jobs.ts';
import { fieldOf } from '#domain/fields/catalogue.ts';
import type { Field } from '#domain/fields/field.ts';
import {
  dateIn,
  fold,
  isEmpty,
  kindOf,
  numberIn,
  relativeDate,
  textOf,
  type ValueKind,
  workTypeNames,
  yesNoIn,
} from '#domain/fields/values.ts';
import { addDays } from '#domain/parsing/calendar.ts';
import type { Comparison, FieldRef, Operand } from '../language/condition.ts';
import { operatorNamed, type State, stateNamed } from '../language/operators.ts';

/** The result of a comparison. `unreadable` and `empty` count as false, and the trace says why. */
export const verdict = { no: 0, yes: 1, unreadable: 2, empty: 3 } as const;
export type Verdict = (typeof verdict)[keyof typeof verdict];

/** Returns the current value of a field. */
export type Read = (field: FieldRef) => FieldValue;

/** Tests a field's value. `read` returns the other fields that the comparison names. */
export type Test = (value: FieldValue, read: Read) => Verdict;

const { no, yes, unreadable, empty } = verdict;
const verdictOf = (holds: boolean): Verdict => (holds ? yes : no);

/**
 * Builds the test of one comparison; `today` is the customer's local day. This is the only definition of the operators: the plain
 * evaluator runs the test for every job, the columnar one once for every distinct value. `isFolded`: the caller passes text
 * values as `fold(textOf(value))`.
 */
export function testOf(comparison: Comparison, today: string, isFolded = false): Test {
  const entry = operatorNamed(comparison.operator);
  const field = fieldOf(comparison.field.fieldId);
  if (!entry || !field) throw new Error(`no test for ${comparison.operator} on field ${comparison.field.fieldId}`);
  if (entry.compares === 'state') return stateTest(comparison);
  const kind = kindOf(field);
  const textIn = isFolded ? String : (value: FieldValue) => fold(textOf(value, field));
  const choices = comparison.value.map((parts) =>
    choiceTest(entry.opposite ?? entry.name, parts, { field, kind, today, textIn }),
  );
  const some: Test = (value, read) => {
    let doubt: Verdict = no;
    for (const choice of choices) {
      const answer = choice(value, read);
      if (answer === yes) return yes;
      if (answer !== no) doubt = answer;
    }
    return doubt;
  };
  if (!entry.opposite) return some;
  // An unreadable value is not "something else": neither a comparison nor its opposite is true for it.
  return (value, read) => {
    const answer = some(value, read);
    return answer === yes ? no : answer === no ? yes : answer;
  };
}

type Meaning = {
  readonly field: Field;
  readonly kind: ValueKind;
  readonly today: string;
  /** The text of a value in the form that is compared. */
  readonly textIn: (value: FieldValue) => string;
};

/** Returns the value of an operand during the test. */
type Given = (read: Read) => FieldValue;

/** Reads an operand as text. A constant is folded once and not for every job. */
function textGiven(part: Given, { field }: Meaning): (read: Read) => string {
  if (part.length > 0) return (read) => fold(textOf(part(read), field));
  const constant = fold(
    textOf(
      part(() => null),
      field,
    ),
  );
  return () => constant;
}

function choiceTest(operator: string, parts: readonly Operand[], meaning: Meaning): Test {
  const given = parts.map((part) => givenOf(part, meaning));
  const [first = () => null, second] = given;
  if (operator === 'equal') return second ? rangeTest(first, second, meaning) : sameTest(first, meaning);
  const tests = given.map((part) =>
    textOperators[operator] ? textTest(part, operator, meaning) : orderTest(part, operator, meaning),
  );
  return (value, read) => {
    for (const test of tests) {
      const answer = test(value, read);
      if (answer !== yes) return answer;
    }
    return yes;
  };
}

function givenOf(operand: Operand, meaning: Meaning): Given {
  if (operand.kind === 'today') {
    const on = addDays(meaning.today, operand.offset) ?? null;
    return () => on;
  }
  if (operand.kind === 'field') return (read) => shifted(read(operand.field), operand.offset);
  const value = constantOf(operand.text, meaning);
  return () => value;
}

/** Reads a constant once and not for every job. */
function constantOf(text: string, { field, kind, today }: Meaning): FieldValue {
  if (kind === 'number') return numberIn(text) ?? text;
  if (kind === 'date') return relativeDate(text, today) ?? text;
  return kind === 'text' ? fold(workTypeWord(text, field)) : text;
}

/** Adds days to a date or an amount to a number. A text is not changed. */
function shifted(value: FieldValue, offset: number): FieldValue {
  if (offset === 0) return value;
  const amount = numberIn(value);
  if (amount !== null) return amount + offset;
  const on = dateIn(value);
  return on === null ? value : (addDays(on, offset) ?? null);
}

/** A work type can be written as its name or its id. */
const workTypeWord = (text: string, field: Field): string =>
  field.lookup === 'workType' ? (workTypeNames[Number(text) as 1] ?? text) : text;

const textOperators: Readonly<Record<string, (value: string, part: string) => boolean>> = {
  contains: (value, part) => value.includes(part),
  starts: (value, part) => value.startsWith(part),
  'ends with': (value, part) => value.endsWith(part),
};

function textTest(part: Given, operator: string, meaning: Meaning): Test {
  const holds = textOperators[operator] ?? (() => false);
  const text = textGiven(part, meaning);
  return (value, read) => verdictOf(holds(meaning.textIn(value), text(read)));
}

function sameTest(part: Given, meaning: Meaning): Test {
  const { kind } = meaning;
  const text = textGiven(part, meaning);
  if (kind === 'text') return (value, read) => verdictOf(meaning.textIn(value) === text(read));
  if (kind === 'yes-no') return (value, read) => bothOr(yesNoIn(value), yesNoIn(part(read)), (a, b) => a === b);
  const same = ordered(kind, (order) => order === 0);
  return (value, read) => {
    const other = part(read);
    if (isEmpty(value) || isEmpty(other)) return verdictOf(isEmpty(value) && isEmpty(other));
    const answer = same(value, other);
    // A variable that is neither a number nor a date is compared as text.
    return kind === 'any' && answer === unreadable ? verdictOf(fold(textOf(value)) === fold(textOf(other))) : answer;
  };
}

function rangeTest(from: Given, to: Given, { kind }: Meaning): Test {
  const atLeast = ordered(kind, (order) => order >= 0);
  const atMost = ordered(kind, (order) => order <= 0);
  return (value, read) => {
    if (isEmpty(value)) return empty;
    const answer = atLeast(value, from(read));
    return answer === yes ? atMost(value, to(read)) : answer;
  };
}

const orders: Readonly<Record<string, (order: number) => boolean>> = {
  'less than': (order) => order < 0,
  'less equal': (order) => order <= 0,
  'greater than': (order) => order > 0,
  'greater or equal': (order) => order >= 0,
};

function orderTest(part: Given, operator: string, { kind }: Meaning): Test {
  const compare = ordered(kind, orders[operator] ?? (() => false));
  return (value, read) => {
    const other = part(read);
    return isEmpty(value) || isEmpty(other) ? empty : compare(value, other);
  };
}

/** Compares dates by date and other kinds by number; a variable by whichever fits both values. */
function ordered(kind: ValueKind, holds: (order: number) => boolean): (a: FieldValue, b: FieldValue) => Verdict {
  const asNumbers = (a: FieldValue, b: FieldValue): Verdict => bothOr(numberIn(a), numberIn(b), (x, y) => holds(x - y));
  const asDates = (a: FieldValue, b: FieldValue): Verdict =>
    bothOr(dateIn(a), dateIn(b), (x, y) => holds(x < y ? -1 : x > y ? 1 : 0));
  if (kind === 'date') return asDates;
  if (kind !== 'any') return asNumbers;
  return (a, b) => {
    const answer = asNumbers(a, b);
    return answer === unreadable ? asDates(a, b) : answer;
  };
}

function bothOr<T>(a: T | null, b: T | null, holds: (a: T, b: T) => boolean): Verdict {
  return a === null || b === null ? unreadable : verdictOf(holds(a, b));
}

const stateTests: Readonly<Record<State, (value: FieldValue) => boolean>> = {
  empty: isEmpty,
  'not empty': (value) => !isEmpty(value),
  'a number': (value) => numberIn(value) !== null,
  'not a number': (value) => numberIn(value) === null,
  'a date': (value) => dateIn(value) !== null,
  'not a date': (value) => dateIn(value) === null,
  yes: (value) => yesNoIn(value) === true,
  no: (value) => yesNoIn(value) === false,
};

function stateTest({ value: [parts = []] }: Comparison): Test {
  const [part] = parts;
  const state = part?.kind === 'text' ? stateNamed(part.text) : undefined;
  if (!state) throw new Error('a condition that says "is" of nothing');
  const holds = stateTests[state];
  return (value) => verdictOf(holds(value));
}
