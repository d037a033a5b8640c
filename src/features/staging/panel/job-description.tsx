import type { JobRow } from '#contract/rows/jobs.ts';
import { highlighted } from './highlight.ts';

/** The vendor's text, with rates, shifts and dates highlighted. */
export function JobDescription({ job }: { job: JobRow }) {
  if (!job.description && !job.note) return <p className="muted job-none">The vendor sent no description.</p>;
  return (
    <div className="job-description">
      {job.note && (
        <section>
          <h3>Note</h3>
          <Marked text={job.note} />
        </section>
      )}
      {job.description && (
        <section>
          <h3>Description</h3>
          <Marked text={job.description} />
        </section>
      )}
    </div>
  );
}

const words = { rate: 'A rate', shift: 'A shift', date: 'A date' };

function Marked({ text }: { text: string }) {
  return (
    <p className="job-prose">
      {highlighted(text).map(({ text: piece, mark }, i) =>
        mark === null ? (
          piece
        ) : (
          <mark key={i} className={`job-mark is-${mark}`} data-tip={words[mark]}>
            {piece}
          </mark>
        ),
      )}
    </p>
  );
}
