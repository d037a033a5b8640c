import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { TicketEvidence, TicketQuestionRow } from '#contract/rows/ticket.ts';
import { readSupportPhone } from '#contract/support/questions.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { requiredLabel, SelectField, TextField } from '#src/ui/form/fields.tsx';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { ChosenFiles } from './chosen-files.tsx';
import { draftOf, type TicketDraft } from './ticket-draft.ts';
import { TicketSent } from './ticket-sent.tsx';
import { useEvidence } from './use-evidence.ts';
import { useQuestions } from './use-questions.ts';
import { type TicketAbout, useSendTicket } from './use-send-ticket.ts';
import './ticket.css';

type Props = {
  readonly about: TicketAbout;
  /** What the ticket is about, in words, such as “Job 884-210”. */
  readonly aboutWords?: string;
  readonly prefill?: Partial<Pick<TicketDraft, 'questionId' | 'answers' | 'comment'>>;
  /** The address of the screen that the ticket is about; the current one if it is not given. */
  readonly from?: string;
  /** Inside a panel that has its own title. */
  readonly bare?: boolean;
  readonly onCancel: () => void;
};

/** A request to support. It works without a connection, with its files. */
export function TicketForm(props: Props) {
  const { ready, questions } = useQuestions();
  const [sent, setSent] = useState<string | null>(null);
  if (sent !== null)
    return <TicketSent ticketRef={sent} bare={props.bare ?? false} onAnother={() => setSent(null)} onClose={props.onCancel} />;
  if (questions.length === 0) return ready ? <NoQuestions /> : <Waiting />;
  return <Fields {...props} questions={questions} onSent={setSent} />;
}

/** Questions may arrive after the rest of the first copy. */
const NoQuestions = () => (
  <EmptyState kind="no-data" title="The questions of support aren’t on this device yet">
    <p>They arrive with the next sync.</p>
  </EmptyState>
);

type FieldsProps = Props & { readonly questions: readonly TicketQuestionRow[]; readonly onSent: (ref: string) => void };

function Fields({ about, aboutWords, prefill, from, bare = false, questions, onCancel, onSent }: FieldsProps) {
  const { role, customer } = useSession();
  const { store } = useLocalStore();
  const phone = useReply(readSupportPhone, {}).reply?.phone ?? null;
  const [ref] = useState(() => crypto.randomUUID());
  const [files, setFiles] = useState<readonly File[]>([]);
  const evidence = useEvidence(from ?? null);
  const send = useSendTicket();
  const known = questions.some(({ id }) => String(id) === prefill?.questionId);
  const form = useForm(draftOf(questions), {
    initial: {
      customerName: customer.name,
      email: role.email,
      phone: null,
      answers: prefill?.answers ?? {},
      comment: prefill?.comment ?? '',
      questionId: known ? (prefill?.questionId ?? '') : '',
    },
    onSubmit: async (draft: TicketDraft) => {
      const question = questions.find(({ id }) => String(id) === draft.questionId);
      if (!question) return undefined;
      const problems = await send(draft, { ref, question, files, about, evidence, phone });
      if (problems === undefined) onSent(ref);
      return problems;
    },
  });
  const question = questions.find(({ id }) => String(id) === form.values.questionId);
  const choices = questions.map(({ id, name }) => ({ value: String(id), label: name }));
  // Work as another person is never kept on a device.
  const takesFiles = store.key.impersonation === null;
  return (
    <FormPage title="Support" form={form} bare={bare} saveLabel="Send to support" onBack={onCancel} backLabel="Cancel">
      {phone !== null && (
        <p className="muted">
          You can also call support at <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>.
        </p>
      )}
      {aboutWords !== undefined && <p className="ticket-about">About {aboutWords}</p>}
      <div className="ticket-sender">
        <TextField label="Customer" {...form.field('customerName')} />
        <TextField label="Email" type="email" required autoComplete="email" {...form.field('email')} />
        <TextField label="Phone" type="tel" autoComplete="tel" {...form.field('phone')} />
      </div>
      <SelectField label="What is it about?" required choices={choices} {...form.field('questionId')} />
      {question && <Answers question={question} form={form} />}
      <TextAreaField label="Tell us about the problem" required rows={5} {...form.field('comment')} />
      {takesFiles ? (
        <ChosenFiles files={files} onFiles={setFiles} />
      ) : (
        <p className="muted">Files cannot be added while you work as another person.</p>
      )}
      <Evidence evidence={evidence} />
    </FormPage>
  );
}

type AnswersProps = {
  readonly question: TicketQuestionRow;
  readonly form: Pick<ReturnType<typeof useForm<ReturnType<typeof draftOf>>>, 'values' | 'set' | 'problems'>;
};

/** The fields of the chosen question. */
function Answers({ question, form }: AnswersProps) {
  const { answers } = form.values;
  return (
    <div className="ticket-answers">
      {question.fields.map(({ id, name, required }) => (
        <TextInput
          key={`${question.id} ${id}`}
          label={required === 1 ? requiredLabel(name) : name}
          data-path={`answers.${id}`}
          autoComplete="off"
          value={answers[String(id)] ?? ''}
          error={form.problems.find(({ field }) => field === `answers.${id}`)?.words}
          onChange={(event) => form.set('answers', { ...answers, [String(id)]: event.currentTarget.value })}
        />
      ))}
    </div>
  );
}

/** What goes with the ticket besides what was typed. */
const Evidence = ({ evidence: { address, version, sync, refusals } }: { evidence: TicketEvidence }) => (
  <details className="ticket-evidence">
    <summary>What is sent about this device</summary>
    <dl>
      <dt>Screen</dt>
      <dd className="mono">{address}</dd>
      <dt>Version</dt>
      <dd>{version}</dd>
      <dt>Sync</dt>
      <dd>{sync}</dd>
      <dt>Refused changes</dt>
      <dd>{refusals.length === 0 ? 'None' : refusals.map((each) => <p key={each}>{each}</p>)}</dd>
    </dl>
  </details>
);
