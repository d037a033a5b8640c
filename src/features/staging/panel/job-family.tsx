import './job-family.css';
import type { JobRow } from '#contract/rows/jobs.ts';
import { statusLabel } from '#domain/job-list/job-states.ts';
import { useGridAnswer } from '#src/entities/job/use-grid-answer.ts';
import { blank } from '#src/ui/format/format.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { useOpenPanel } from '#src/ui/panel/side-panel.tsx';

/** The order that a job is a part of, and the shifts and positions of an order. Nothing for a job with neither. */
export function JobFamily({ job }: { job: JobRow }) {
  const { id, sourceId, providerJobId } = job;
  const question = { id, sourceId, providerJobId, parentJobId: job.parentJobId ?? null };
  const { answer, current } = useGridAnswer(question, (client, asked) => client.family(asked));
  if (!answer || !current) return null;
  return (
    <>
      {question.parentJobId !== null && <PartOf order={question.parentJobId} parent={answer.parent} />}
      {answer.total > 0 && <Children rows={answer.children} total={answer.total} />}
    </>
  );
}

function PartOf({ order, parent }: { order: string; parent: JobRow | null }) {
  const panel = useOpenPanel();
  if (!parent) return <p className="muted">Part of order {order}, which is not on this device.</p>;
  return (
    <p>
      Part of order{' '}
      <button type="button" className="job-link" onClick={() => panel.show('job', parent.id)}>
        {order}
      </button>
    </p>
  );
}

function Children({ rows, total }: { rows: readonly JobRow[]; total: number }) {
  const panel = useOpenPanel();
  const format = useFormat();
  return (
    <section className="job-children">
      <h3>Shifts and positions ({total.toLocaleString('en-US')})</h3>
      <ul>
        {rows.map(({ id, providerJobId, shift, startDate, billRate, currency, status }) => (
          <li key={id}>
            <button type="button" className="job-link" onClick={() => panel.show('job', id)}>
              {providerJobId}
            </button>
            <span>{shift ?? blank}</span>
            <span>{format.localDate(startDate)}</span>
            <span>{format.money(billRate, currency)}</span>
            <span>{statusLabel(status)}</span>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="muted">
          The first {rows.length.toLocaleString('en-US')} of {total.toLocaleString('en-US')}.
        </p>
      )}
    </section>
  );
}
