import { ActionIcon, Button } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { WhoCanGive } from '#src/entities/access/who-can.tsx';
import { firstStepsShown } from '#src/entities/session/first-steps-shown.ts';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { useSetting } from '#src/ui/local-setting.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { firstSteps, type Step, type StepId, textsToMap } from './first-steps.ts';
import type { Work } from './use-todo.ts';
import './first-steps.css';

/** What a new customer does first. Each step watches the data, so no one ticks anything off. */
export function FirstStepsCard({ work }: { work: Work }) {
  const { customer, role } = useSession();
  const [shown, setShown] = useSetting(firstStepsShown);
  const { counts, decided } = work;
  const of = (key: string) => counts.get(key) ?? 0;
  const steps = firstSteps({ jobs: of('all'), decided, unmapped: of('unmapped'), posted: of('posted') });
  const open = steps.filter(({ isDone }) => !isDone);
  const [state, isOwn] = [shown[customer.id], customer.id === role.customerId];
  const isNew = isOwn && open.length > 0 && state === undefined;
  useEffect(() => {
    if (isNew) setShown({ ...shown, [customer.id]: 'started' });
  }, [isNew, shown, setShown, customer.id]);
  // People who have done it all before have nothing to learn here.
  if (!isOwn || state === 'hidden' || (open.length === 0 && state === undefined)) return null;
  return (
    <section className="card first-steps" aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{open.length === 0 ? 'You’re set up' : 'First steps'}</h2>
        <p className="muted">{open.length === 0 ? allDone : `${steps.length - open.length} of ${steps.length} done`}</p>
        <ActionIcon onClick={() => setShown({ ...shown, [customer.id]: 'hidden' })} aria-label="Hide first steps">
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </header>
      <ol>
        {steps.map((step) => (
          <StepLine key={step.id} step={step} isNext={step === open[0]} work={work} />
        ))}
      </ol>
    </section>
  );
}

const allDone = 'Jobs come in, their texts are mapped, and the first one is in your ATS.';

const titles: Record<StepId, string> = { bring: 'Bring in jobs', map: `Map the first ${textsToMap} texts`, post: 'Post one job' };

function StepLine({ step: { id, isDone }, isNext, work }: { step: Step; isNext: boolean; work: Work }) {
  const Icon = isDone ? IconCircleCheckFilled : IconCircle;
  const Body = bodies[id];
  return (
    <li data-done={isDone || undefined} aria-current={isNext ? 'step' : undefined}>
      <Icon size={20} aria-hidden />
      <div>
        <h3>
          {titles[id]}
          <span className="visually-hidden">{isDone ? ', done' : ', not done yet'}</span>
        </h3>
        {isDone ? <p className="muted">{wordsOf(id, work)}</p> : <Body work={work} isNext={isNext} />}
      </div>
    </li>
  );
}

/** What the data says about a step that is done. */
function wordsOf(id: StepId, { counts, decided, target }: Work): string {
  if (id === 'bring') return `${counted(counts.get('all') ?? 0, 'job')} came in so far.`;
  if (id === 'post') return `${counted(counts.get('posted') ?? 0, 'job')} posted to ${target?.name ?? 'the ATS'}.`;
  return decided >= textsToMap ? `${counted(decided, 'text')} mapped by hand.` : 'Every text was matched without you.';
}

type BodyProps = { work: Work; isNext: boolean };

function Bring({ isNext }: BodyProps) {
  const { may } = useSession();
  const [uploads, collects] = [may('uploads.write'), may('tasks.write')];
  return (
    <>
      <p className="muted">Upload a file of job orders, or add a task that collects them from a VMS.</p>
      {!uploads && !collects && <WhoCanGive right="uploads.write" />}
      <Actions>
        {uploads && <Go to={pathTo('/jobupload')} words="Upload jobs" isNext={isNext} />}
        {collects && <Go to={pathTo('/addtask')} words="Add task" isNext={false} />}
      </Actions>
    </>
  );
}

function MapTexts({ work: { decided, target }, isNext }: BodyProps) {
  const { may } = useSession();
  if (!target) return <NoTarget />;
  return (
    <>
      <p className="muted">
        Say once what a vendor’s facility or degree is called in {target.name}. Jobdock remembers it for every job.
      </p>
      <p className="first-steps-progress">
        <progress max={textsToMap} value={decided} aria-label="Mapped texts" /> {decided} of {textsToMap}
      </p>
      {may('map.facility') ? (
        <Actions>
          <Go to={pathTo('/mapfacility/:pg?/:target?/:source?/:fname?')} words="Map facilities" isNext={isNext} />
        </Actions>
      ) : (
        <WhoCanGive right="map.facility" />
      )}
    </>
  );
}

function Post({ work: { target }, isNext }: BodyProps) {
  const { may } = useSession();
  if (!target) return <NoTarget />;
  return (
    <>
      <p className="muted">
        Jobs that lack nothing wait in <b>To post</b>. Jobdock checks each one and posts it to {target.name} once.
      </p>
      {may('jobs.post') ? (
        <Actions>
          <Go to={pathTo('/staging/:pg?/:all?', {}, { view: 'topost' })} words="Choose a job" isNext={isNext} />
        </Actions>
      ) : (
        <WhoCanGive right="jobs.post" />
      )}
    </>
  );
}

const bodies: Record<StepId, (props: BodyProps) => ReactNode> = { bring: Bring, map: MapTexts, post: Post };

/** The first connection to an ATS is made together with the support. */
function NoTarget() {
  const { may } = useSession();
  return (
    <p className="muted">
      Needs a connection to your ATS. Jobdock support connects the first one with you
      {may('targets.write') && (
        <>
          {' '}
          in <Link to={pathTo('/targetconfig')}>Targets</Link>
        </>
      )}
      .
    </p>
  );
}

const Actions = ({ children }: { children: ReactNode }) => <p className="first-steps-actions">{children}</p>;

const Go = ({ to, words, isNext }: { to: string; words: string; isNext: boolean }) => (
  <Button component={Link} to={to} variant={isNext ? 'filled' : 'default'}>
    {words}
  </Button>
);
