import { Link } from 'react-router-dom';
import { whyNoSubmissions } from '#domain/staging/takes-submissions.ts';
import { useRow } from '#src/sync/hooks/use-row.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';

/** The job of Staging that a caregiver is put forward for, and why it takes none. */
export function JobOfSubmission({ id }: { id: number }) {
  const { row } = useRow('job', id);
  const what = [row?.title, row?.facility].filter(Boolean).join(', ');
  const whyNot = row ? whyNoSubmissions(row) : null;
  return (
    <>
      <p>
        {'For job '}
        <Link to={pathTo('/staging/:pg?/:all?', {}, { open: `job:${id}` })}>{row?.providerJobId ?? id}</Link>
        {what !== '' && ` · ${what}`}
      </p>
      {whyNot !== null && (
        <p role="alert" data-tone="bad">
          {whyNot}
        </p>
      )}
    </>
  );
}
