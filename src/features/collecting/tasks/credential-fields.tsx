import type { CrawlerField } from '#contract/rows/crawler-settings.ts';
import type { CrawlerRow } from '#contract/rows/rows.ts';
import { mayChange, sees, signsInWithKey } from '#domain/crawlers/crawler-settings.ts';
import { crawlerFieldNames } from '#src/entities/collect/crawler-words.ts';
import { useTasks } from '#src/entities/collect/use-tasks.ts';
import { useSession } from '#src/entities/session/session.ts';
import { DateField } from '#src/ui/form/date-fields.tsx';
import { SecretField, SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { ReferenceField } from '#src/ui/form/reference-field.tsx';
import type { Bound } from '#src/ui/form/use-form.ts';
import { MailboxToken, type MailboxTokenForm, usesToken } from './mailbox-token.tsx';
import { RevealPassword } from './reveal-password.tsx';
import { storedWay, type TaskSettings } from './task-draft.ts';

/** The part of a form that holds what a task signs in with. */
export type CredentialForm = {
  readonly values: MailboxTokenForm['values'] & { readonly credentialParentId: string };
  readonly field: MailboxTokenForm['field'] &
    ((key: 'username' | 'password' | 'orgKey' | 'secretKey' | 'credentialParentId') => Bound<string>) &
    ((key: 'url' | 'description' | 'passwordExpiresOn') => Bound<string | null>) &
    ((key: 'switchedOn') => Bound<boolean>);
};

type Props = { form: CredentialForm; task: TaskSettings; crawler: CrawlerRow };

/** The fields that a crawler gives its tasks, as the person may see and change them. */
export function CredentialFields({ form, task, crawler }: Props) {
  const { administrator } = useSession();
  const { settings } = crawler;
  const shows = (field: CrawlerField) => sees(settings, field, administrator);
  const isShared = form.values.credentialParentId !== '';
  const words = (field: CrawlerField) => {
    const isManaged = task.isAccountCredentialManaged && field !== 'description' && field !== 'switch';
    const mayWrite = mayChange(crawler, field, administrator) && (administrator || !isManaged);
    const isOfParent = isShared && field !== 'url' && field !== 'description' && field !== 'switch';
    return {
      label: settings[field].text === '' ? crawlerFieldNames[field] : settings[field].text,
      disabled: !mayWrite || isOfParent,
      ...(!mayWrite && { hint: 'Only an administrator changes this.' }),
      ...(isOfParent && { hint: 'The one of the task whose sign-in it uses.' }),
    };
  };
  const secret = (field: 'password' | 'secretKey') => {
    const isKept = !isShared && task.has.includes(field);
    const hint = field === 'password' && !isKept ? { hint: 'Stored encrypted. It is shown only after a confirmation.' } : {};
    return { isKept, ...hint, ...words(field) };
  };
  const isKeptFromPeople = signsInWithKey(crawler.id) || task.isAccountCredentialManaged;
  const mayReveal = task.has.includes('password') && (administrator || !isKeptFromPeople);
  return (
    <>
      {shows('label') && <p className="task-note">{settings.label.text}</p>}
      <SignInOf form={form} task={task} crawler={crawler} />
      {shows('url') && <TextField type="url" mono {...words('url')} {...form.field('url')} />}
      {shows('username') && <TextField autoComplete="off" {...words('username')} {...form.field('username')} />}
      {shows('password') && <SecretField {...secret('password')} {...form.field('password')} />}
      {shows('password') && mayReveal && <RevealPassword taskId={task.id} />}
      {shows('password') && (
        <DateField
          label="Password expires on"
          hint="The task asks for a new one from 7 days before. Leave blank if it does not expire."
          {...form.field('passwordExpiresOn')}
        />
      )}
      {shows('orgKey') && !settings.presetOrgKey && (
        <TextField autoComplete="off" {...words('orgKey')} {...form.field('orgKey')} />
      )}
      {shows('orgKey') && settings.presetOrgKey && <p className="muted">The org key is preset and locked.</p>}
      {shows('secretKey') && usesToken(crawler) && (
        <MailboxToken form={form} stored={isShared ? null : storedWay(task)} hint={undefined} {...words('secretKey')} />
      )}
      {shows('secretKey') && !usesToken(crawler) && <SecretField {...secret('secretKey')} {...form.field('secretKey')} />}
      {shows('description') && <TextField {...words('description')} {...form.field('description')} />}
      {shows('switch') && <SwitchField {...words('switch')} {...form.field('switchedOn')} />}
    </>
  );
}

/** The choice of another task of the crawler whose sign-in this one uses. Absent if there is none to choose. */
function SignInOf({ form, task, crawler }: Props) {
  const { administrator } = useSession();
  const tasks = useTasks().rows.filter(
    (other) => other.crawlerId === crawler.id && other.id !== task.id && other.credentialParentId === null,
  );
  const hasSignIn = crawler.settings.username.active || crawler.settings.password.active;
  if (!hasSignIn || tasks.length === 0) return null;
  return (
    <ReferenceField
      label="Use the sign-in of"
      placeholder="Its own sign-in"
      disabled={(signsInWithKey(crawler.id) || task.isAccountCredentialManaged) && !administrator}
      choices={tasks.map(({ id, name, site }) => ({ id: String(id), name, ...(site !== null && { detail: site }) }))}
      {...form.field('credentialParentId')}
    />
  );
}
