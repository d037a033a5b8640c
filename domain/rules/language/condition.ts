import type { OperatorName } from './operators.ts';

/** A range of a text in UTF-16 units: `at` included, `to` excluded. */
export type Span = { readonly at: number; readonly to: number };

/**
 * The original text of a part of a parsed tree: its place, its spelling, and the spaces and joining words between its parts.
 * Printing reuses them if they still fit. A part that a builder made or changed needs none.
 */
type Origin = { readonly span?: Span; readonly written?: string; readonly glue?: readonly string[] };

/** A field by its id. `variable` is the name of a local variable. */
export type FieldRef = {
  readonly fieldId: number;
  readonly variable: string | null;
  readonly span?: Span;
  readonly written?: string;
};

/**
 * One part of a value: a text (also numbers, dates and weekdays with days such as `Monday+7`, which the field's type parses), a
 * field with days or an amount added, or today with days added.
 */
export type Operand = (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly field: FieldRef; readonly offset: number }
  | { readonly kind: 'today'; readonly offset: number }
) &
  Pick<Origin, 'span' | 'written'>;

/** `[field] operator value`. The value is a list of alternatives (`|`), each with one or more parts (`~`). */
export type Comparison = {
  readonly kind: 'comparison';
  readonly field: FieldRef;
  readonly operator: OperatorName;
  readonly value: readonly (readonly Operand[])[];
} & Origin;

/** Conditions joined by one word; two or more parts. */
export type Joined = { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] } & Origin;

/** A condition in brackets. Kept even if the brackets change nothing, because a person wrote them. */
export type Group = { readonly kind: 'group'; readonly of: Condition } & Origin;

export type Condition = Comparison | Joined | Group;

/** A whole condition. Null is always true. */
export type ConditionTree = Condition | null;
