import { Link, Navigate, useParams } from 'react-router-dom';
import { RowId } from '#contract/kit/ids.ts';
import { readSubmissionTarget, type SubmissionTarget } from '#contract/submissions/targets.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { typeLabels } from '#src/entities/submission/submission-labels.ts';
import { unread } from '#src/entities/submission/unread.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { AsOf, TryAgain } from '#src/ui/page/answered.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { DeleteSubmissionTarget } from './delete-target.tsx';
import { SubmissionTargetTabs } from './target-tabs.tsx';
import './submission-targets.css';

/** `/submissionTarget/:id/:short?`: one submission target. Without a usable id the short list opens (documented). */
export function SubmissionTargetPage() {
  const id = RowId.safeParse(Number(useParams()['id']));
  return id.success ? <Stored key={id.data} id={id.data} /> : <Navigate replace to={pathTo('/submissiontargetsshort')} />;
}

function Stored({ id }: { id: number }) {
  const me = useSession().customer.id;
  const answer = useReply(readSubmissionTarget, { id, me });
  const { reply, failure, problem, refresh } = answer;
  if (reply) return <Target target={reply} answer={{ ...answer, problem: unread('target', problem) }} />;
  if (!failure) return <Waiting />;
  const isGone = failure.kind === 'not_found';
  const title = isGone ? 'This submission target does not exist' : 'This submission target is not on this device';
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title={title} />
      <EmptyState kind={isGone ? 'no-match' : 'no-data'} title={title}>
        <p>{isGone ? 'It may have been removed, or it belongs to another customer.' : unread('target', problem)}</p>
        {!isGone && <TryAgain refresh={refresh} />}
        <Link to={pathTo('/submissiontargets')}>All submission targets</Link>
      </EmptyState>
    </section>
  );
}

type Props = {
  target: SubmissionTarget;
  answer: { readonly at: string | null; readonly problem: string | null; readonly refresh: () => void };
};

function Target({ target, answer }: Props) {
  const { administrator } = useSession();
  const isFromShortList = useParams()['short'] !== undefined;
  const { name, systemName, type, isActive } = target;
  return (
    <section className="page page-form submission-target" aria-labelledby="page-title">
      <PageHeader
        title={name}
        note={
          <>
            <StateBadge tone={isActive ? 'good' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</StateBadge> {systemName},{' '}
            {typeLabels[type]}
          </>
        }
        actions={
          <>
            <Link to={pathTo(isFromShortList ? '/submissiontargetsshort' : '/submissiontargets')}>
              {isFromShortList ? 'Active targets' : 'All submission targets'}
            </Link>
            {administrator && <DeleteSubmissionTarget target={target} />}
          </>
        }
      />
      <AsOf {...answer} />
      <SubmissionTargetTabs target={target} />
    </section>
  );
}
