import { useState } from 'react';
import * as z from 'zod';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { readArrivedAttachment, readArrivedMail } from '#contract/system/mailbox.ts';
import { MailFrame } from '#src/entities/mail/mail-frame.tsx';
import { subjectOf } from '#src/entities/mail/subject-of.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useDownload } from '#src/entities/session/use-call.ts';
import { bytes } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { localSetting, useSetting } from '#src/ui/local-setting.ts';
import { Answered } from '#src/ui/page/answered.tsx';
import { TabRow } from '#src/ui/page/tabs-page.tsx';
import { SidePanel } from '#src/ui/panel/side-panel.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { linkedText } from './linked-text.tsx';

type Mail = ReplyOf<typeof readArrivedMail>;

const panelWidth = localSetting('mailbox-panel-width', z.number(), 640);
const parts = [
  ['html', 'HTML'],
  ['text', 'Text'],
] as const;

/** One email of the mailbox: who it is from and for, its content, and its attachments to save. */
export function ArrivedPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const [width, setWidth] = useSetting(panelWidth);
  const answer = useReply(readArrivedMail, { mailId: id });
  return (
    <SidePanel title={answer.reply ? subjectOf(answer.reply) : 'Email'} width={width} onWidth={setWidth} onClose={onClose}>
      <Answered answer={answer} what="The contents of emails">
        {(mail) => (
          <div className="mailbox-panel">
            <Facts mail={mail} />
            <Attachments mail={mail} />
            <Content mail={mail} />
          </div>
        )}
      </Answered>
    </SidePanel>
  );
}

const Facts = ({ mail }: { mail: Mail }) => (
  <dl className="mailbox-facts">
    <dt>From</dt>
    <dd>{mail.from}</dd>
    <dt>To</dt>
    <dd>{mail.to.join(', ')}</dd>
    <dt>Arrived</dt>
    <dd>
      <Ago at={mail.at} />
    </dd>
  </dl>
);

function Attachments({ mail: { id, attachments } }: { mail: Mail }) {
  const download = useDownload();
  const [busy, setBusy] = useState<number | null>(null);
  async function save(attachment: number, name: string): Promise<void> {
    setBusy(attachment);
    const read = await download(readArrivedAttachment, { mailId: id, attachment }).finally(() => setBusy(null));
    if (!read.ok) return void toast.error({ title: 'File not saved', detail: errorMessage(read.error) });
    saveFile(name, new Blob([read.value.bytes], { type: read.value.contentType }));
  }
  if (attachments.length === 0) return null;
  return (
    <ul className="mailbox-files" aria-label="Attachments">
      {attachments.map(({ name, size }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two files may have the same name, and they never move
        <li key={at}>
          <span className="mailbox-words">
            {name} <span className="muted nowrap">{bytes(size)}</span>
          </span>
          <OnlineButton
            variant="default"
            size="xs"
            loading={busy === at + 1}
            aria-label={`Save ${name}`}
            onClick={() => void save(at + 1, name)}
          >
            Save
          </OnlineButton>
        </li>
      ))}
    </ul>
  );
}

function Content({ mail }: { mail: Mail }) {
  const [part, setPart] = useState<'html' | 'text'>('html');
  const isHtml = mail.html !== null && part === 'html';
  return (
    <>
      {mail.html !== null && <TabRow label="Content" tabs={parts} tab={[part, setPart]} />}
      {isHtml ? (
        <MailFrame html={mail.html ?? ''} title={`Content of ${subjectOf(mail)}`} />
      ) : (
        <pre className="mail-plain" tabIndex={0} role="group" aria-label="Text of the email">
          {linkedText(mail.text)}
        </pre>
      )}
    </>
  );
}
