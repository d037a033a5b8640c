import * as z from 'zod';
import { type MailRow, readReceivedMail } from '#contract/collecting/mails.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { MailFrame } from '#src/entities/mail/mail-frame.tsx';
import { subjectOf } from '#src/entities/mail/subject-of.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { labelOf, type RowAction } from '#src/ui/actions/row-action.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { localSetting, useSetting } from '#src/ui/local-setting.ts';
import { Answered } from '#src/ui/page/answered.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { TabRow } from '#src/ui/page/tabs-page.tsx';
import { SidePanel } from '#src/ui/panel/side-panel.tsx';
import { MailFacts } from './mail-facts.tsx';
import { MailLook } from './mail-look.tsx';
import { usePatientReply } from './use-patient-reply.ts';

const panelWidth = localSetting('mail-panel-width', z.number(), 640);
const parts = [
  ['mail', 'Email'],
  ['parse', 'What it would read'],
] as const;
type Part = (typeof parts)[number][0];

type Props = {
  id: number;
  customerId: number;
  /** The email as the list shows it; null if it is not on this page of the list. */
  row: MailRow | null;
  part: Part;
  onPart: (part: Part) => void;
  actions: readonly RowAction<MailRow>[];
  onClose: () => void;
};

/** One email: what became of it, who sent it, its content, and what reading it now would give. */
export function MailPanel({ id, customerId, row, part, onPart, actions, onClose }: Props) {
  const [width, setWidth] = useSetting(panelWidth);
  const answer = usePatientReply(
    readReceivedMail,
    { cust: customerId, id },
    { since: row && `${row.state} ${row.words}`, wanted: part === 'mail' || row === null },
  );
  // The list may be newer: it is asked again until the email is read.
  const mail = answer.reply && row ? { ...answer.reply, ...row } : (answer.reply ?? row);
  return (
    <SidePanel title={mail ? subjectOf(mail) : 'Email'} width={width} onWidth={setWidth} onClose={onClose}>
      <div className="mail-panel">
        {mail && <MailFacts mail={mail} jobs={answer.reply?.jobs ?? null} />}
        {mail && <Actions mail={mail} actions={actions} />}
        <TabRow label="Part" tabs={parts} tab={[part, onPart]} />
        {part === 'mail' ? (
          <Answered answer={answer} what="The contents of emails">
            {(reply) => <Content mail={reply} />}
          </Answered>
        ) : (
          <MailLook id={id} source={mail?.source ?? ''} />
        )}
      </div>
    </SidePanel>
  );
}

/** Every action of the email as a button: an email that waits for a person shows both ways at once. */
function Actions({ mail, actions }: { mail: MailRow; actions: readonly RowAction<MailRow>[] }) {
  const offered = actions.filter(({ when = true }) => (typeof when === 'function' ? when(mail) : when));
  if (offered.length === 0) return null;
  const run = async ({ confirm, run: work }: RowAction<MailRow>) => {
    if (!confirm || (await ask(confirm(mail))) === 'go') await work(mail);
  };
  return (
    <div className="mail-panel-actions">
      {offered.map((action) => (
        <OnlineButton
          key={labelOf(action, mail)}
          size="xs"
          variant="default"
          {...(action.danger && { color: 'red' })}
          onClick={() => void run(action)}
        >
          {labelOf(action, mail)}
        </OnlineButton>
      ))}
    </div>
  );
}

function Content({ mail }: { mail: ReplyOf<typeof readReceivedMail> }) {
  const { html, plain, quoted, problem } = mail;
  return (
    <>
      {problem !== null && (
        <p className="mail-note" role="alert">
          {problem}
        </p>
      )}
      {html !== '' && <MailFrame html={html} title={`Content of ${subjectOf(mail)}`} />}
      {html === '' && plain !== null && <Plain text={plain} label="Text of the email" />}
      {html === '' && plain === null && problem === null && <EmptyState kind="first-use" title="This email has no text" />}
      {quoted !== '' && (
        <details className="mail-quoted">
          <summary>Earlier emails that it quotes</summary>
          <p className="muted">Parsers do not read them: their orders may have changed since.</p>
          <Plain text={quoted} label="Earlier emails" />
        </details>
      )}
    </>
  );
}

const Plain = ({ text, label }: { text: string; label: string }) => (
  <pre className="mail-plain" tabIndex={0} role="group" aria-label={label}>
    {text}
  </pre>
);
