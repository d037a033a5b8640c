import type * as z from 'zod';
import { ok } from '#contract/kit/result.ts';
import { checkJira, JiraDraft, type JiraSettings, readJiraSettings, saveJiraSettings } from '#contract/system/jira-settings.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo, useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useCall } from '#src/entities/session/use-call.ts';
import { SecretField, TextField } from '#src/ui/form/fields.tsx';
import { keptSecret } from '#src/ui/form/optional.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { Disconnect } from './disconnect.tsx';
import { JiraWebhookPart } from './jira-webhook.tsx';
import './system-settings.css';

const Draft = JiraDraft.extend({ token: keptSecret(500) });
type Draft = z.input<typeof Draft>;
/** The request for a draft. Without a token, the service keeps the stored one. */
const sentOf = ({ token, ...draft }: z.output<typeof Draft>) => ({ ...draft, ...(token !== undefined && { token }) });

/** The Jira project that support tickets go to. */
export function JiraPart() {
  const { reply } = useReply(readJiraSettings, {});
  return reply && <JiraForm key={JSON.stringify(reply)} jira={reply} />;
}

function JiraForm({ jira }: { jira: JiraSettings }) {
  const { site, account, project, issueType } = jira;
  const isSet = site !== null;
  const initial: Draft = {
    site: site ?? '',
    account: account ?? '',
    project: project ?? '',
    issueType: issueType ?? 'Task',
    token: '',
  };
  const form = useForm(Draft, {
    initial,
    onSubmit: useSave(saveJiraSettings, {
      args: (draft: z.output<typeof Draft>) => ({ jira: sentOf(draft) }),
      said: () => ({ detail: 'New tickets go to this project. Tickets that wait are sent now.' }),
      refreshes: [readJiraSettings],
    }),
  });
  return (
    <SettingsPart
      title="Jira"
      about={
        isSet
          ? `Each new ticket becomes an issue in ${project}. Answers and status go both ways, files go to Jira, and internal notes never leave Jobdock.`
          : 'Jira is not connected. Tickets work without it. Connect a project of Jira Cloud to work on them there.'
      }
    >
      <FormPage bare title="Jira" form={form} saveLabel="Save Jira settings" blocked={useBlocked()}>
        <TextField label="Site" required mono hint="Such as https://harborview.atlassian.net" {...form.field('site')} />
        <TextField label="Account email" required mono {...form.field('account')} />
        <SecretField label="API token" isKept={isSet} {...form.field('token')} />
        <TextField label="Project key" required mono hint="In capitals, such as SUP" {...form.field('project')} />
        <TextField label="Issue type" required {...form.field('issueType')} />
        <Test draft={() => sentOf({ ...form.values, token: form.values.token.trim() || undefined })} />
      </FormPage>
      {isSet && <JiraWebhookPart />}
      {isSet && <Removal />}
    </SettingsPart>
  );
}

/** Signs in with the settings in the form, saved or not, and looks for the project. */
function Test({ draft }: { draft: () => ReturnType<typeof sentOf> }) {
  const call = useCall();
  const run = async () => {
    const answer = await call(checkJira, draft());
    if (!answer.ok) return answer;
    const { account, project, milliseconds } = answer.value;
    return ok(`Signed in as ${account} and found the project ${project} in ${milliseconds.toLocaleString('en-US')} ms.`);
  };
  return <ConnectionTest label="Test the connection" run={run} />;
}

function Removal() {
  const remove = useDo(saveJiraSettings, {
    args: () => ({ jira: null }),
    said: () => ({ title: 'Jira disconnected' }),
    failed: 'Jira not disconnected',
    refreshes: [readJiraSettings],
  });
  return (
    <Disconnect
      name="Jira"
      effect="Its token and webhook are removed. Issues stay in Jira; answers and status no longer go there or come back."
      remove={() => remove(null)}
    />
  );
}
