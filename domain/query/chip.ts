/**
 * A date as written: a calendar day, or days from the day of asking. `age` counts back and is compared as an age
 * (`>7d` is longer ago than 7 days); `ahead` counts forward (0 is today) and is compared as a date.
 */
export type DateValue = { readonly kind: 'on'; readonly day: string } | { readonly kind: 'age' | 'ahead'; readonly days: number };

/** Longer signs first: a reader takes the first that fits. */
export const COMPARISONS = ['<=', '>=', '<', '>', '='] as const;
type Comparison = (typeof COMPARISONS)[number];

/** One comparison, or a range with both ends included (a null end is open). */
export type Span<T> =
  | { readonly op: Comparison; readonly value: T }
  | { readonly op: '..'; readonly from: T | null; readonly to: T | null };

/** One part of a query; all parts must hold. A list inside a chip means any of them; `not` turns the whole chip round. */
export type Chip = { readonly not: boolean } & (
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'text'; readonly field: string; readonly exact: boolean; readonly values: readonly string[] }
  | { readonly kind: 'number'; readonly field: string; readonly spans: readonly Span<number>[] }
  | { readonly kind: 'date'; readonly field: string; readonly spans: readonly Span<DateValue>[] }
  | { readonly kind: 'yes'; readonly field: string }
  | { readonly kind: 'empty'; readonly field: string }
  | { readonly kind: 'named'; readonly of: 'is' | 'flag'; readonly names: readonly string[] }
);
