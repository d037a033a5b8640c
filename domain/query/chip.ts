/**
 * A date as written: a calendar day, or a number of days from today. `age` counts back and is compared as an age (`>7d` is more
 * than 7 days ago). `ahead` counts forward (0 is today) and is compared as a date.
 */
export type DateValue = { readonly kind: 'on'; readonly day: string } | { readonly kind: 'age' | 'ahead'; readonly days: number };

/** Longer signs first, because the parser takes the first match. */
export const COMPARISONS = ['<=', '>=', '<', '>', '='] as const;
type Comparison = (typeof COMPARISONS)[number];

/** One comparison, or a range that includes both ends (a null end is open). */
export type Span<T> =
  | { readonly op: Comparison; readonly value: T }
  | { readonly op: '..'; readonly from: T | null; readonly to: T | null };

/** One part of a query; all parts must be true. A list inside a chip means any of its values. `not` negates the whole chip. */
export type Chip = { readonly not: boolean } & (
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'text'; readonly field: string; readonly exact: boolean; readonly values: readonly string[] }
  | { readonly kind: 'number'; readonly field: string; readonly spans: readonly Span<number>[] }
  | { readonly kind: 'date'; readonly field: string; readonly spans: readonly Span<DateValue>[] }
  | { readonly kind: 'yes'; readonly field: string }
  | { readonly kind: 'empty'; readonly field: string }
  | { readonly kind: 'named'; readonly of: 'is' | 'flag'; readonly names: readonly string[] }
);
