import {
  IconAlertTriangle,
  IconArrowRight,
  IconCalendarDue,
  IconInbox,
  IconMapPin,
  IconPlugConnected,
  IconUserShare,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { TaskRow } from '#contract/rows/rows.ts';
import { jobsPath } from '#src/entities/job/jobs-path.ts';
import { useSession } from '#src/entities/session/session.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import type { Work } from './use-todo.ts';
import { soonDays, soonNotPosted, soonReady } from './work-figures.ts';

const kindLabels: Record<string, string> = { facility: 'facility', degree: 'degree', specialty: 'specialty', shift: 'shift' };

/** Open work as cards. Each number links to exactly its rows. */
export function TodoRow({
  work,
  tasksNeedingAttention,
  needsYou,
  submissionErrors,
}: {
  work: Work;
  tasksNeedingAttention: readonly TaskRow[];
  needsYou: number;
  submissionErrors: number;
}) {
  const { may } = useSession();
  const { counts } = work;
  return (
    <ul className="work-row">
      {may('staging.read') && <Unmapped counts={counts} />}
      {may('staging.read') && (
        <WorkCard
          icon={<IconAlertTriangle size={20} aria-hidden />}
          count={counts.get('failed') ?? 0}
          words={['post failed', 'posts failed']}
          to={jobsPath('is:refused')}
          next={{ to: jobsPath('is:refused'), words: 'Review' }}
        >
          Failed posts are not resent until you review them
        </WorkCard>
      )}
      {may('staging.read') && <StartsSoon counts={counts} />}
      {may('tasks.read') && <TasksNeedingAttention tasksNeedingAttention={tasksNeedingAttention} />}
      <WorkCard
        icon={<IconUserShare size={20} aria-hidden />}
        count={submissionErrors}
        words={['submission with an error', 'submissions with errors']}
        to={pathTo('/submissions', {}, { errors: 1 })}
        next={{ to: pathTo('/submissions', {}, { errors: 1 }), words: 'Review' }}
      >
        Refused, or waiting for a decision
      </WorkCard>
      {needsYou > 0 && (
        <WorkCard
          icon={<IconInbox size={20} aria-hidden />}
          count={needsYou}
          words={['change needs your decision', 'changes need your decision']}
          to={pathTo('/outbox', {}, { tab: 'needs-you' })}
          next={{ to: pathTo('/outbox', {}, { tab: 'needs-you' }), words: 'Decide' }}
        >
          Saved on this device, not sent
        </WorkCard>
      )}
    </ul>
  );
}

function Unmapped({ counts }: { counts: Work['counts'] }) {
  const parts = Object.entries(kindLabels).filter(([kind]) => (counts.get(kind) ?? 0) > 0);
  return (
    <WorkCard
      icon={<IconMapPin size={20} aria-hidden />}
      count={counts.get('unmapped') ?? 0}
      words={['unmapped job', 'unmapped jobs']}
      to={jobsPath('is:open is:unmapped')}
      next={{ to: inboxOf(parts[0]?.[0]), words: 'Open mapping inbox' }}
    >
      {parts.map(([kind, words], index) => (
        <span key={kind}>
          {index > 0 && ' · '}
          <Link to={jobsPath(`is:open is:no${kind}`)}>
            {(counts.get(kind) ?? 0).toLocaleString('en-US')} {words}
          </Link>
        </span>
      ))}
    </WorkCard>
  );
}

/** Jobs at risk: they start soon and are not posted. */
function StartsSoon({ counts }: { counts: Work['counts'] }) {
  const ready = counts.get('soonReady') ?? 0;
  return (
    <WorkCard
      icon={<IconCalendarDue size={20} aria-hidden />}
      count={counts.get('soon') ?? 0}
      words={['job starts soon, not posted', 'jobs start soon, not posted']}
      to={jobsPath(soonNotPosted)}
      next={ready > 0 ? { to: jobsPath(soonReady), words: 'Post' } : { to: jobsPath(soonNotPosted), words: 'Review' }}
    >
      Within {soonDays} days
      {ready > 0 && (
        <>
          {' · '}
          <Link to={jobsPath(soonReady)}>{ready.toLocaleString('en-US')} ready to post</Link>
        </>
      )}
    </WorkCard>
  );
}

function TasksNeedingAttention({ tasksNeedingAttention }: { tasksNeedingAttention: readonly TaskRow[] }) {
  return (
    <WorkCard
      icon={<IconPlugConnected size={20} aria-hidden />}
      count={tasksNeedingAttention.length}
      words={['task needs attention', 'tasks need attention']}
      to={pathTo('/tasks/:c?')}
      next={{ to: pathTo('/tasks/:c?'), words: 'Fix' }}
    >
      {tasksNeedingAttention
        .slice(0, 3)
        .map((task) => task.name)
        .join(', ')}
      {tasksNeedingAttention.length > 3 && ` and ${tasksNeedingAttention.length - 3} more`}
    </WorkCard>
  );
}

/** The inbox of the first kind with unmapped texts. Degrees and specialties share one. */
const inboxOf = (kind: string | undefined) =>
  kind === 'shift' ? '/mapshift' : kind === 'degree' || kind === 'specialty' ? '/mapdegree' : '/mapfacility';

type CardProps = {
  icon: ReactNode;
  count: number;
  /** Singular and plural. */
  words: readonly [string, string];
  to: string;
  next: { to: string; words: string };
  children: ReactNode;
};

/** Nothing while there is no work: a card about nothing says nothing. */
function WorkCard({ icon, count, words, to, next, children }: CardProps) {
  if (count === 0) return null;
  return (
    <li className="card work-card">
      <Link to={to} className="work-number">
        {icon}
        <strong>{count.toLocaleString('en-US')}</strong> <span>{count === 1 ? words[0] : words[1]}</span>
      </Link>
      <p className="work-parts">{children}</p>
      <Link to={next.to} className="work-next">
        {next.words} <IconArrowRight size={16} aria-hidden />
      </Link>
    </li>
  );
}
