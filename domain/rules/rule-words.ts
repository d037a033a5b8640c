import type { messages } from '#contract/messages.ts';

type Said<K extends keyof typeof messages> = (typeof messages)[K]['text'];
type Names = 'disableAfterPast' | 'ruleTable' | 'adminOnlyRule' | 'insufficientRights' | 'substitutionsExist';

/** Sentences of the message catalogue that rules say themselves; the compiler holds both the same. */
export const ruleWords: { readonly [K in Names]: Said<K> } = {
  disableAfterPast: 'The Disable After date is in the past or is invalid. Please select a future date.',
  ruleTable: 'Problem with Table in Rule',
  adminOnlyRule: 'Admin Only Rules are not editable by non-admin users.',
  insufficientRights: 'You do not have sufficient rights',
  substitutionsExist: 'Failure. Substitution rule(s) associated with the target you selected exist. Unable to remove',
};
