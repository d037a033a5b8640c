/** Whatever the ATS calls its rows: a number or a text. */
export type TargetId = number | string;

/** How two words were found to be the same, for marking them on a screen. */
export type WordMatch = {
  readonly source: string;
  readonly target: string;
  readonly how: 'same' | 'abbreviation' | 'similar' | 'initials' | 'place';
};

/** What a part compared, ready for words on a screen. */
export type ReasonDetail =
  | {
      readonly kind: 'words';
      readonly matches: readonly WordMatch[];
      readonly onlySource: readonly string[];
      readonly onlyTarget: readonly string[];
    }
  | { readonly kind: 'values'; readonly source: string; readonly target: string }
  | { readonly kind: 'rivals'; readonly count: number }
  /** `group`: not this customer's people chose it, but those of its group. */
  | { readonly kind: 'history'; readonly times: number; readonly whose?: 'group' };

export type ReasonPart =
  | 'name'
  | 'kind of care'
  | 'street number'
  | 'street'
  | 'city'
  | 'zip'
  | 'state'
  | 'rivals'
  | 'history'
  | 'degree'
  | 'credential'
  | 'specialty'
  | 'shift'
  | 'start'
  | 'end'
  | 'hours'
  | 'shifts per week';

/**
 * One part of the evidence. `agrees`: 1 = fully, 0 = not at all, between = partly. `weight`: what it adds to (or takes from) the log-odds
 * of the suggestion, so parts can be drawn as bars against each other.
 */
export type Reason = {
  readonly part: ReasonPart;
  readonly agrees: number;
  readonly weight: number;
  readonly detail: ReasonDetail;
};

/** A suggestion: `certainty` 0..100 is the calibrated probability that `id` is right; reasons heaviest first. */
export type Candidate<Id extends TargetId = TargetId> = {
  readonly id: Id;
  readonly certainty: number;
  readonly reasons: readonly Reason[];
};
