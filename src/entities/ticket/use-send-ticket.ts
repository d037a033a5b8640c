import { messages } from '#contract/kit/messages.ts';
import type { TicketEvidence, TicketQuestionRow } from '#contract/rows/ticket.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useSession } from '#src/entities/session/session.ts';
import { forgetWaitingFiles } from '#src/store/waiting-files.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import type { Problems } from '#src/ui/form/use-form.ts';
import { keepFiles } from './keep-files.ts';
import { answersOf, type TicketDraft } from './ticket-draft.ts';

/** What a ticket is about besides its question. */
export type TicketAbout = { readonly jobId?: number; readonly taskId?: number; readonly ruleId?: number };

type Sent = {
  readonly ref: string;
  readonly question: TicketQuestionRow;
  readonly files: readonly File[];
  readonly about: TicketAbout;
  readonly evidence: TicketEvidence;
  /** The phone number of support, for a ticket that could not be kept. */
  readonly phone: string | null;
};

/** Sends a ticket with its files: at once, or as soon as there is a connection. Nothing is lost if it cannot be kept. */
export function useSendTicket() {
  const { role } = useSession();
  const { store } = useLocalStore();
  const changes = useChanges();
  return async (draft: TicketDraft, { ref, question, files, about, evidence, phone }: Sent): Promise<Problems | undefined> => {
    // First the files: a ticket without them would look complete.
    const kept = await keepFiles(store, { ticketId: null, ticketRef: ref }, files);
    if (typeof kept === 'string') return { '': kept };
    const { customerName, email, comment } = draft;
    const args = {
      id: localIdOf(ref),
      ref,
      authorId: role.userId,
      customerName,
      email,
      phone: draft.phone,
      evidence,
      level: question.level,
      subject: question.name,
      description: comment,
      questionId: question.id,
      answers: answersOf(question, draft.answers),
      taskId: about.taskId ?? null,
      jobId: about.jobId ?? null,
      ruleId: about.ruleId ?? null,
    };
    const { refused, notSaved } = await changes.save('ticket.create.v1', args, () => 'Ticket sent to support');
    const problem = refused[0]?.message ?? notSaved;
    if (problem === null) return undefined;
    await forgetWaitingFiles(store, kept);
    const call = phone === null ? '' : ` Or call support at ${phone}.`;
    return { '': `${messages.ticketNotSent} ${problem}${call}` };
  };
}
