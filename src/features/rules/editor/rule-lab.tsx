import { useEffect } from 'react';
import type { RuleDraft, StoredRule } from '#contract/rows/rule-rows.ts';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { Waiting } from '#src/ui/page/waiting.tsx';
import type { LabAnswer } from '#src/workers/rules/rule-lab.ts';
import { LabExamples } from './lab-examples.tsx';
import { type LabState, useLab } from './use-lab.ts';

type LabProps = {
  readonly row: StoredRule | null;
  readonly rules: readonly StoredRule[];
  readonly draft: RuleDraft;
  /** Whether the draft can be tested. While it cannot, the last answer stays. */
  readonly readable: boolean;
  readonly onImpact: (impact: LabAnswer['impact'] | null) => void;
};

/** The effect of the draft on the jobs on this device, updated while the user types. Works offline. */
export function RuleLab({ row, rules, draft, readable, onImpact }: LabProps) {
  const lab = useLab(draft, row, rules, readable);
  const { answer } = lab;
  const { may } = useSession();
  const seesAll = may('admin.system') && may('rules.global');
  useEffect(() => onImpact(answer?.impact ?? null), [answer, onImpact]);
  return (
    <aside className="card rule-lab" aria-labelledby="lab-title" aria-busy={lab.asking}>
      <header className="lab-head">
        <h2 id="lab-title">Test</h2>
        {answer && (
          <span className="muted">
            {counted(answer.jobs, 'job')} on this device
            {lab.asking ? ' · working' : ` · ${Math.max(1, Math.round(answer.ms))} ms`}
          </span>
        )}
      </header>
      <Standing lab={lab} readable={readable} />
      {readable && answer?.isConditionOnly && <p className="muted">Complete the action to see what it changes.</p>}
      {answer && (
        <>
          <Figures answer={answer} />
          <Effects answer={answer} isSaved={row !== null} />
          <LabExamples lab={lab} answer={answer} />
          {!seesAll && <p className="muted">Admin-only rules run on the service, not in this test.</p>}
        </>
      )}
    </aside>
  );
}

function Standing({ lab, readable }: { lab: LabState; readable: boolean }) {
  if (!readable) return <p className="muted">The condition is incomplete. Results are for the last complete condition.</p>;
  if (lab.failed) return <p className="code-problem">The test stopped. Change the rule or reopen it to restart the test.</p>;
  return lab.answer ? null : <Waiting rows={4} label="Loading jobs on this device" />;
}

function Figures({ answer }: { answer: LabAnswer }) {
  const { matched, changed, isConditionOnly } = answer;
  const figures: readonly (readonly [string, number | null])[] = [
    ['Match', matched],
    ['Change', isConditionOnly ? null : changed],
    ['No change', isConditionOnly ? null : Math.max(0, matched - changed)],
  ];
  return (
    <dl className="lab-figures" role="status">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dd>{value?.toLocaleString('en-US') ?? '—'}</dd>
          <dt>{label}</dt>
        </div>
      ))}
    </dl>
  );
}

function Effects({ answer, isSaved }: { answer: LabAnswer; isSaved: boolean }) {
  const { fields, others, problems, impact } = answer;
  return (
    <ul className="lab-effects">
      {fields.slice(0, 8).map(({ key, label, jobs }) => (
        <li key={key}>
          <strong>{label}</strong> changes on {counted(jobs, 'job')}
        </li>
      ))}
      {impact.emptied.map(({ label, jobs }) => (
        <li key={label} className="rule-warn">
          <strong>{label}</strong> becomes empty on {counted(jobs, 'job')}
        </li>
      ))}
      {problems.map(({ words, jobs }) => (
        <li key={words} className="rule-warn">
          {counted(jobs, 'job')}: {words}
        </li>
      ))}
      {others.map(({ id, name, jobs }) => (
        <li key={id} className="rule-warn">
          <strong>{name}</strong> would treat {counted(jobs, 'job')} differently
        </li>
      ))}
      {isSaved && (
        <li>
          Saving changes {counted(impact.changed, 'job')} compared with the current rule
          {impact.posted > 0 && <span className="rule-warn">, {counted(impact.posted, 'job')} of them already posted</span>}
        </li>
      )}
      {!isSaved && impact.posted > 0 && <li className="rule-warn">{counted(impact.posted, 'job')} of them already posted</li>}
      {impact.pinned.map((name) => (
        <li key={name} className="rule-warn">
          Pinned job <strong>{name}</strong> would change
        </li>
      ))}
    </ul>
  );
}
