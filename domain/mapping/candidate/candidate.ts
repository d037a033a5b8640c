/** The id of a row in the ATS: a number or a text. */
export type TargetId = number | string;

/** How two words were found to be the same, to highlight them on a screen. */
export type WordMatch = {
  readonly source: string;
  readonly target: string;
  readonly how: 'same' | 'abbreviation' | 'similar' | 'initials' | 'place';
};

/** What was compared, in a form that a screen can show. */
export type ReasonDetail =
  | {
      readonly kind: 'words';
      readonly matches: readonly WordMatch[];
      readonly onlySource: readonly string[];
      readonly onlyTarget: readonly string[];
    }
  | { readonly kind: 'values'; readonly source: string; readonly target: string }
  | { readonly kind: 'rivals'; readonly count: number }
  /** `group`: chosen by people of the customer's group, not by its own. */
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
 * One piece of evidence. `agrees`: 1 = fully, 0 = not at all, between = partly. `weight`: its positive or negative share of the
 * suggestion's log-odds, so that parts can be drawn as bars.
 */
export type Reason = {
  readonly part: ReasonPart;
  readonly agrees: number;
  readonly weight: number;
  readonly detail: ReasonDetail;
};

/** A suggestion. `certainty` 0..100 is the calibrated probability that `id` is right. Heaviest reasons first. */
export type Candidate<Id extends TargetId = TargetId> = {
  readonly id: Id;
  readonly certainty: number;
  readonly reasons: readonly Reason[];
};
