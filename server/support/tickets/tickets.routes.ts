import { randomUUID } from 'node:crypto';
import type { CommandArgs } from '#contract/commands/commands.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import type { TicketQuestionRow } from '#contract/rows/ticket.ts';
import {
  addComment,
  addIssue,
  listComments,
  listTickets,
  sendTaskTicket,
  sendTicket,
  setTicketStatus,
} from '#contract/support/tickets.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { missingAnswers } from '#domain/tickets/question-problems.ts';
import { callCommand } from '../../commands/call-command.ts';
import { withoutScope } from '../../kit/db/customer-scope.ts';
import { byCommand } from '../../kit/http/audited.ts';
import { allCustomers, namedCustomers } from '../../kit/http/customer-access.ts';
import { type Call, type Handler, handle } from '../../kit/http/handle.ts';
import { row } from '../../kit/http/loaders.ts';
import { questionNamed } from '../questions/read-questions.ts';
import { contactOf, emailOf, ticketContact } from './people.ts';
import { commentsOf, ticketNamed, ticketsOf } from './read-tickets.ts';

type Content = Omit<CommandArgs<'ticket.create.v1'>, 'id' | 'ref' | 'evidence'>;
const blank = {
  customerName: '',
  phone: null,
  questionId: null,
  answers: [] as Content['answers'],
  taskId: null,
  jobId: null,
  ruleId: null,
};
const invalid = (fields: Record<string, string>) => no({ kind: 'invalid' as const, fields });
/** A subject from a text: on one line, at most 200 characters. */
const subjectOf = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 200);

/** Support tickets by the documented calls. Each change runs the same command as a device’s. */
export const ticketRoutes: Handler[] = [
  handle(listTickets, { allCustomers: true }, async ({ cust, status }, { services }) =>
    ok(await ticketsOf(services.db, { customers: namedCustomers(cust), status })),
  ),
  handle(listComments, { load: { ticket: row('ticket', 'id') } }, async ({ id, cust }, { services }) => {
    const comments = await commentsOf(services.db, cust, id);
    return ok(comments.map(({ writtenAt, ...comment }) => ({ ...comment, created: writtenAt })));
  }),
  handle(sendTicket, { audit: byCommand }, async ({ cust, question: asked, comment, ...sender }, call) => {
    if (asked === undefined) return invalid({ question: messages.ticketQuestionRequired });
    const question = await questionNamed(withoutScope(call.services.db), asked.id);
    if (!question) return invalid({ question: messages.ticketQuestionRequired });
    const answers = answersTo(question, asked.fields);
    if (!Array.isArray(answers)) return invalid(answers);
    const { id: questionId, name: subject, level } = question;
    const content = { ...blank, ...sender, authorId: call.actor.userId, level, subject, description: comment };
    return create(call, cust, { ...content, questionId, answers });
  }),
  handle(sendTaskTicket, { audit: byCommand, load: { task: row('task', 'taskId') } }, async (args, call, { task }) => {
    const { cust, taskId, comment: description } = args;
    const email = args.email ?? (await emailOf(call.services.db, call.actor));
    if (email === null) return invalid({ email: messages.ticketEmail });
    const subject = subjectOf(`The task “${task.row.name}” does not work`);
    return create(call, cust, { ...blank, email, authorId: call.actor.userId, level: 'support', subject, description, taskId });
  }),
  handle(addIssue, { audit: byCommand, allCustomers: true }, async ({ cust, subject, description, type, contactId }, call) => {
    if (cust === allCustomers) return invalid({ cust: messages.customerEmpty });
    const { db } = call.services;
    const contact = contactId === 0 ? await ticketContact(db, cust) : await contactOf(db, cust, contactId);
    if (!contact) return invalid({ contactId: 'Choose the contact: no person of this customer gets support tickets.' });
    const level = type === 1 ? 'helpDesk' : 'support';
    return create(call, cust, { ...blank, email: contact.email, authorId: contact.id, level, subject, description });
  }),
  handle(addComment, { audit: byCommand, load: { ticket: row('ticket', 'id') } }, async ({ cust, id, text }, call) => {
    const ref = randomUUID();
    const { userId: authorId, administrator: fromProvider } = call.actor;
    const args = { id: localIdOf(ref), ref, ticketId: id, ticketRef: null, authorId, fromProvider, text };
    const made = await callCommand(call, cust, 'ticket.comment.v1', args);
    return made.ok ? ok({ id: made.value.result.done[0] ?? 0 }) : made;
  }),
  handle(setTicketStatus, { audit: byCommand, load: { ticket: ticketNamed() } }, async ({ id, statusId }, call, { ticket }) => {
    const status = statusId === 1 ? 'open' : 'closed';
    const made = await callCommand(call, ticket.customerId, 'ticket.status.v1', { id, ref: null, status });
    return made.ok ? ok({ id }) : made;
  }),
];

async function create(call: Call, customerId: number, content: Content) {
  const ref = randomUUID();
  const args = { ...content, id: localIdOf(ref), ref, evidence: null };
  const made = await callCommand(call, customerId, 'ticket.create.v1', args);
  return made.ok ? ok({ id: made.value.result.done[0] ?? 0 }) : made;
}

type Given = { readonly id: number; readonly value: string };

/** The answers to a question’s own fields, or what is wrong with them. */
function answersTo({ fields }: TicketQuestionRow, given: readonly Given[]) {
  const strange = given.find(({ id }) => !fields.some((field) => field.id === id));
  if (strange) return { question: `The question has no field with the id ${strange.id}. Read its fields from the list.` };
  const answers = fields.flatMap(({ id: fieldId, name }) => {
    const value = given.find(({ id }) => id === fieldId)?.value ?? '';
    return value === '' ? [] : [{ fieldId, name, value }];
  });
  const missing = missingAnswers(fields, answers);
  if (missing.length === 0) return answers;
  return { question: missing.map(({ name }) => messages.ticketFieldRequired({ name })).join('. ') };
}
