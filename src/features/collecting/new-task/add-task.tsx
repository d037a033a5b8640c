import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { addTask, readConnections } from '#contract/collecting/new-tasks.ts';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import type { CrawlerRow } from '#contract/rows/rows.ts';
import { connectionsProblem } from '#domain/crawlers/connections.ts';
import { useCrawlers } from '#src/entities/collect/use-crawlers.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage, problemsOf } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useTaskTicket } from '#src/entities/ticket/use-task-ticket.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { useWhenClean } from '#src/ui/form/use-when-clean.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { useWizard } from '#src/ui/wizard/use-wizard.ts';
import { WizardPage } from '#src/ui/wizard/wizard-page.tsx';
import type { WizardStep } from '#src/ui/wizard/wizard-steps.ts';
import { ChildHasNoTasks, useIsChild } from '../tasks/child-has-no-tasks.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { JobsStep } from './jobs-step.tsx';
import {
  blankDraft,
  credentialKeys,
  jobKeys,
  jobProblems,
  NewTaskDraft,
  type Typed,
  taskOf,
  withCrawler,
} from './new-task-draft.ts';
import { SignInStep } from './sign-in-step.tsx';
import { SourceStep } from './source-step.tsx';
import { type SignInCheck, useSignInCheck } from './use-sign-in-check.ts';
import './new-task.css';

/** The wizard that adds a data collection task: its source, its sign-in and jobs, and the first jobs before any is staged. */
export function AddTask() {
  const { customer } = useSession();
  const { ready, rows } = useCrawlers();
  const isChild = useIsChild();
  if (isChild) return <ChildHasNoTasks name={customer.name} />;
  if (!ready) return <Waiting label="Loading sources" />;
  const offered = rows.filter(({ settings }) => !settings.hideFromWizard);
  if (offered.length > 0) return <AddTaskWizard crawlers={offered} />;
  return (
    <EmptyState kind="no-data" title="The sources aren’t on this device">
      <p>They arrive with the next sync.</p>
    </EmptyState>
  );
}

/** Adds the task, and opens it once the form is clean: leaving a dirty form asks for confirmation. */
function useAdd() {
  const { customer } = useSession();
  const send = useSend(addTask, [readConnections]);
  const [added, setAdded] = useState<number | null>(null);
  const add = async (task: Omit<SentArgsOf<typeof addTask>, 'cust'>, works: boolean) => {
    const answer = await send({ ...task, cust: customer.id });
    if (!answer.ok) return answer;
    const { id, name, isDisabled } = answer.value;
    const detail = isDisabled
      ? `Task ${name} added. It is disabled.`
      : `Task ${name} added. It runs in a moment, and then on its schedule.`;
    toast.success({ title: works ? messages.taskWorks : messages.saved, detail });
    setAdded(id);
    return answer;
  };
  return { added, add };
}

function AddTaskWizard({ crawlers }: { crawlers: readonly CrawlerRow[] }) {
  const { customer, administrator } = useSession();
  const navigate = useNavigate();
  const { added, add } = useAdd();
  const connections = useReply(readConnections, { cust: customer.id });
  const form = useForm(NewTaskDraft, {
    initial: blankDraft,
    async onSubmit() {
      if (!crawler) return { crawlerId: 'Choose a source' };
      const answer = await add(taskOf(values, crawler, { administrator }), signIn.result === 2);
      return answer.ok ? undefined : problemsOf(answer.error);
    },
  });
  const { values } = form;
  const crawler = crawlers.find(({ id }) => String(id) === values.crawlerId);
  const ticket = useTaskTicket(0);
  const signIn = useSignInCheck(async () => {
    if (!crawler) return;
    const answer = await add({ ...taskOf(values, crawler, { administrator }), isEnabled: false }, false);
    if (answer.ok) form.reset(values);
    else toast.error({ title: messages.dataNotSaved, detail: errorMessage(answer.error) });
  }, ticket.open);
  const wizard = useWizard<keyof Typed, WizardStep<keyof Typed>>(stepsFor(values, crawler, signIn), form);
  useWhenClean(added, form, (id) => void navigate(pathTo('/edittask/:id/:c?', { id }), { replace: true }));
  const offline = useBlocked();
  const full = connections.reply && connectionsProblem(connections.reply);
  const choose = (chosen: CrawlerRow) => {
    signIn.reset();
    form.setAll(withCrawler(values, chosen));
  };
  const id = crawler ? wizard.step.id : 'source';
  return (
    <>
      <WizardPage
        title="Add a task"
        wizard={wizard}
        form={form}
        saveLabel="Add task"
        blocked={offline ?? full ?? undefined}
        onClose={() => void navigate(pathTo('/tasks/:c?'))}
      >
        {id === 'source' && <SourceStep crawlers={crawlers} chosen={crawler} onChoose={choose} />}
        {id === 'sign-in' && crawler && <SignInStep form={form} crawler={crawler} managed={values.managed} busy={wizard.busy} />}
        {id === 'jobs' && crawler && <JobsStep form={form} crawler={crawler} />}
        {id === 'confirm' && crawler && (
          <ConfirmStep draft={values} crawler={crawler} check={signIn.result} startsNow={form.field('startsNow')} />
        )}
      </WizardPage>
      {ticket.dialog}
    </>
  );
}

type Steps = readonly [WizardStep<keyof Typed>, ...WizardStep<keyof Typed>[]];

/** The documented steps: source, configuration in two parts, confirmation. */
const stepsFor = (draft: Typed, crawler: CrawlerRow | undefined, signIn: SignInCheck): Steps => [
  { id: 'source', label: 'Select source', title: 'Select the source of the jobs', checks: ['crawlerId'] },
  {
    id: 'sign-in',
    label: 'Configure',
    title: `Sign-in to ${crawler?.name ?? 'the source'}`,
    checks: credentialKeys,
    leave: async () => (crawler ? await signIn.check(draft, crawler) : { crawlerId: 'Choose a source' }),
    nextLabel: 'Check and go on',
  },
  {
    id: 'jobs',
    label: 'Configure',
    title: 'Additional configuration',
    checks: jobKeys,
    leave: async () => jobProblems(draft),
  },
  { id: 'confirm', label: 'Confirm', title: 'Confirm the new task', checks: ['startsNow'] },
];
