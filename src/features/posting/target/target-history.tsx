import { Link } from 'react-router-dom';
import { listActivity } from '#contract/people/activity.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { Answered } from '#src/ui/page/answered.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';

const shownLines = 50;

/** Who changed the target and when, the newest first. Details and older lines are in Activity. */
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
              {lines.map(({ id, at, sentence }) => (
                <li key={id}>
                  <time className="muted" dateTime={at}>
                    {stamp(at)}
                  </time>
                  <span>{sentence}</span>
                </li>
              ))}
            </ol>
          )
        }
      </Answered>
      <Link to={pathTo('/activity', {}, { object: `target:${object}` })}>Values before and after, in Activity</Link>
    </section>
  );
}
