import type { messages } from '#contract/kit/messages.ts';

type Said<K extends keyof typeof messages> = (typeof messages)[K];
type Names =
  | 'actionRequired'
  | 'valuesGone'
  | 'onlyOnCollection'
  | 'onlyOnExport'
  | 'conditionsWithoutValue'
  | 'conditionMissing'
  | 'disableAfterPast'
  | 'ruleTable'
  | 'adminOnlyRule'
  | 'insufficientRights'
  | 'substitutionsExist'
  | 'duplicateValue';

/** Sentences of the message catalog that rules also use. The compiler checks that both are equal. */
export const ruleMessages: { readonly [K in Names]: Said<K> } = {
  actionRequired: 'Action is a required field',
  valuesGone: 'Some selected values no longer exist. Please replace them before saving',
  onlyOnCollection:
    'One or several of the fields you selected in this rule are only available for Data Collection rules. Please either mark this rule as On Data Collection or select other fields instead.',
  onlyOnExport:
    'One or several of the fields you selected in this rule are only available for Export rules. Please either mark this rule as On Export or select other fields instead.',
  conditionsWithoutValue: 'Some conditions are missing values. Please review them in the "When to Run" tab before saving.',
  conditionMissing: 'Missing required condition',
  disableAfterPast: 'The Disable After date is in the past or is invalid. Please select a future date.',
  ruleTable: 'Problem with Table in Rule',
  adminOnlyRule: 'Admin Only Rules are not editable by non-admin users.',
  insufficientRights: 'You do not have sufficient rights',
  substitutionsExist: 'Failure. Substitution rule(s) associated with the target you selected exist. Unable to remove',
  duplicateValue: 'Duplicate value',
};

/** The label of a substitution rule is its pattern. */
export const emptyLabel = 'The rule label must not be empty.';
