import * as z from 'zod';
import { TicketEmail, TicketText } from '#contract/commands/ticket.ts';
import { messages } from '#contract/kit/messages.ts';
import type { TicketAnswer, TicketQuestionRow } from '#contract/rows/ticket.ts';
import { missingAnswers } from '#domain/tickets/question-problems.ts';
import { optionalText } from '#src/ui/form/optional.ts';

/** What a person enters about a problem. `answers` are by the number of the question's field. */
const Fields = z.object({
  customerName: z.string().trim().max(200, 'Shorten this to 200 characters'),
  email: TicketEmail,
  phone: optionalText(40),
  questionId: z.string().min(1, messages.ticketQuestionRequired),
  answers: z.record(z.string(), z.string().max(1000, 'Shorten this to 1,000 characters')),
  comment: TicketText,
});
export type TicketDraft = z.output<typeof Fields>;

/** The schema of a draft with the required fields of its question. */
export const draftOf = (questions: readonly TicketQuestionRow[]) =>
  Fields.check(({ value, issues }) => {
    const fields = questions.find(({ id }) => String(id) === value.questionId)?.fields ?? [];
    const given = Object.entries(value.answers).map(([fieldId, text]) => ({ fieldId: Number(fieldId), value: text }));
    for (const { fieldId, name } of missingAnswers(fields, given)) {
      const message = messages.ticketFieldRequired({ name });
      issues.push({ code: 'custom', path: ['answers', String(fieldId)], message, input: value.answers });
    }
  });

/** The filled answers of a draft, with the names of the fields as they are now. */
export const answersOf = (question: TicketQuestionRow, answers: TicketDraft['answers']): TicketAnswer[] =>
  question.fields.flatMap(({ id, name }) => {
    const value = (answers[String(id)] ?? '').trim();
    return value === '' ? [] : [{ fieldId: id, name, value }];
  });

/** What the address of `/support` fills in: `questionId`, and `f-{fieldId}` for each field. */
export function prefillOf(params: URLSearchParams): Pick<TicketDraft, 'questionId' | 'answers'> {
  const answers = [...params].flatMap(([key, value]) => {
    const [, fieldId] = /^f-(\d{1,9})$/.exec(key) ?? [];
    return fieldId === undefined ? [] : [[fieldId, value.slice(0, 1000)] as const];
  });
  return { questionId: params.get('questionId') ?? '', answers: Object.fromEntries(answers) };
}
