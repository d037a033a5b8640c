import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone, Instant } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { mostTicketText } from '../rows/ticket.ts';

/** What the provider’s people alone see and decide: never a row on a device, never in a customer’s mail or file. */
export const TicketPriority = z.enum(['urgent', 'high', 'normal', 'low']);
export type TicketPriority = z.infer<typeof TicketPriority>;

const cust = CustomerRef;
const id = wire('ID', Id);
const online = { needs: 'admin', offline: 'online' } as const;

const Note = z.object({ id: z.number(), by: z.string(), at: Instant, text: z.string() });
const Person = z.object({ id: z.number(), name: z.string() });

const Desk = z.object({
  /** How the sender is reached. */
  email: z.string(),
  phone: z.string().nullable(),
  assigneeId: z.number().nullable(),
  priority: TicketPriority,
  firstAnswerDueAt: Instant,
  firstAnsweredAt: Instant.nullable(),
  /** Internal notes, oldest first. */
  notes: z.array(Note),
  /** Who can be the assignee. */
  people: z.array(Person),
  /** Addresses that get answers besides the sender’s: those of tickets that were merged into this one. */
  followers: z.array(z.string()),
  /** The last emails to this ticket that are no answers, and why. */
  refusedMails: z.array(z.object({ id: z.number(), at: Instant, from: z.string(), why: z.string() })),
});
export type Desk = z.infer<typeof Desk>;

const example: Desk = {
  email: 'ann@example.org',
  phone: null,
  assigneeId: 1,
  priority: 'normal',
  firstAnswerDueAt: '2026-11-22T12:00:00.000Z',
  firstAnsweredAt: null,
  notes: [{ id: 3, by: 'Dana Cole', at: '2026-11-21T12:10:00.000Z', text: 'Same as last week.' }],
  people: [{ id: 1, name: 'Dana Cole' }],
  followers: [],
  refusedMails: [],
};

export const readDesk = endpoint('GET /api/support/desk/:id', {
  about: 'What only the provider knows of a ticket: contact, assignee, priority, when the first answer is due, internal notes.',
  args: z.object({ id }),
  reply: Desk,
  fails: ['invalid', 'not_found', 'forbidden'],
  ...online,
  example,
});

export const saveDesk = endpoint('POST /api/support/desk/:id', {
  about: 'Sets the assignee (0 for none) and the priority of a ticket. The first answer is due by the priority.',
  args: z.object({ id, assigneeId: IdOrNone, priority: TicketPriority }),
  reply: Desk,
  fails: ['invalid', 'not_found', 'forbidden'],
  ...online,
  example,
});

export const addTicketNote = endpoint('POST /api/support/notes/:id', {
  about: 'Writes an internal note on a ticket. The customer never sees it.',
  args: z.object({
    id,
    text: z
      .string()
      .trim()
      .min(1, 'Write the note')
      .max(mostTicketText, `Shorten the note to ${mostTicketText.toLocaleString('en-US')} characters`),
  }),
  reply: Note,
  fails: ['invalid', 'not_found', 'forbidden'],
  ...online,
  example: { id: 3, by: 'Dana Cole', at: '2026-11-21T12:10:00.000Z', text: 'Same as last week.' },
});

export const mergeTicket = endpoint('POST /api/support/merge/:id', {
  about:
    'Merges a ticket into another one of the same customer, which gets its answers, files, notes and people. The merged one is closed. It cannot be undone.',
  args: z.object({ id, into: Id }),
  reply: z.object({ id: z.number() }),
  fails: ['invalid', 'not_found', 'forbidden'],
  ...online,
  example: { id: 12 },
});

export const countWaitingTickets = endpoint('GET /api/support/waiting', {
  about: 'How many open tickets of all customers wait for an answer by the provider.',
  args: z.object({}),
  reply: z.object({ waiting: z.number() }),
  fails: [],
  ...online,
  example: { waiting: 3 },
});

const CannedAnswer = z.object({ id: z.number(), name: z.string(), text: z.string() });
export type CannedAnswer = z.infer<typeof CannedAnswer>;
const cannedExample: CannedAnswer = { id: 1, name: 'Ask for the job ID', text: 'Which job is it? Send its ID.' };

export const listCannedAnswers = endpoint('GET /api/support/cannedanswers', {
  about: 'Answers that the provider’s people use again, by name.',
  args: z.object({}),
  reply: z.array(CannedAnswer),
  fails: [],
  ...online,
  example: [cannedExample],
});

export const saveCannedAnswer = endpoint('POST /api/support/cannedanswers', {
  about: 'Adds a canned answer (id 0) or changes one.',
  args: z.object({
    id: IdOrNone,
    name: z.string().trim().min(1, 'Name the answer').max(100, 'Shorten this to 100 characters'),
    text: z.string().trim().min(1, 'Write the answer').max(mostTicketText, 'Shorten the answer'),
  }),
  reply: CannedAnswer,
  fails: ['invalid', 'not_found'],
  ...online,
  example: cannedExample,
});

export const removeCannedAnswer = endpoint('DELETE /api/support/cannedanswers/:id', {
  about: 'Removes a canned answer. Answers that were sent stay.',
  args: z.object({ id: Id }),
  reply: CannedAnswer,
  fails: ['not_found'],
  ...online,
  example: cannedExample,
});

const Choice = z.object({ id: wire('objID', z.number()), name: wire('ContactName', z.string()) });

export const readTicketContact = endpoint('GET /api/contacts/support/tickets/default/:cust', {
  about: 'The contact of a customer for support tickets: the first by name who gets them. Null if no one does.',
  args: z.object({ cust }),
  reply: Choice.nullable(),
  fails: ['invalid', 'not_found', 'forbidden'],
  ...online,
  example: { id: 4, name: 'Ann Reyes' },
});

export const listContactChoices = endpoint('GET /api/contacts/choices/:cust', {
  about: 'The first 50 people of a customer by name, without their addresses; with `query`, those whose names contain it.',
  args: z.object({ cust, query: z.string().trim().max(200).default('') }),
  reply: z.array(Choice),
  fails: ['invalid', 'not_found', 'forbidden'],
  ...online,
  example: [{ id: 4, name: 'Ann Reyes' }],
});

export const deskEndpoints = [
  readDesk,
  saveDesk,
  addTicketNote,
  mergeTicket,
  countWaitingTickets,
  listCannedAnswers,
  saveCannedAnswer,
  removeCannedAnswer,
  readTicketContact,
  listContactChoices,
];
