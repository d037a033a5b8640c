/**
 * A date as written: a calendar day, or a number of days from today. `age` counts back and is compared as an age (`>7d` is more
 * than 7 days ago). `ahead` counts forward (0 is today) and is compared as a date. `month` and `week` are whole calendar months
 * and weeks from Monday, counted from the current one. `yearly` is a month (1 to 12), or one of its days, of this year or of the
 * next year once the month has passed.
 */
export type DateValue =
  | { readonly kind: 'on'; readonly day: string }
  | { readonly kind: 'age'; readonly days: number }
  | { readonly kind: 'ahead'; readonly days: number }
  | { readonly kind: 'month'; readonly ahead: number }
  | { readonly kind: 'week'; readonly ahead: number }
  | { readonly kind: 'yearly'; readonly month: number; readonly day: number | null };

/** Longer signs first, because the parser takes the first match. */
export const COMPARISONS = ['<=', '>=', '<', '>', '='] as const;
type Comparison = (typeof COMPARISONS)[number];

/** One comparison, or a range that includes both ends (a null end is open). */
export type Span<T> =
  | { readonly op: Comparison; readonly value: T }
  | { readonly op: '..'; readonly from: T | null; readonly to: T | null };

/** One part of a query; all parts must be true. A list inside a chip means any of its values. `not` negates the whole chip. */
export type SingleChip = { readonly not: boolean } & (
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'text'; readonly field: string; readonly exact: boolean; readonly values: readonly string[] }
  | { readonly kind: 'number'; readonly field: string; readonly spans: readonly Span<number>[] }
  | { readonly kind: 'date'; readonly field: string; readonly spans: readonly Span<DateValue>[] }
  | { readonly kind: 'yes'; readonly field: string }
  | { readonly kind: 'empty'; readonly field: string }
  /** At most so many miles from a zip code. */
  | { readonly kind: 'near'; readonly zip: string; readonly miles: number }
  | { readonly kind: 'named'; readonly of: 'is' | 'flag'; readonly names: readonly string[] }
);

/** A part, or two or more parts joined by `OR`, of which one must be true. */
export type Chip = SingleChip | { readonly not: false; readonly kind: 'any'; readonly of: readonly SingleChip[] };
