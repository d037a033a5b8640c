import './plan-view.css';
import type { PostingPlan } from '#contract/posting/posting-plan.ts';

const figure = (count: number) => count.toLocaleString('en-US');

type Props = {
  readonly plan: PostingPlan;
  /** Whether jobs that the target has are sent again as well. */
  readonly updates: boolean;
};

/** What would be posted and updated, with the first jobs, and what is left out and why. */
export function PlanView({ plan, updates }: Props) {
  const { leftOut, examples } = plan;
  const left = leftOut.reduce((sum, { jobs }) => sum + jobs, 0);
  const counts = [
    ...(updates ? [{ label: 'To update', count: plan.updates }] : []),
    { label: 'To post', count: plan.posts },
    { label: 'Left out', count: left },
  ];
  return (
    <div className="plan">
      <dl className="plan-counts">
        {counts.map(({ label, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{figure(count)}</dd>
          </div>
        ))}
      </dl>
      {examples.length > 0 && (
        <section>
          <h3>For example</h3>
          <ul>
            {examples.map(({ id, providerJobId, title, facility, what }) => (
              <li key={id}>
                <span className="mono">{providerJobId}</span> {title} <span className="muted">{facility}</span>
                {updates && <span className="muted"> · {what}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {leftOut.length > 0 && (
        <section>
          <h3>Left out</h3>
          <ul>
            {leftOut.map(({ code, label, jobs, providerJobId, words }) => (
              <li key={code}>
                <div className="plan-left">
                  <span>{label}</span>
                  <b>{figure(jobs)}</b>
                </div>
                {label !== words && (
                  <span className="muted">
                    {providerJobId}: {words}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
