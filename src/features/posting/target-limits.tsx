import { targetLimits } from '#contract/posting/target-limits.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';

/** The calls that a target allows and how many of them are used. */
export function TargetLimits({ row }: { readonly row: TargetRow }) {
  const cust = useSession().customer.id;
  const { reply, failure } = useReply(targetLimits, { cust, target: row.id });
  return (
    <section className="card target-card" aria-labelledby="target-limits">
      <h2 id="target-limits">Calls to {row.name}</h2>
      <p className="muted">
        {reply?.minute.allowed !== null &&
          'Jobdock stays below nine tenths of the limit of a minute, because your people and other programs use the rest. '}
        Posts come first: reading of lists waits for them.
      </p>
      {!reply && failure && <p className="muted">The calls are not on this device. {errorMessage(failure)}</p>}
      {!reply && !failure && <Waiting rows={2} label="Loading calls" />}
      {reply && (
        <dl className="target-counts">
          <Used label="This minute" {...reply.minute} />
          {reply.day && <Used label={`Last 24 hours, as ${row.name} says`} {...reply.day} />}
          <Used label="This month" {...reply.month} />
          <div>
            <dt>Last call</dt>
            <dd className="target-when">
              <Ago at={reply.minute.asOf} />
            </dd>
          </div>
        </dl>
      )}
      {reply?.pausedUntil && <p>{row.name} asked for a pause. Calls go on by themselves.</p>}
    </section>
  );
}

type UsedProps = { readonly label: string; readonly used: number; readonly allowed: number | null };

function Used({ label, used, allowed }: UsedProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {used.toLocaleString('en-US')}
        <span className="target-when muted">{allowed === null ? ' calls' : ` of ${allowed.toLocaleString('en-US')}`}</span>
      </dd>
    </div>
  );
}
