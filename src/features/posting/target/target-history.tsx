import { Link } from 'react-router-dom';
import { type ActivityLine, listActivity } from '#contract/people/activity.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { Answered } from '#src/ui/page/answered.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';

const shownLines = 50;

/** Who changed the target and when, the newest first. All lines are in Activity. */
export function TargetHistory({ row }: { row: TargetRow }) {
  const cust = useSession().customer.id;
  const object = String(row.id);
  const answer = useReply(listActivity, { cust, kind: 'target', object, pageSize: shownLines });
  const { stamp } = useFormat();
  return (
    <section className="card target-card" aria-labelledby="target-history">
      <h2 id="target-history">History</h2>
      <Answered answer={answer} what="The changes of this target">
        {({ lines }) =>
          lines.length === 0 ? (
            <p className="muted">No one has changed this target so far.</p>
          ) : (
            <ol className="target-lines">
              {lines.map((line) => (
                <li key={line.id}>
                  <time className="muted" dateTime={line.at}>
                    {stamp(line.at)}
                  </time>
                  <div>
                    {line.sentence}
                    <Changes line={line} />
                  </div>
                </li>
              ))}
            </ol>
          )
        }
      </Answered>
      <Link to={pathTo('/activity', {}, { object: `target:${object}` })}>All of them, in Activity</Link>
    </section>
  );
}

/** The values of the target before and after that the sentence does not say. A new target has none before. */
function Changes({ line: { changes, sentence, object } }: { line: ActivityLine }) {
  const isNew = changes.some(({ label }) => label === 'ID');
  const shown =
    isNew || object?.kind !== 'target'
      ? []
      : changes.filter(({ before, after }) => !sentence.includes(` from ${before} to ${after}`));
  if (shown.length === 0) return null;
  return (
    <ul className="target-changes muted">
      {shown.map(({ label, before, after }) => (
        <li key={label}>{after === 'hidden' ? `${label}: changed, not shown` : `${label}: ${before} → ${after}`}</li>
      ))}
    </ul>
  );
}
