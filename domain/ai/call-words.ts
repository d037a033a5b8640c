/** What became of a call to a model. Only `answered` has an answer that is used. */
export const callOutcomes = {
  answered: 'Answered',
  unreadable: 'Unreadable answer',
  length: 'Cut off',
  content_filter: 'Filtered',
  refused: 'Refused',
  busy: 'Busy',
  failed: 'Failed',
  timeout: 'Too slow',
} as const;
export type CallOutcome = keyof typeof callOutcomes;

/** The outcome of a call as people read it. */
export const outcomeWords = (outcome: string): string =>
  Object.hasOwn(callOutcomes, outcome) ? callOutcomes[outcome as CallOutcome] : outcome;

/** Said wherever the stand-in of the demo answered. */
export const standInWords = 'stand-in, not a model';

/** Price of a model, in US dollars for a million tokens; null if unknown. */
type Price = { readonly priceIn: number | null; readonly priceOut: number | null };

/** What a call cost in US dollars; null if a price is missing. */
export const costOf = ({ priceIn, priceOut }: Price, tokensIn: number, tokensOut: number): number | null =>
  priceIn === null || priceOut === null ? null : (tokensIn * priceIn + tokensOut * priceOut) / 1_000_000;

/** A cost as people read it: `$0.0042`; a dash if unknown. */
export const costWords = (cost: number | null): string =>
  cost === null ? '–' : `$${cost.toFixed(cost > 0 && cost < 1 ? 4 : 2)}`;
