import { lazy, Suspense } from 'react';
import type { JobRow, PostReceipt } from '#contract/rows/jobs.ts';
import type { MapValueRow, TargetRow } from '#contract/rows/rows.ts';
import { mayPost } from '#domain/posting/may-post.ts';
import { belowFloor } from '#domain/posting/rate-floor.ts';
import type { OtherOrder } from '#domain/same-order/other-orders.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { PostChoice } from '#src/entities/posting/post-choice.tsx';
import { isNotUpdated, postState } from '#src/entities/posting/post-states.ts';
import { useFlexMapping } from '#src/entities/posting/use-flex-mapping.ts';
import { useRateFloor } from '#src/entities/posting/use-rate-floor.ts';
import { useSession } from '#src/entities/session/session.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { postsMark } from '../posting/posts-mark.ts';
import type { JobReceiptProps } from '../receipt/job-receipt.tsx';
import { type JobWays, WayOut } from './way-out.tsx';

const JobDrift = lazy(() => import('../posting/job-drift.tsx').then((m) => ({ default: m.JobDrift })));
/** Loaded when the tab is opened: most openings of the panel do not look at it. */
const JobReceipt = lazy(() => import('../receipt/job-receipt.tsx').then((m) => ({ default: m.JobReceipt })));

type JobPostingProps = JobWays & {
  readonly nameOf: JobReceiptProps['nameOf'];
  readonly job: JobRow;
  readonly values: ReadonlyMap<number, MapValueRow>;
  readonly target: TargetRow | null;
  readonly others: readonly OtherOrder[];
  readonly onCompare: () => void;
};

/** The job's posts to the target, and every reason why it cannot be posted. */
export function JobPosting({ job, values, nameOf, target, others, onAction, onMap, onCompare }: JobPostingProps) {
  const { floor } = useRateFloor();
  const flex = useFlexMapping(target?.id);
  if (!target) return <p className="muted job-none">No targets to post to yet.</p>;
  const verdict = mayPost(job, target, values, { recreate: false, floor, flex, others });
  return (
    <div className="job-posting">
      {job.posts.map((post) => (
        <PostCard key={post.targetId} job={job} post={post} target={target} />
      ))}
      {job.posts.some(({ externalId }) => externalId !== null) && (
        <Suspense fallback={null}>
          <JobDrift key={job.id} jobId={job.id} since={postsMark(job)} onRecreate={() => onAction('recreate', [job.id])} />
        </Suspense>
      )}
      {target.posting === 'dryRun' && <InDryRun target={target} />}
      {job.posts.some(({ targetId }) => targetId === target.id) && (
        <Suspense fallback={<Waiting rows={6} label="Loading the receipt" />}>
          <JobReceipt job={job} target={target} others={others} values={values} nameOf={nameOf} />
        </Suspense>
      )}
      <h3>
        {verdict.ok
          ? 'Ready to post'
          : job.posts.some((post) => post.state === 'done')
            ? 'Why it can’t be posted again'
            : 'Why it can’t be posted'}
      </h3>
      {verdict.ok ? (
        <p className="muted">
          {job.posts.some(isNotUpdated)
            ? `Posting again resends the update to ${target.name}. It never creates a second job.`
            : target.posting === 'dryRun'
              ? `Posting checks what ${target.name} would get.`
              : `This job can be posted to ${target.name}.`}{' '}
          {belowFloor(job, floor)?.words.join(' ')}
        </p>
      ) : (
        <ul className="job-reasons">
          {verdict.reasons.map((reason) => (
            <li key={reason.words}>
              <span>{reason.words}</span>
              <WayOut reason={reason} {...{ job, target, values, onAction, onMap, onCompare }} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The state of the job's post to one target. */
function PostCard({ job, post, target }: { job: JobRow; post: PostReceipt; target: TargetRow }) {
  const names = useFieldNames();
  const [words, tone] = postState(post);
  return (
    <section className="card job-receipt">
      <header>
        <h3>{post.targetId === target.id ? target.name : `Target ${post.targetId}`}</h3>
        <StateBadge tone={tone}>{words}</StateBadge>
        <span className="muted">
          <Ago at={post.at} />
        </span>
      </header>
      <dl className="job-facts">
        {post.externalId && <Fact label={names.of('externalJobId')} words={post.externalId} />}
        <Fact label="Reference" words={post.reference} />
        <Fact label="Tries" words={String(post.tries)} />
      </dl>
      {post.note && <p className="muted">{post.note}</p>}
      {post.words && <p className={undecided(post) ? 'post-words' : 'muted'}>{post.words}</p>}
      {post.targetId === target.id && undecided(post) && <Undecided job={job} target={target} state={post.state} />}
    </section>
  );
}

/** What a recruiter must know before posting to a target that sends nothing. */
const InDryRun = ({ target }: { target: TargetRow }) => (
  <p className="muted">
    <StateBadge tone="info">Dry run</StateBadge> {target.name} is in a dry run: jobs are built and checked, and nothing is sent.
  </p>
);

const undecided = ({ state }: PostReceipt) => state === 'human' || state === 'failed';

/** The choices for a post that only a person can resolve. */
function Undecided({ job, target, state }: { job: JobRow; target: TargetRow; state: PostReceipt['state'] }) {
  const { may } = useSession();
  return (
    <>
      {state === 'human' && (
        <p className="muted">
          The call to {target.name} broke off and the job was not found there. Look for the reference in {target.name}, then
          choose.
        </p>
      )}
      {may('jobs.post') && <PostChoice job={job} target={target} />}
    </>
  );
}

const Fact = ({ label, words }: { label: string; words: string }) => (
  <div>
    <dt>{label}</dt>
    <dd className="mono">{words}</dd>
  </div>
);
