import type { OperatorName } from './operators.ts';

/** Where something stands in a text: `at` included, `to` excluded, UTF-16 units. */
export type Span = { readonly at: number; readonly to: number };

/**
 * What a part of a tree that was read from a text remembers of it: where it stood, how it was written, and the blanks and joining
 * words between its parts. Printing uses them where they still say the same; a part made or changed by a builder needs none.
 */
type Origin = { readonly span?: Span; readonly written?: string; readonly glue?: readonly string[] };

/** A field by its id; `variable` is the name where it is a local variable. */
export type FieldRef = {
  readonly fieldId: number;
  readonly variable: string | null;
  readonly span?: Span;
  readonly written?: string;
};

/**
 * One part of a value: a text (numbers, dates and weekdays with days such as `Monday+7` are texts that the field's type reads), a
 * field with days or an amount added, or today with days added.
 */
export type Operand = (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly field: FieldRef; readonly offset: number }
  | { readonly kind: 'today'; readonly offset: number }
) &
  Pick<Origin, 'span' | 'written'>;

/** `[field] operator value`. The value lists alternatives (`|`), each of one or more parts (`~`). */
export type Comparison = {
  readonly kind: 'comparison';
  readonly field: FieldRef;
  readonly operator: OperatorName;
  readonly value: readonly (readonly Operand[])[];
} & Origin;

/** Conditions joined by one word; two or more parts. */
export type Joined = { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] } & Origin;

/** A condition in brackets. Kept even where the brackets change nothing: people wrote them. */
export type Group = { readonly kind: 'group'; readonly of: Condition } & Origin;

export type Condition = Comparison | Joined | Group;

/** A whole condition; null holds always. */
export type ConditionTree = Condition | null;
