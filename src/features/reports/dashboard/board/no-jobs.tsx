import { Link } from 'react-router-dom';
import { useSession } from '#src/entities/session/session.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';

/** The next step of a person who may take it. */
export function NoJobs() {
  const { may } = useSession();
  return (
    <p className="muted">
      No open jobs yet.{' '}
      {may('uploads.write') && (
        <>
          <Link to={pathTo('/jobupload')}>Upload jobs</Link> from a file, or{' '}
        </>
      )}
      {may('tasks.read') ? (
        <>
          see what the <Link to={pathTo('/tasks/:c?')}>tasks</Link> collect.
        </>
      ) : (
        'Jobs appear here as they are collected.'
      )}
    </p>
  );
}
