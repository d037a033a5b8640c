import type { CrawlerRow } from '#contract/rows/rows.ts';
import { useSession } from '#src/entities/session/session.ts';
import { SwitchField } from '#src/ui/form/fields.tsx';
import type { Bound } from '#src/ui/form/use-form.ts';
import { CredentialFields, type CredentialForm } from '../tasks/credential-fields.tsx';
import { newTask } from '../tasks/task-draft.ts';
import { signsIn } from './new-task-draft.ts';

type Props = {
  form: CredentialForm & { readonly field: (key: 'managed') => Bound<boolean> };
  crawler: CrawlerRow;
  managed: boolean;
  /** The vendor is being asked. */
  busy: boolean;
};

/** What the task signs in with, as its crawler says, or the wish that administrators enter it. */
export function SignInStep({ form, crawler, managed, busy }: Props) {
  const { administrator } = useSession();
  const asks = signsIn(crawler);
  const words = administrator
    ? { label: 'The Jobdock team manages the sign-in', hint: 'People of the customer neither change nor reveal it.' }
    : {
        label: 'Let the Jobdock team enter and manage the sign-in',
        hint: 'The task awaits its setup until they have entered it. You do not see it.',
      };
  return (
    <>
      {!asks && <p className="muted">{crawler.name} needs no sign-in.</p>}
      {(administrator || !managed) && <CredentialFields form={form} task={newTask} crawler={crawler} />}
      {asks && <SwitchField {...words} {...form.field('managed')} />}
      <p className="muted" role="status">
        {busy ? `Checking the sign-in at ${crawler.name}…` : ''}
      </p>
    </>
  );
}
