import type { RightName } from '#contract/kit/rights.ts';
import type { RuleDraft, StoredRule } from '#contract/rows/rule-rows.ts';
import { ruleMessages } from '#domain/rules/problems/rule-messages.ts';
import type { RowReader } from '../kit/command.ts';
import { rowNamed, wholeRow } from '../kit/versioned.ts';

export const removedForGood = 'This rule was removed for good.';
export const deletedRule = 'This rule was deleted: restore it first.';

/** Only administrators may change admin-only rules and global rules. */
export function rightsFor(rule: Pick<RuleDraft, 'adminsOnly' | 'global'> | undefined): readonly RightName[] {
  return ['rules.write', ...(rule?.adminsOnly || rule?.global ? (['admin.system'] as const) : [])];
}

/** The common part of changes of one rule. */
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

/** The part of a rule that a person writes, without id, state and version. */
export function draftIn({ id: _id, ref: _ref, deleted: _deleted, purged: _purged, ...rule }: StoredRule): RuleDraft {
  const { version: _version, by: _by, at: _at, offReason: _offReason, ...draft } = rule;
  return draft;
}
