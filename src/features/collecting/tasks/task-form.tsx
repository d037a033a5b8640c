import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { readTask, saveTask } from '#contract/collecting/tasks.ts';
import { messages } from '#contract/kit/messages.ts';
import type { CrawlerRow } from '#contract/rows/rows.ts';
import { getsJobsSent } from '#domain/crawlers/gets-jobs-sent.ts';
import { useCrawlers } from '#src/entities/collect/use-crawlers.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { failedSave } from '#src/entities/reply/failed-save.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useTaskTicket } from '#src/entities/ticket/use-task-ticket.tsx';
import { ask } from '#src/ui/ask/ask.tsx';
import { SelectField, SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { type Problems, useForm } from '#src/ui/form/use-form.ts';
import { useWhenClean } from '#src/ui/form/use-when-clean.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { CredentialFields } from './credential-fields.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { draftOf, sentOf, TaskDraft, type TaskSettings } from './task-draft.ts';
import { useCheckFirst } from './use-check-first.ts';

type Props = { task: TaskSettings; onSaved?: (task: TaskSettings) => void };

/** Settings of a task, with the fields that its crawler asks for. The service validates them again when it saves them. */
export function TaskForm({ task, onSaved }: Props) {
  const { ready, rows } = useCrawlers();
  if (!ready) return <Waiting label="Loading settings" />;
  if (rows.length > 0) return <Form task={task} crawlers={rows} onSaved={onSaved} />;
  return (
    <EmptyState kind="no-data" title="The crawlers aren’t on this device">
      <p>They arrive with the next sync.</p>
    </EmptyState>
  );
}

type FormProps = { task: TaskSettings; crawlers: readonly CrawlerRow[]; onSaved: Props['onSaved'] };

function Form({ task, crawlers, onSaved }: FormProps) {
  const { customer, administrator } = useSession();
  const send = useSend(saveTask, [readTask]);
  const navigate = useNavigate();
  const isNew = task.id === 0;
  const [added, setAdded] = useState<number | null>(null);
  const crawlerOf = (id: string) => crawlers.find((crawler) => String(crawler.id) === id);
  const save = (draft: TaskDraft, crawler: CrawlerRow, id: number) =>
    send({ ...sentOf(draft, crawler, administrator), cust: customer.id, id });
  const ticket = useTaskTicket(task.id);
  const checkFirst = useCheckFirst(task, ticket.open);
  const form = useForm(TaskDraft, {
    initial: draftOf(task),
    async onSubmit(draft): Promise<Problems | undefined> {
      const crawler = crawlerOf(draft.crawlerId);
      if (!crawler) return { crawlerId: 'Choose a crawler' };
      const check = await checkFirst(draft, crawler);
      if (check.kind === 'problems') return check.problems;
      const answer = await save(draft, crawler, task.id);
      if (!answer.ok) return failedSave(isNew ? messages.formNotSaved : messages.notUpdated, problemsOf(answer.error));
      const { id, name } = answer.value;
      const mayEnable = isNew ? answer.value.isReady : check.kind === 'works' && !draft.enabled;
      if (mayEnable && (await wantsEnabled(name))) {
        const enabled = await save({ ...draft, enabled: true }, crawler, id);
        if (!enabled.ok) toast.warning({ title: `${name} was added but not enabled`, detail: 'Open the task to enable it.' });
      }
      const title = check.kind === 'works' ? messages.taskWorks : messages.saved;
      toast.success({ title, detail: isNew ? `Task ${name} added.` : `Task ${name}.` });
      if (isNew) setAdded(id);
      else onSaved?.(answer.value);
      return undefined;
    },
  });
  useWhenClean(added, form, (id) => void navigate(pathTo('/edittask/:id/:c?', { id }), { replace: true }));
  const words = isNew ? { title: 'New task', saveLabel: 'Add task' } : { title: `${task.name} settings`, saveLabel: 'Save task' };
  return (
    <>
      <FormPage bare {...words} form={form} blocked={useBlocked()}>
        <Fields form={form} task={task} crawlers={crawlers} crawler={crawlerOf(form.values.crawlerId)} />
      </FormPage>
      {ticket.dialog}
    </>
  );
}

type FieldsProps = Pick<FormProps, 'task' | 'crawlers'> & {
  form: ReturnType<typeof useForm<typeof TaskDraft>>;
  crawler: CrawlerRow | undefined;
};

function Fields({ form, task, crawlers, crawler }: FieldsProps) {
  const { administrator } = useSession();
  const names = useFieldNames();
  const isNew = task.id === 0;
  const offered = crawlers.filter(({ id, settings }) => administrator || !settings.hideFromWizard || id === task.crawlerId);
  return (
    <>
      <SelectField
        label="Collect with"
        required
        hint={crawler?.about}
        choices={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.field('crawlerId')}
      />
      <TextField label="Task" required {...form.field('name')} />
      <TextField
        label={names.of('source')}
        required
        hint="The vendor management system (VMS) the jobs come from. Jobs are staged under this name."
        {...form.field('site')}
      />
      <TextField label="Alias" hint="Another name to find the task by." {...form.field('alias')} />
      {crawler && <CredentialFields form={form} task={task} crawler={crawler} />}
      {!(crawler && getsJobsSent(crawler)) && <ScheduleFields form={form} />}
      {!isNew && (
        <SwitchField
          label="Enabled"
          hint="When off, the task keeps its settings and jobs but collects nothing on its own."
          {...form.field('enabled')}
        />
      )}
    </>
  );
}

async function wantsEnabled(name: string): Promise<boolean> {
  const choice = await ask({
    title: `Enable ${name} now?`,
    body: 'The task is disabled. Once enabled, it runs right away and then on its schedule.',
    choices: { enable: { words: 'Enable task', tone: 'primary' }, later: { words: 'Leave it disabled' } },
    safe: 'later',
  });
  return choice === 'enable';
}
