import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { previewJobAlert } from '#contract/support/job-alerts.ts';
import { MailFrame } from '#src/entities/mail/mail-frame.tsx';
import { useSend } from '#src/entities/reply/use-save.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { counted } from '#src/ui/format/format.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { AlertDraft, contentOf } from './job-alert.ts';
import type { AlertFormState } from './job-alert-fields.tsx';

/** Shows the messages that the draft would send now, in a frame without scripts, and its next times. */
export function AlertPreview({ form, id }: { form: AlertFormState; id: number }) {
  const [preview, setPreview] = useState<ReplyOf<typeof previewJobAlert> | null>(null);
  const [busy, setBusy] = useState(false);
  const ask = useSend(previewJobAlert);
  const format = useFormat();
  const show = async () => {
    const draft = AlertDraft.safeParse(form.values);
    if (!draft.success) return void form.check(Object.keys(form.values) as Parameters<typeof form.check>[0]);
    setBusy(true);
    const answer = await ask({ cust: 'me', id, ...contentOf(draft.data) }).finally(() => setBusy(false));
    if (answer.ok) setPreview(answer.value);
    else form.refuse(problemsOf(answer.error));
  };
  return (
    <>
      <div>
        <OnlineButton variant="default" size="xs" loading={busy} onClick={() => void show()}>
          Preview
        </OnlineButton>
      </div>
      {preview && (
        <section className="alert-preview" aria-label="Preview">
          <p role="status">
            <strong>{preview.subject || 'Text message'}</strong>
            <Button variant="subtle" size="compact-xs" onClick={() => setPreview(null)}>
              Close preview
            </Button>
          </p>
          <p className="muted">
            {`${counted(preview.newJobs, 'new job')}. Next: ${preview.next.map((at) => `${format.date(at)} ${format.time(at)}`).join(' · ')}`}
          </p>
          {preview.html !== '' && <MailFrame html={preview.html} title="The email" />}
          {preview.sms && <TextMessage sms={preview.sms} />}
        </section>
      )}
    </>
  );
}

type Sms = NonNullable<ReplyOf<typeof previewJobAlert>['sms']>;

/** A text message as a phone shows it, with what it costs. */
const TextMessage = ({ sms: { text, characters, segments, unicode } }: { sms: Sms }) => (
  <figure className="alert-sms">
    <blockquote dir="auto">{text}</blockquote>
    <figcaption className="muted">
      {`Text message: ${counted(characters, 'character')}, ${counted(segments, 'segment')}${unicode ? ', 70 characters or fewer each' : ''}.`}
    </figcaption>
  </figure>
);
