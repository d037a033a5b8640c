import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod';
import { type MailRow, readReceivedMail } from '#contract/collecting/mails.ts';
import {
  addParser,
  addSample,
  assignParser,
  listCustomerParsers,
  listParserNames,
  listParsers,
  listSamples,
} from '#contract/collecting/parsers.ts';
import { messages } from '#contract/kit/messages.ts';
import { subjectOf } from '#src/entities/mail/subject-of.ts';
import { refreshReplies, useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage, problemsOf } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useCall } from '#src/entities/session/use-call.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField, SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { type Problems, useForm } from '#src/ui/form/use-form.ts';
import { useWhenClean } from '#src/ui/form/use-when-clean.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { sampleName, sampleOf } from './mail-sample.ts';

const isNew = 'new';
const Draft = z.object({ parserId: z.string().min(1, 'Choose a parser'), name: z.string(), assigned: z.boolean() });
type Draft = z.output<typeof Draft>;

/** Makes a received email the sample of a parser, new or known, and opens the parser. */
export function ParserFromMail({ row: mail, onClose }: EditorProps<MailRow>) {
  const navigate = useNavigate();
  const make = useMakeParser(mail);
  const names = useReply(listParserNames, {});
  const [made, setMade] = useState<number | null>(null);
  const form = useForm(Draft, {
    initial: { parserId: isNew, name: '', assigned: true },
    async onSubmit(draft) {
      const answer = await make(draft);
      if (typeof answer !== 'number') return answer;
      setMade(answer);
      return undefined;
    },
  });
  useWhenClean(made, form, (id) => void navigate(pathTo('/editparser/:id', { id })));
  const known = (names.reply ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <FormDialog
      title="Make a parser from this email"
      saveLabel={form.values.parserId === isNew ? 'Make parser' : 'Add sample'}
      form={form}
      blocked={useBlocked()}
      onClose={onClose}
    >
      <p className="muted">
        “{subjectOf(mail)}” becomes a sample of the parser, in which you then mark what to read. Attached files do not become part
        of the sample.
      </p>
      <SelectField
        label="Parser"
        required
        choices={[{ value: isNew, label: 'A new parser' }, ...known]}
        hint={names.problem ?? undefined}
        {...form.field('parserId')}
      />
      {form.values.parserId === isNew && <TextField label="Name" required {...form.field('name')} />}
      <SwitchField
        label={`Read emails of ${mail.customer} with it`}
        hint="Assigns the parser to the customer. A new one reads nothing until it has triggers and tokens."
        {...form.field('assigned')}
      />
    </FormDialog>
  );
}

/** Makes the parser with its sample. Returns its id, or what is wrong. A further try goes on where the last one ended. */
function useMakeParser(mail: MailRow): (draft: Draft) => Promise<number | Problems> {
  const call = useCall();
  const client = useQueryClient();
  const added = useRef<number | null>(null);
  const parserOf = async ({ parserId, name }: Draft): Promise<number | Problems> => {
    if (parserId !== isNew) return Number(parserId);
    if (added.current !== null) return added.current;
    const answer = await call(addParser, { name });
    if (!answer.ok) return problemsOf(answer.error);
    added.current = answer.value.id;
    return answer.value.id;
  };
  return async (draft) => {
    const content = await call(readReceivedMail, { cust: mail.customerId, id: mail.id });
    if (!content.ok) return problemsOf(content.error);
    const id = await parserOf(draft);
    if (typeof id !== 'number') return id;
    const name = sampleName(mail.subject);
    const file = new File([sampleOf(content.value)], name, { type: 'message/rfc822' });
    const sample = await call(addSample, { id, fileName: name, file: new Uint8Array() }, { file, timeoutMs: 60_000 });
    if (!sample.ok) return problemsOf(sample.error);
    if (draft.assigned) await assign(id);
    for (const stale of [listParsers, listParserNames, listSamples, listCustomerParsers]) void refreshReplies(client, stale);
    toast.success({ title: messages.saved, detail: `${sample.value.name} is a sample now.` });
    return id;
  };
  async function assign(parserId: number): Promise<void> {
    const answer = await call(assignParser, { cust: mail.customerId, parserId });
    // The customer may have the parser already.
    if (answer.ok || answer.error.kind === 'invalid') return;
    toast.warning({ title: `The parser was not assigned to ${mail.customer}`, detail: errorMessage(answer.error) });
  }
}
