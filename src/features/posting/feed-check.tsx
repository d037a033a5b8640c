import { Link } from 'react-router-dom';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { checkFeed, type FeedReader } from '#contract/posting/feeds.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { CutNote } from '#src/ui/list/cut-note.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';

/** What a feed lists now: its first job as written, the jobs that boards drop without a word, and who read it. */
export function FeedCheck({ row }: { row: TargetRow }) {
  const cust = useSession().customer.id;
  const { reply, problem } = useReply(checkFeed, { cust, target: row.id });
  return (
    <section className="card target-card" aria-labelledby="feed-check">
      <h2 id="feed-check">What job boards read</h2>
      {!reply && problem && <p className="muted">{problem}</p>}
      {!reply && !problem && <Waiting rows={4} label="Reading the feed" />}
      {reply && <Checked feed={reply} />}
    </section>
  );
}

function Checked({ feed }: { feed: ReplyOf<typeof checkFeed> }) {
  return (
    <>
      <p>{feed.jobs === 0 ? 'The feed lists no jobs now.' : `The feed lists ${counted(feed.jobs, 'job')} now.`}</p>
      <Dropped dropped={feed.dropped} />
      {feed.preview !== '' && (
        <>
          <h3 id="feed-preview">First job</h3>
          {/* Focusable, because it scrolls. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- people without a pointer must be able to scroll it */}
          <pre className="feed-preview mono" tabIndex={0} aria-labelledby="feed-preview">
            {feed.preview}
          </pre>
        </>
      )}
      <h3>Readers in the last 30 days</h3>
      {feed.readers.rows.length === 0 && <p className="muted">No one has read the feed. Give its URL to a job board.</p>}
      <ul className="feed-lines">
        {feed.readers.rows.map((reader) => (
          <Reader key={`${reader.address} ${reader.agent}`} reader={reader} />
        ))}
      </ul>
    </>
  );
}

function Dropped({ dropped }: { dropped: ReplyOf<typeof checkFeed>['dropped'] }) {
  if (dropped.total === 0) return <p data-tone="good">Every job has what Indeed requires.</p>;
  return (
    <>
      <h3>{counted(dropped.total, 'job')} that Indeed drops without notice</h3>
      <ul className="feed-lines">
        {dropped.rows.map(({ jobId, title, words }) => (
          <li key={jobId}>
            <Link to={pathTo('/staging/:pg?/:all?', {}, { open: `job:${jobId}` })}>{title || `Job ${jobId}`}</Link>
            <span className="muted">{words.join(' ')}</span>
          </li>
        ))}
      </ul>
      <CutNote of={dropped} noun="job" />
    </>
  );
}

function Reader({ reader: { agent, address, readAt, times, jobs } }: { reader: FeedReader }) {
  return (
    <li>
      <span>{agent}</span>
      <span className="muted">
        {address}, <Ago at={readAt} />, {counted(times, 'time')}, {counted(jobs, 'job')}
      </span>
    </li>
  );
}
