import type { RightName } from '#contract/kit/rights.ts';
import type { RuleDraft, StoredRule } from '#contract/rows/rule-rows.ts';
import { ruleMessages } from '#domain/rules/problems/rule-messages.ts';
import type { RowReader } from '../kit/command.ts';
import { rowNamed, wholeRow } from '../kit/versioned.ts';

export const removedForGood = 'This rule was removed for good.';
export const deletedRule = 'This rule was deleted: restore it first.';

/** Rules of administrators, and those of all customers, are theirs alone. */
export function rightsFor(rule: Pick<RuleDraft, 'adminsOnly' | 'global'> | undefined): readonly RightName[] {
  return ['rules.write', ...(rule?.adminsOnly || rule?.global ? (['admin.system'] as const) : [])];
}

/** What changes of one rule have in common. */
export const ruleChange = {
  ...wholeRow('rule'),
  area: 'rules',
  heading: 'rules',
  shownOn: 'rules',
  needs: ({ id }: { readonly id: number }, rows: RowReader) => rightsFor(rows.get('rule', id)),
  forbidden: (missing: RightName) => (missing === 'admin.system' ? ruleMessages.adminOnlyRule : ruleMessages.insufficientRights),
  refs: [rowNamed('rule', 'names')],
  reads: () => [],
} as const;

/** What a person writes of a rule, apart from its bookkeeping. */
export function draftIn({ id: _id, ref: _ref, deleted: _deleted, purged: _purged, ...rule }: StoredRule): RuleDraft {
  const { version: _version, by: _by, at: _at, ...draft } = rule;
  return draft;
}
