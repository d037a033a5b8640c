import { useState } from 'react';
import type { Fault, Refusal } from '#contract/kit/errors.ts';
import type { Result } from '#contract/kit/result.ts';
import { type JiraWebhook, readJiraWebhook, renewJiraWebhook } from '#contract/system/jira-webhook.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { ask } from '#src/ui/ask/ask.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { CopiedAddress } from './copied-address.tsx';

const question = {
  title: 'Make a new address and secret?',
  body: 'The former ones end at once. Changes in Jira still arrive within about a minute until you enter the new ones there.',
  choices: { renew: { words: 'Make new ones', tone: 'danger' }, keep: { words: 'Cancel' } },
  safe: 'keep',
} as const;

/** Address and secret of Jira's webhook. They are read only when somebody asks for them, and are not kept on the device. */
export function JiraWebhookPart() {
  const [shown, setShown] = useState<JiraWebhook | null>(null);
  const [problem, setProblem] = useState('');
  const [read, renew] = [useSend(readJiraWebhook), useSend(renewJiraWebhook)];
  const take = async (asked: Promise<Result<JiraWebhook, Refusal | Fault>>) => {
    setProblem('');
    const answer = await asked;
    if (answer.ok) setShown(answer.value);
    else setProblem(errorMessage(answer.error));
  };
  const go = async () => {
    if (shown === null) return take(read({}));
    if (shown.address === null || (await ask(question)) === 'renew') await take(renew({}));
  };
  return (
    <section className="settings-webhook" aria-label="Webhook of Jira">
      <h3>Webhook</h3>
      <p className="muted">
        Without it, changes in Jira arrive within about a minute. With it, they arrive at once. Enter address and secret in Jira
        under System, WebHooks, for created, updated and deleted issues and comments.
      </p>
      {shown?.address != null && <CopiedAddress label="Webhook address" hint="Keep it secret." address={shown.address} />}
      {shown?.secret != null && (
        <CopiedAddress label="Webhook secret" hint="Jira signs with it what it sends." address={shown.secret} />
      )}
      {shown?.address != null && (
        <p className="muted">
          {shown.lastAt === null ? (
            'Jira has sent nothing yet.'
          ) : (
            <>
              Jira sent something <Ago at={shown.lastAt} />.
            </>
          )}
        </p>
      )}
      <div className="settings-test">
        <OnlineButton variant="default" onClick={() => void go()}>
          {shown === null ? 'Show webhook…' : shown.address === null ? 'Make a webhook' : 'Make a new one…'}
        </OnlineButton>
        <span role="status" className="settings-problem">
          {problem}
        </span>
      </div>
    </section>
  );
}
