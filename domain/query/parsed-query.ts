import type { Chip, SingleChip } from './chip.ts';

export type QueryProblem =
  | 'unknown-field'
  | 'unknown-predicate'
  | 'missing-value'
  | 'not-a-number'
  | 'not-a-date'
  | 'not-yes-or-no'
  | 'no-number'
  | 'no-date'
  | 'no-distance'
  | 'not-a-distance'
  | 'no-part';

/** A part that cannot be used. `nearest` is what could be written instead of it. */
export type Refused = { readonly problem: QueryProblem; readonly nearest?: string };

/** The place of a part in the text: `from` included, `to` excluded, UTF-16 units. */
export type Place = { readonly from: number; readonly to: number };

export type ParsedQuery = {
  readonly chips: readonly (Chip & Place)[];
  /** Parts that cannot be used, to be underlined. The chips leave them out. */
  readonly problems: readonly (Place & Refused & { readonly text: string })[];
};

/**
 * What the first words of a text mean: a part of the query, nothing (`chip` null), or a part that cannot be used. `used` is the
 * number of words.
 */
export type PlainPart =
  | { readonly used: number; readonly chip: SingleChip | null }
  | ({ readonly used: number } & Required<Refused>);
