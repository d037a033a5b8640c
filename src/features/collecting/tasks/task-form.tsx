import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod';
import { type readTask, saveTask } from '#contract/collecting/tasks.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { SwitchField, TagsField, TextField } from '#src/ui/form/fields.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import { type Problems, useForm } from '#src/ui/form/use-form.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

type Settings = Pick<ReplyOf<typeof readTask>, 'id' | 'name' | 'site' | 'url' | 'everyMinutes' | 'runAt' | 'isDisabled'>;

export const newTask: Settings = { id: 0, name: '', site: '', url: '', everyMinutes: 60, runAt: [], isDisabled: true };

const Draft = saveTask.args
  .pick({ name: true, site: true, url: true, everyMinutes: true })
  .extend({ runAt: saveTask.args.shape.runAt.unwrap(), enabled: z.boolean() });
type Draft = z.output<typeof Draft>;

/** Settings of a feed task. The service validates them again when it saves them. */
export function TaskForm({ task }: { task: Settings }) {
  const { customer } = useSession();
  const call = useCall();
  const navigate = useNavigate();
  const blocked = useBlocked();
  const isNew = task.id === 0;
  const [added, setAdded] = useState<number | null>(null);
  const save = (draft: Draft, ID: number) => {
    const { enabled, ...rest } = draft;
    return call(saveTask, { ...rest, cust: customer.id, id: ID, isDisabled: !enabled });
  };
  const form = useForm(Draft, {
    initial: {
      name: task.name,
      site: task.site,
      url: task.url,
      everyMinutes: task.everyMinutes,
      runAt: task.runAt,
      enabled: !task.isDisabled,
    },
    async onSubmit(draft): Promise<Problems | undefined> {
      const answer = await save(draft, task.id);
      if (!answer.ok) return problemsOf(answer.error);
      const { id, name } = answer.value;
      if (isNew && draft.url !== '' && (await wantsEnabled(name))) {
        const enabled = await save({ ...draft, enabled: true }, id);
        if (!enabled.ok) toast.warning({ title: `${name} was added but not enabled`, detail: 'Open the task to enable it.' });
      }
      toast.success({ title: messages.saved, detail: isNew ? `Task ${name} added.` : `Task ${name}.` });
      if (isNew) setAdded(id);
      return undefined;
    },
  });
  // Wait until the form is clean: leaving a dirty form asks for confirmation.
  useEffect(() => {
    if (added !== null && !form.dirty) void navigate(pathTo('/edittask/:id/:c?', { id: added }), { replace: true });
  }, [added, form.dirty, navigate]);
  return (
    <FormPage
      bare
      title={isNew ? 'New task' : `${task.name} settings`}
      form={form}
      saveLabel={isNew ? 'Add task' : 'Save task'}
      blocked={blocked}
    >
      <Fields form={form} isNew={isNew} />
    </FormPage>
  );
}

type FieldsProps = { form: ReturnType<typeof useForm<typeof Draft>>; isNew: boolean };

function Fields({ form, isNew }: FieldsProps) {
  return (
    <>
      <TextField label="Task" required {...form.field('name')} />
      <TextField
        label="Source"
        required
        hint="The vendor management system (VMS) the jobs come from. Jobs are staged under this name."
        {...form.field('site')}
      />
      <TextField
        label="Feed URL"
        type="url"
        mono
        hint="XML, JSON, CSV or XLSX over HTTPS. Without a URL the task stays in setup."
        {...form.field('url')}
      />
      <NumberField
        label="Run every (minutes)"
        hint="5 to 1,440 (once a day). Leave blank to run manually only."
        decimals={0}
        {...form.field('everyMinutes')}
      />
      <TagsField
        label="Run at these times of the day instead"
        hint="Write times as 06:30 or 18:00, in the time zone of the customer. Leave blank to run every so many minutes."
        {...form.field('runAt')}
      />
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
    body: 'New tasks start disabled. Once enabled, the task runs right away and then on its schedule.',
    choices: { enable: { words: 'Enable task', tone: 'primary' }, later: { words: 'Leave it disabled' } },
    safe: 'later',
  });
  return choice === 'enable';
}
