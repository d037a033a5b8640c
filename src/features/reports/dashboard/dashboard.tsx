import { Navigate, useNavigate } from 'react-router-dom';
import { useTasks } from '#src/entities/collect/use-tasks.ts';
import { jobsPath } from '#src/entities/job/jobs-path.ts';
import { SinceYouLeft } from '#src/entities/job/since-you-left.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useSubmissionErrors } from '#src/entities/submission/use-submission-errors.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import { counted } from '#src/ui/format/format.ts';
import { Ago, useNow } from '#src/ui/format/use-format.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { Board, type BoardEntry } from './board/board.tsx';
import { AlertsCard, StatusCard, TasksCard, WorkTypeCard } from './dashboard-cards.tsx';
import { DashboardMenu } from './dashboard-menu.tsx';
import { DaysCard } from './days/days-card.tsx';
import { FirstStepsCard } from './first-steps-card.tsx';
import { InstallCard } from './install-card.tsx';
import { MapCard } from './map/map-card.tsx';
import { TargetAlertsCard } from './target-alerts-card.tsx';
import { TodoRow } from './todo-row.tsx';
import { useTodo } from './use-todo.ts';
import './dashboard.css';

/** Open work first, with each number linking to exactly its rows; figures and their age second. */
export function Dashboard() {
  const { role, customer, administrator } = useSession();
  // An administrator of the provider starts with all customers: the provider's own company has no jobs.
  if (administrator && customer.id === role.customerId) return <Navigate to={pathTo('/board')} replace />;
  return <CustomerDashboard />;
}

function CustomerDashboard() {
  const { role } = useSession();
  const { needsYou } = useSyncState();
  const work = useTodo();
  const tasks = useTasks();
  const tasksNeedingAttention = tasks.rows.filter((task) => task.alarm !== null && !task.ignored);
  const { counts } = work;
  const submissionErrors = useSubmissionErrors();
  const onJobs = [counts.get('unmapped'), counts.get('failed'), counts.get('soon')];
  const waiting = [...onJobs, tasksNeedingAttention.length, submissionErrors, needsYou];
  const kinds = waiting.filter((count = 0) => count > 0).length;
  const greeting = useGreeting();
  const navigate = useNavigate();
  return (
    <section className="page dashboard" aria-labelledby="page-title">
      <header className="dashboard-head">
        <h1 id="page-title" tabIndex={-1}>
          {greeting}, {role.name.split(' ')[0]}.
        </h1>
        <p className="muted">
          {!work.ready || !work.complete
            ? ''
            : kinds === 0
              ? 'Nothing needs your attention right now.'
              : `${counted(kinds, 'item')} ${kinds === 1 ? 'needs' : 'need'} your attention.`}
        </p>
        <DataAge />
        <DashboardMenu />
      </header>
      <DemoNote />
      <SinceYouLeft show={(query) => void navigate(jobsPath(query))} />
      <Body
        work={work}
        tasksNeedingAttention={tasksNeedingAttention}
        tasksReady={tasks.ready}
        tasks={tasks.rows}
        needsYou={needsYou}
        submissionErrors={submissionErrors}
      />
      <InstallCard />
    </section>
  );
}

type BodyProps = {
  work: ReturnType<typeof useTodo>;
  tasks: Parameters<typeof TasksCard>[0]['tasks'];
  tasksNeedingAttention: Parameters<typeof TasksCard>[0]['tasks'];
  tasksReady: boolean;
  needsYou: number;
  submissionErrors: number;
};

function Body({ work, tasks, tasksNeedingAttention, tasksReady, needsYou, submissionErrors }: BodyProps) {
  const { phase } = useSyncState();
  if (phase === 'offline' && !work.complete) {
    return (
      <EmptyState kind="no-data" title="No data for this customer on this device yet">
        <p>Numbers appear as soon as you’re back online.</p>
      </EmptyState>
    );
  }
  // Counts of half the rows would wrongly say that nothing needs attention.
  if (!work.ready || !work.complete || !tasksReady) return <Waiting rows={8} label="Counting" />;
  return (
    <>
      <FirstStepsCard work={work} />
      <TodoRow
        work={work}
        tasksNeedingAttention={tasksNeedingAttention}
        needsYou={needsYou}
        submissionErrors={submissionErrors}
      />
      <Board cards={cardsOf(work, tasks, tasksNeedingAttention)} />
    </>
  );
}

type Tasks = BodyProps['tasks'];

/** The cards below the work row, in their usual order. */
const cardsOf = (work: BodyProps['work'], tasks: Tasks, needAttention: Tasks): readonly BoardEntry[] => [
  {
    id: 'states',
    title: 'Open jobs by state',
    wide: true,
    content: <MapCard places={work.places} total={work.counts.get('open') ?? 0} />,
  },
  { id: 'days', title: 'Last 30 days', wide: true, content: <DaysCard /> },
  { id: 'types', title: 'Work type', wide: false, content: <WorkTypeCard counts={work.counts} /> },
  { id: 'statuses', title: 'Jobs by status', wide: false, content: <StatusCard statuses={work.statuses} /> },
  { id: 'targets', title: 'Alerts by target', wide: false, content: <TargetAlertsCard /> },
  { id: 'tasks', title: 'Tasks', wide: false, content: <TasksCard tasks={tasks} /> },
  { id: 'alerts', title: 'Task alerts', wide: false, content: <AlertsCard tasks={needAttention} /> },
];

function DemoNote() {
  const { customer, customers } = useSession();
  if (!customers.some(({ id, demo }) => demo && id === customer.id)) return null;
  return (
    <p className="dashboard-demo">
      <b>Demo agency.</b> Its jobs, its people and its ATS are made up, and nothing you post leaves this computer. Try everything.
    </p>
  );
}

function DataAge() {
  const { lastSyncedAt, phase } = useSyncState();
  if (!lastSyncedAt) return null;
  return (
    <p className="dashboard-age muted">
      {phase === 'offline' ? 'Offline. Numbers are from ' : 'As of '}
      <Ago at={lastSyncedAt} />
    </p>
  );
}

/** Uses the clock of the user's device. */
function useGreeting(): string {
  const hour = new Date(useNow()).getHours();
  if (hour < 5 || hour >= 18) return 'Good evening';
  return hour < 12 ? 'Good morning' : 'Good afternoon';
}
