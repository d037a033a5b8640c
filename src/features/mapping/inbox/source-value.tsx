import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import { useGridClient } from '#src/entities/job/use-job-grid.ts';
import { placeOf } from '#src/entities/mapping/choice-line.tsx';
import { postedText } from '#src/entities/mapping/effect.ts';
import { counted } from '#src/ui/format/format.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import type { MapQueueItem } from '#src/workers/grid/map-queue.ts';

type SourceValueProps = { readonly item: MapQueueItem; readonly kind: MapKind; readonly sourceName: string };

const sampleSize = 6;

/** A vendor text with its place, source, first date and sample jobs. */
export function SourceValue({ item, kind, sourceName }: SourceValueProps) {
  const { value, openJobs } = item;
  const posted = postedText(item.postedJobs);
  const format = useFormat();
  const jobs = useSample(kind, value.id);
  const place = [placeOf(value), value.zip].filter(Boolean).join(' ');
  return (
    <section className="inbox-source" aria-label="Source value">
      <h2>{value.text}</h2>
      {place && <p>{place}</p>}
      {value.within && <p>Sent with the degree {value.within}</p>}
      <p className="muted">
        {sourceName} · first seen {format.date(value.firstSeenAt)}
      </p>
      <p className="inbox-effect">
        <b>{counted(openJobs, 'open job')}</b>
        {posted && `, ${posted}`}
      </p>
      {jobs.length > 0 && (
        <ul className="inbox-jobs" aria-label="Sample jobs">
          {jobs.map((job) => (
            <li key={job.id}>
              <Link to={pathTo('/staging/:pg?/:all?', {}, { view: 'all', q: `id:${job.id}`, open: `job:${job.id}` })}>
                {job.providerJobId}
              </Link>
              <span className="inbox-what">{[job.degree, job.specialty].filter(Boolean).join(' ')}</span>
              <span className="inbox-rate">{format.money(job.billRate, job.currency)}</span>
              <span className="muted">{format.localDate(job.startDate)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function useSample(kind: MapKind, valueId: number): readonly JobRow[] {
  const client = useGridClient();
  const [sample, setSample] = useState<{ of: string; jobs: readonly JobRow[] }>({ of: '', jobs: [] });
  const of = `${kind}/${valueId}`;
  useEffect(() => {
    let stale = false;
    client.jobsWith(kind, valueId, sampleSize).then(
      (jobs) => !stale && setSample({ of, jobs }),
      () => undefined, // ignore: the samples are optional
    );
    return () => {
      stale = true;
    };
  }, [client, kind, valueId, of]);
  return sample.of === of ? sample.jobs : [];
}
