import { useRow } from '#src/sync/hooks/use-row.ts';
import type { ShowRule } from './use-rule-card.tsx';

type Props = { readonly jobId: number; readonly field: string; readonly onRule: ShowRule };

/** Which rule set a value of a job, with the way to the rule. */
export function RuledBy({ jobId, field, onRule }: Props) {
  const { row: job } = useRow('job', jobId);
  const by = job?.ruled[field];
  const { row: rule } = useRow('rule', by?.ruleId ?? 0);
  if (!by) return <span>Set by a rule. See the job’s history for details.</span>;
  return (
    <span>
      Set by {rule ? `the rule “${rule.name}”` : `rule ${by.ruleId}`}.{' '}
      <button type="button" className="link-button" onClick={() => onRule(by.ruleId, by.version)}>
        Show rule
      </button>
    </span>
  );
}
