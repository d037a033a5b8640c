import { useState } from 'react';
import * as z from 'zod';
import { type Counted, sendNoticeMail } from '#contract/support/notice-mail.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { MailFrame } from '#src/entities/mail/mail-frame.tsx';
import { conflictWords } from '#src/entities/session/conflict-words.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useCall } from '#src/entities/session/use-call.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import { keepsEditing, useForm } from '#src/ui/form/use-form.ts';
import { counted as countedWords } from '#src/ui/format/format.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { mailTypes, type sentMail } from './mail-draft.ts';

/** An email that was counted: who gets it now, and how it looks. */
export type Prepared = { readonly mail: ReturnType<typeof sentMail>; readonly counted: Counted; readonly preview: string };

type Props = { prepared: Prepared; onClose: () => void; onSent: () => void };

/** Asks for the number of people as confirmation, then sends. An audience that changed in the meantime is shown and asked for again. */
export function ConfirmSend({ prepared: { mail, preview, ...first }, onClose, onSent }: Props) {
  const call = useCall();
  const [now, setNow] = useState<Counted>(first.counted);
  const [changed, setChanged] = useState<string | null>(null);
  const form = useForm(confirmation(now.people), {
    initial: { people: null },
    onSubmit: async () => {
      const answer = await call(sendNoticeMail, { ...mail, people: now.people, token: now.token });
      if (answer.ok) {
        longWorkNews.begun();
        toast.success({ title: answer.value.message, detail: mail.subject });
        return onSent();
      }
      if (answer.error.kind !== 'conflict') return problemsOf(answer.error);
      setNow(countedIn(answer.error.current) ?? now);
      setChanged(conflictWords(answer.error));
      form.set('people', null);
      return keepsEditing;
    },
  });
  const number = now.people.toLocaleString('en-US');
  return (
    <FormDialog
      title={`Send to ${countedWords(now.people, 'person', 'people')}?`}
      saveLabel="Send email"
      form={form}
      blocked={useBlocked()}
      onClose={onClose}
    >
      {changed !== null && (
        <p className="send-changed" role="alert">
          {changed}
        </p>
      )}
      <dl className="send-facts">
        <dt>To</dt>
        <dd>
          {countedWords(now.people, 'person', 'people')} of {countedWords(now.customers, 'customer')} with{' '}
          {(mailTypes.find(({ value }) => value === String(mail.type))?.label ?? '').toLowerCase()}
        </dd>
        <dt>Subject</dt>
        <dd>{mail.subject}</dd>
      </dl>
      <div className="send-preview">
        <MailFrame html={preview} title="Preview of the message" />
      </div>
      <NumberField
        label="Number of people"
        required
        hint={`Each gets one email, and it cannot be called back. Enter ${number} to confirm.`}
        {...form.field('people')}
      />
    </FormDialog>
  );
}

const confirmation = (people: number) =>
  z.object({
    people: z
      .number()
      .nullable()
      .refine((typed) => typed === people, `Enter ${people.toLocaleString('en-US')} to confirm`),
  });

/** The new count of a refusal; null if it has none. */
function countedIn(current: unknown): Counted | null {
  const shape = z.object({ customers: z.number(), people: z.number(), token: z.string() });
  return shape.safeParse(current).data ?? null;
}
