import type { RuleRow } from '#contract/rows/rule-rows.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';

type Badged = Pick<
  RuleRow,
  'active' | 'offReason' | 'deleted' | 'runOnExport' | 'global' | 'adminsOnly' | 'table' | 'disableAfterOn'
>;

/** A rule's states as badges of one or two words. */
export function RuleBadges({ rule }: { rule: Badged }) {
  return (
    <span className="rule-badges">
      {rule.deleted ? (
        <StateBadge tone="bad">Deleted</StateBadge>
      ) : (
        <StateBadge tone={rule.active ? 'good' : 'neutral'} {...(rule.active ? {} : { tip: 'Does nothing until activated.' })}>
          {rule.active ? 'Active' : 'Inactive'}
        </StateBadge>
      )}
      {!rule.deleted && !rule.active && rule.offReason && (
        <StateBadge tone="warn" tip={rule.offReason}>
          Too slow
        </StateBadge>
      )}
      {rule.runOnExport && (
        <StateBadge tone="info" tip="Runs on the posted copy. The staged job doesn’t change.">
          On export
        </StateBadge>
      )}
      {rule.table && <StateBadge>Table</StateBadge>}
      {rule.global && (
        <StateBadge tone="warn" tip="Runs for every customer, before their own rules.">
          All customers
        </StateBadge>
      )}
      {rule.adminsOnly && <StateBadge tip="Only administrators can edit this rule.">Admins only</StateBadge>}
      {rule.disableAfterOn && <StateBadge tip="Turns off after this day.">{`Until ${rule.disableAfterOn}`}</StateBadge>}
    </span>
  );
}
