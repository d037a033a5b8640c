import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { ChangeOrigin, JobChange } from '#contract/staging/job-history.ts';
import { useSession } from '#src/entities/session/session.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { JobOrigin } from './job-origin.tsx';

type Props = { readonly line: JobChange; readonly job: JobRow; readonly onPosting: () => void };

/** Who or what made a change, with links to it: the rule's version, the run, the record of the file, the email, the post. */
export function MadeBy({ line: { id, who, origin }, job, onPosting }: Props) {
  const [shown, setShown] = useState(false);
  const { customer, may } = useSession();
  const { run, file, mail, target } = origin ?? {};
  return (
    <>
      {origin?.assignment !== undefined && <Link to={pathTo('/assignments')}>{who}</Link>}
      {origin?.assignment === undefined && (may('rules.read') ? <Writer who={who} origin={origin} /> : who)}
      {run !== undefined && may('rules.read') && <> · {<Link to={pathTo('/report_rules')}>run {run}</Link>}</>}
      {mail && may('tasks.read') && (
        <> · {<Link to={pathTo('/history', {}, { open: `mail:${customer.id}-${mail.id}` })}>its email</Link>}</>
      )}
      {target !== undefined && <> · {<Plain onClick={onPosting}>its post</Plain>}</>}
      {file && (
        <>
          {' · '}
          <Plain expanded={shown} onClick={() => setShown(!shown)}>
            record {file.record.toLocaleString('en-US')} of the file
          </Plain>
          {shown && <JobOrigin job={job} line={id} />}
        </>
      )}
    </>
  );
}

function Writer({ who, origin }: { readonly who: string; readonly origin: ChangeOrigin | null }) {
  const { rule, substitution } = origin ?? {};
  if (rule) return <Link to={pathTo('/custrules/:id?', { id: rule.id }, { version: rule.version })}>{who}</Link>;
  return substitution === undefined ? who : <Link to={pathTo('/degreemap')}>{who}</Link>;
}

type PlainProps = { readonly onClick: () => void; readonly expanded?: boolean; readonly children: ReactNode };

const Plain = ({ onClick, expanded, children }: PlainProps) => (
  <button type="button" className="link-button" onClick={onClick} {...(expanded !== undefined && { 'aria-expanded': expanded })}>
    {children}
  </button>
);
