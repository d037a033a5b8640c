import { Button } from '@mantine/core';
import { useState } from 'react';
import type { JobRow } from '#contract/rows/jobs.ts';
import { fieldKeyed } from '#domain/fields/catalogue.ts';
import { catalogueName } from '#domain/fields/label-words.ts';
import { textOf } from '#domain/fields/values.ts';
import { applyRules } from '#domain/rules/apply-rules.ts';
import type { Around } from '#domain/rules/derived-values.ts';
import { preparationOn } from '#domain/rules/grounds.ts';
import { valueIn } from '#domain/rules/job-run.ts';
import { type Moment, prepareRules } from '#domain/rules/prepare-rules.ts';
import { RuleAnswerFeedback } from '#src/entities/feedback/rule-answer-feedback.tsx';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { TraceView } from '#src/entities/rule/trace-view.tsx';
import { type ShowRule, useRuleCard } from '#src/entities/rule/use-rule-card.tsx';
import { useRuleGrounds } from '#src/entities/rule/use-rule-grounds.ts';
import { useRules } from '#src/entities/rule/use-rules.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';

/** The documented number of the action that asks AI for a field. */
const aiPrompt = 12;

/** What rules wrote into this job, and what each rule would do with it now. Calculated on this device. */
export function JobRules({ job, onReapply }: { job: JobRow; onReapply: (() => void) | null }) {
  const { ready, rows } = useRules();
  const grounds = useRuleGrounds();
  const card = useRuleCard();
  const [moment, setMoment] = useState<Moment>('collection');
  if (!ready) return <Waiting />;
  const rules = rows.filter(({ deleted }) => !deleted);
  if (rules.length === 0) return <EmptyState kind="first-use" title="No rules yet" />;
  const asksAi = new Set(rows.flatMap(({ id, actionType }) => (actionType === aiPrompt ? [id] : [])));
  const prepared = prepareRules(rules, preparationOn(grounds, moment));
  const { trace } = applyRules(job, prepared, { trace: true });
  return (
    <div className="job-rules">
      <Written job={job} around={prepared} asksAi={asksAi} onRule={card.show} />
      <div className="job-rules-head">
        <h3>{moment === 'collection' ? 'Data collection rules' : 'Export rules'}</h3>
        <Button size="compact-xs" variant="default" onClick={() => setMoment(moment === 'collection' ? 'export' : 'collection')}>
          {moment === 'collection' ? 'Show export rules' : 'Show collection rules'}
        </Button>
        {onReapply && (
          <Button size="compact-xs" variant="default" onClick={onReapply}>
            Reapply rules…
          </Button>
        )}
      </div>
      <TraceView trace={trace} onRule={card.show} />
      {card.node}
    </div>
  );
}

type WrittenProps = { job: JobRow; around: Around; asksAi: ReadonlySet<number>; onRule: ShowRule };

/** Fields that a rule set: which rule, in which version, and the value before. An answer of AI can be judged. */
function Written({ job, around, asksAi, onRule }: WrittenProps) {
  const { labels } = useFieldNames();
  const written = Object.entries(job.ruled);
  if (written.length === 0) return <p className="muted">No rules changed this job.</p>;
  return (
    <ul className="job-ruled">
      {written.map(([key, { ruleId, version, was }]) => (
        <li key={key}>
          {catalogueName(labels, key, key)}: <del>{textOf(was, fieldKeyed(key)) || '—'}</del> →{' '}
          <ins>{textOf(valueIn(job, key, around), fieldKeyed(key)) || '—'}</ins>{' '}
          <button type="button" className="link-button" onClick={() => onRule(ruleId, version)}>
            rule {ruleId}, version {version}
          </button>
          {asksAi.has(ruleId) && <RuleAnswerFeedback key={`${job.id}/${key}`} job={job} ruleId={ruleId} />}
        </li>
      ))}
    </ul>
  );
}
