/**
 * What a query checks in one row, as plain data that can be sent to a worker. Text comparisons ignore letter case. A blank never
 * matches a comparison. `not` is the plain opposite, so blanks match a negated one.
 */
export type Condition =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'contains' | 'equals'; readonly column: string; readonly text: string }
  /** A word of any of the columns starts with the text; `whole`: it also ends there. Without columns, all searched ones. */
  | { readonly kind: 'word'; readonly text: string; readonly whole?: boolean; readonly columns?: readonly string[] }
  /** Numbers, including the bounds unless `open`. A missing bound sets no limit. */
  | ({ readonly kind: 'between'; readonly column: string } & Bounds)
  /** Day numbers, including both bounds, for columns of dates and of instants. `zone` is the IANA zone of an instant's days. */
  | {
      readonly kind: 'days';
      readonly column: string;
      readonly from: number | null;
      readonly to: number | null;
      readonly zone?: string;
    }
  /**
   * Instants of that day or later, but not those in the hour after the earliest instant of the rows with the same number in `by`.
   * A source's first collection is its stock, not news.
   */
  | {
      readonly kind: 'arrival';
      readonly column: string;
      readonly by: string;
      readonly from: number;
      readonly zone?: string;
    }
  /** The zip code lies at most so many miles from the place of `zip`. One whose place is unknown never matches. */
  | { readonly kind: 'near'; readonly column: string; readonly zip: string; readonly miles: number }
  /** At least one bit of `mask` is set. */
  | { readonly kind: 'bits'; readonly column: string; readonly mask: number }
  | { readonly kind: 'empty'; readonly column: string }
  | { readonly kind: 'ids'; readonly ids: readonly (string | number)[] };

type Bounds = {
  readonly from: number | null;
  readonly to: number | null;
  readonly openFrom?: boolean;
  readonly openTo?: boolean;
};

/** The parts of a condition that measure distances. */
export function nearIn(condition: Condition): Extract<Condition, { kind: 'near' }>[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap(nearIn);
    case 'not':
      return nearIn(condition.of);
    case 'near':
      return [condition];
    default:
      return [];
  }
}

/** The zip codes that a condition measures distances from, each once. */
export const zipsIn = (condition: Condition): string[] => [...new Set(nearIn(condition).map(({ zip }) => zip))];

/** The parts of a condition that depend on the first rows of groups. */
export function arrivalsIn(condition: Condition): Extract<Condition, { kind: 'arrival' }>[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap(arrivalsIn);
    case 'not':
      return arrivalsIn(condition.of);
    case 'arrival':
      return [condition];
    default:
      return [];
  }
}

/** The columns that a condition reads. A search of words without columns reads those that are always there. */
export function columnsIn(condition: Condition): readonly string[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap(columnsIn);
    case 'not':
      return columnsIn(condition.of);
    case 'word':
      return condition.columns ?? [];
    case 'ids':
      return [];
    default:
      return [condition.column];
  }
}

/** The condition with its days of instants in the person's time zone. */
export function inZone(condition: Condition, zone: string): Condition {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return { ...condition, of: condition.of.map((part) => inZone(part, zone)) };
    case 'not':
      return { ...condition, of: inZone(condition.of, zone) };
    case 'days':
    case 'arrival':
      return { ...condition, zone };
    default:
      return condition;
  }
}
