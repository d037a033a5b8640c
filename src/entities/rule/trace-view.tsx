import { fieldKeyed } from '#domain/fields/catalogue.ts';
import { catalogueName, labelOfField } from '#domain/fields/label-words.ts';
import { textOf } from '#domain/fields/values.ts';
import type { TraceEntry } from '#domain/rules/apply-rules.ts';
import type { Explained } from '#domain/rules/evaluate.ts';
import { comparisonText } from '#domain/rules/rule-sentence.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import type { ShowRule } from './use-rule-card.tsx';
import './trace.css';

const skippedReasons: Readonly<Record<NonNullable<TraceEntry['skipped']>, string>> = {
  inactive: 'inactive',
  expired: 'expired',
  moment: 'runs at another time',
  broken: 'invalid',
  workType: 'for another work type',
  source: 'for another source',
  cancelled: 'the job is canceled',
};

type TraceViewProps = {
  readonly trace: readonly TraceEntry[];
  /** Shows a rule; absent where the rule is on the screen already. */
  readonly onRule?: ShowRule;
};

/** What every rule did with one job: whether it applied and why, what it changed, and what a lock prevented. */
export function TraceView({ trace, onRule }: TraceViewProps) {
  const asked = trace.filter(({ skipped }) => skipped === null);
  const skipped = trace.filter((entry) => entry.skipped !== null);
  return (
    <>
      <ol className="trace">
        {asked.map((entry) => (
          <li key={entry.rule.id} className={entry.fired ? 'trace-fired' : 'trace-not'}>
            <Entry entry={entry} onRule={onRule} />
          </li>
        ))}
      </ol>
      {skipped.length > 0 && (
        <p className="muted">
          Skipped:{' '}
          {skipped
            .map(({ rule, skipped: why, problem }) => `${rule.name} (${problem ?? (why ? skippedReasons[why] : '')})`)
            .join(', ')}
        </p>
      )}
    </>
  );
}

type EntryProps = { readonly entry: TraceEntry; readonly onRule: ShowRule | undefined };

function Entry({ entry, onRule }: EntryProps) {
  const { rule, fired, condition, changes, blocked, problem, line, asksAi } = entry;
  const { labels } = useFieldNames();
  return (
    <>
      <strong>
        {onRule ? (
          <button type="button" className="link-button" onClick={() => onRule(rule.id, null)}>
            {rule.name}
          </button>
        ) : (
          rule.name
        )}
      </strong>{' '}
      {fired ? 'applied' : 'did not apply'}
      {line !== null && `, by row ${line} of its table`}
      {condition && <Why node={condition} />}
      {changes.map(({ key, before, after }) => (
        <span key={key} className="rule-change">
          {catalogueName(labels, key, key)}: <del>{textOf(before, fieldKeyed(key)) || '—'}</del> →{' '}
          <ins>{textOf(after, fieldKeyed(key)) || '—'}</ins>
        </span>
      ))}
      {blocked.map(({ key, by }) => (
        <span key={key} className="rule-change rule-warn">
          {catalogueName(labels, key, key)} is locked by {by}, so it was not changed
        </span>
      ))}
      {fired && changes.length === 0 && blocked.length === 0 && !asksAi && (
        <span className="rule-change">No change: the value is already set</span>
      )}
      {asksAi && <span className="rule-change">Waiting for the AI</span>}
      {problem && <span className="rule-change rule-warn">{problem}</span>}
    </>
  );
}

/** Each comparison with its result and the value it compared. */
function Why({ node }: { node: Explained }) {
  const { labels } = useFieldNames();
  return (
    <span className="trace-why">
      {comparisonsOf(node).map(({ comparison, value, holds }, i) => (
        <span key={i} className={holds ? 'trace-yes' : 'trace-no'}>
          {holds ? '✓' : '✗'} {comparisonText(comparison, labelOfField(labels))}
          {holds ? '' : ` (it is ${textOf(value) || 'empty'})`}
        </span>
      ))}
    </span>
  );
}

type Compared = Extract<Explained, { kind: 'comparison' }>;
const comparisonsOf = (node: Explained): readonly Compared[] =>
  node.kind === 'comparison' ? [node] : node.parts.flatMap(comparisonsOf);
