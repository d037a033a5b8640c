import { type JobAlertRun, listJobAlertRuns } from '#contract/support/job-alerts.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { CutNote } from '#src/ui/list/cut-note.tsx';

const counts = ({ newJobs, found, matched, sent, waiting, inDoubt, refused, unsubscribed, sms }: JobAlertRun): string =>
  [
    `${newJobs} jobs`,
    `${found} candidates found`,
    `${matched} matched`,
    `${sent} sent`,
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    `${inDoubt} in doubt`,
    `${refused} refused`,
    `${unsubscribed} unsubscribed`,
    ...(smsTotal(sms) > 0 ? [smsCounts(sms)] : []),
  ].join(' · ');

type Sms = JobAlertRun['sms'];
const smsTotal = ({ sent, waiting, unknown, refused, stopped }: Sms) => sent + waiting + unknown + refused + stopped;

const smsCounts = ({ sent, segments, waiting, inDoubt, unknown, refused, stopped }: Sms): string =>
  [
    `Text messages: ${sent} sent (${segments} segments)`,
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    `${inDoubt} in doubt`,
    ...(unknown > 0 ? [`${unknown} not known to be sent`] : []),
    `${refused} refused`,
    ...(stopped > 0 ? [`${stopped} stopped`] : []),
  ].join(', ');

/** What became of an alert, newest first. Counts only: no address is kept. */
export function AlertResults({ id }: { id: number }) {
  const { reply } = useReply(listJobAlertRuns, { cust: 'me', id });
  if (!reply || reply.rows.length === 0) return null;
  return (
    <section className="page page-form alert-results" aria-labelledby="alert-results">
      <h2 id="alert-results">Results</h2>
      <ul>
        {reply.rows.map((run) => (
          <li key={run.id}>
            <p>
              <Ago at={run.dueAt} /> – {run.state === 'waiting' ? 'Being sent.' : run.message}
            </p>
            {run.state !== 'waiting' && run.newJobs > 0 && <p className="muted">{counts(run)}</p>}
          </li>
        ))}
      </ul>
      <CutNote of={reply} noun="result" />
    </section>
  );
}
