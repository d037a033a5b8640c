/**
 * What a query asks of one row, as plain data that travels to a worker. Text comparisons ignore letter case; a blank
 * never satisfies a comparison; `not` is the plain opposite, so blanks satisfy a negated one.
 */
export type Condition =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'contains' | 'equals'; readonly column: string; readonly text: string }
  /** The text stands in any searched text column. */
  | { readonly kind: 'word'; readonly text: string }
  /** Numbers, bounds included unless `open`; a missing bound does not bound. */
  | ({ readonly kind: 'between'; readonly column: string } & Bounds)
  /** Day numbers, both bounds included; for columns of dates and of instants (read in the viewer's zone). */
  | { readonly kind: 'days'; readonly column: string; readonly from: number | null; readonly to: number | null }
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
