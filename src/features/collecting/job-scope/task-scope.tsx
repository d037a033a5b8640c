import * as z from 'zod';
import { JobScope } from '#contract/collecting/job-scope.ts';
import { readTaskScope, saveTaskScope, TrustedForwarders } from '#contract/collecting/new-tasks.ts';
import { readTask } from '#contract/collecting/tasks.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { scopeProblems } from '#domain/crawlers/job-scope.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage, problemsOf } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { SwitchField, TagsField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { TryAgain } from '#src/ui/page/answered.tsx';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { ScopeFields } from './scope-fields.tsx';

const Draft = JobScope.extend({ isAccountCredentialManaged: z.boolean(), trustedForwarders: TrustedForwarders });
type Scope = ReplyOf<typeof readTaskScope>;

type Props = {
  id: number;
  name: string;
  /** The task takes emails. */
  isMail: boolean;
};

/** Which of its vendor’s jobs a task collects. */
export function TaskScope({ id, name, isMail }: Props) {
  const { reply, failure, refresh } = useReply(readTaskScope, { cust: useSession().customer.id, id });
  return (
    <div className="card task-settings">
      <h2>Jobs to collect</h2>
      {reply && <ScopeForm id={id} name={name} isMail={isMail} scope={reply} />}
      {!reply && !failure && <Waiting rows={3} label="Loading jobs to collect" />}
      {!reply && failure && (
        <>
          <p className="muted">{errorMessage(failure)}</p>
          <TryAgain refresh={refresh} />
        </>
      )}
    </div>
  );
}

function ScopeForm({ id, name, isMail, scope }: Props & { scope: Scope }) {
  const { customer, administrator } = useSession();
  const send = useSend(saveTaskScope, [readTaskScope, readTask]);
  const form = useForm(Draft, {
    initial: scope,
    async onSubmit(draft) {
      const problems = scopeProblems(draft);
      if (Object.keys(problems).length > 0) return problems;
      const answer = await send({ ...draft, cust: customer.id, id });
      if (!answer.ok) return problemsOf(answer.error);
      toast.success({ title: messages.saved, detail: `Jobs that ${name} collects. Its next run reads the whole list again.` });
      return undefined;
    },
  });
  return (
    <FormPage bare title={`Jobs that ${name} collects`} form={form} saveLabel="Save jobs to collect" blocked={useBlocked()}>
      <ScopeFields form={form} />
      {administrator && (
        <SwitchField
          label="The Jobdock team manages the sign-in"
          hint="People of the customer neither change nor reveal what the task signs in with."
          {...form.field('isAccountCredentialManaged')}
        />
      )}
      {administrator && isMail && (
        <TagsField
          label="Trusted forwarders"
          hint="Domains of mail servers that forward the vendor’s emails to this task and seal them (ARC), such as mail.agency.example. Jobdock trusts a sender that such a server confirmed. Enter or a comma ends a domain."
          {...form.field('trustedForwarders')}
        />
      )}
      {!administrator && scope.isAccountCredentialManaged && (
        <p className="muted">The Jobdock team manages the sign-in of this task.</p>
      )}
    </FormPage>
  );
}
