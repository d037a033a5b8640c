import * as z from 'zod';
import { Instant } from '../kit/ids.ts';
import { created } from './rule-rows.ts';

/** Most characters of the text of a ticket and of an answer. */
export const mostTicketText = 10_000;
/** Most characters of a ticket's subject. */
export const mostSubjectLength = 200;
/** Most files of one ticket. */
export const mostTicketFiles = 20;

export const TicketStatus = z.enum(['open', 'closed']);
export type TicketStatus = z.infer<typeof TicketStatus>;

/** Who works on it first: 1 and 2 of the documents. */
export const TicketLevel = z.enum(['helpDesk', 'support']);
export type TicketLevel = z.infer<typeof TicketLevel>;

/** What a person entered in a field of the ticket's question. */
export const TicketAnswer = z.object({
  fieldId: z.number().int(),
  name: z.string().trim().min(1).max(100),
  value: z.string().trim().max(1000, 'Shorten this to 1,000 characters'),
});
export type TicketAnswer = z.infer<typeof TicketAnswer>;

/** What the sender's device said about itself. The sender sees it before it is sent; it has no secret. */
export const TicketEvidence = z.object({
  /** The address of the screen, without its origin. */
  address: z.string().max(500),
  version: z.string().max(100),
  /** The state of sync in words. */
  sync: z.string().max(200),
  /** The last refused changes, in words. */
  refusals: z.array(z.string().max(300)).max(5),
});
export type TicketEvidence = z.infer<typeof TicketEvidence>;

/** A file of a ticket, by its random id. */
export const TicketFile = z.object({
  id: z.string(),
  name: z.string(),
  /** What it is by its content, such as “PDF”. */
  kind: z.string(),
  /** In bytes. */
  size: z.number(),
  by: z.string(),
  at: Instant,
});
export type TicketFile = z.infer<typeof TicketFile>;

/**
 * A support ticket as the customer's people see it. The sender's email address and phone number, the assignee, the priority and
 * internal notes are not here: no device stores them.
 */
export const TicketRow = z.object({
  id: z.number(),
  level: TicketLevel,
  status: TicketStatus,
  subject: z.string(),
  description: z.string(),
  /** As the sender wrote it. */
  customerName: z.string(),
  authorId: z.number(),
  author: z.string(),
  questionId: z.number().nullable(),
  answers: z.array(TicketAnswer),
  taskId: z.number().nullable(),
  jobId: z.number().nullable(),
  /** Absent in rows that are older than this field, and null on devices then. */
  ruleId: z.number().nullable().optional(),
  /** The ticket that has its answers and files now. A merged ticket is closed and takes no answers of its own. Absent or null in others. */
  mergedInto: z.number().nullable().optional(),
  evidence: TicketEvidence.nullable(),
  files: z.array(TicketFile),
  createdAt: Instant,
  /** When it was last answered, closed or reopened, or got a file. */
  changedAt: Instant,
  comments: z.number().int(),
  /** The last answer; null as long as there is none. */
  lastAnswer: z.object({ at: Instant, by: z.string(), fromProvider: z.boolean() }).nullable(),
  /** The status of its issue in Jira; empty without one. */
  jiraStatus: z.string().default(''),
  version: z.number().int(),
  by: z.string(),
  at: Instant,
  ...created,
});
export type TicketRow = z.infer<typeof TicketRow>;

/** An answer to a ticket, by the customer's people or by the provider. */
export const TicketCommentRow = z.object({
  id: z.number(),
  ticketId: z.number(),
  authorId: z.number(),
  author: z.string(),
  fromProvider: z.boolean(),
  text: z.string(),
  writtenAt: Instant,
  version: z.number().int(),
  by: z.string(),
  at: Instant,
  ...created,
});
export type TicketCommentRow = z.infer<typeof TicketCommentRow>;

/**
 * A field of a question. `required` 1: it must be filled. 2: at least one field of its `group` must be filled. 0: it may stay blank.
 */
export const QuestionField = z.object({
  id: z.number().int(),
  name: z.string(),
  group: z.string().nullable(),
  required: z.union([z.literal(0), z.literal(1), z.literal(2)]),
});
export type QuestionField = z.infer<typeof QuestionField>;

/** What a ticket can be about, the same for every customer. `position` orders the list. */
export const TicketQuestionRow = z.object({
  id: z.number(),
  name: z.string(),
  level: TicketLevel,
  position: z.number().int(),
  fields: z.array(QuestionField),
});
export type TicketQuestionRow = z.infer<typeof TicketQuestionRow>;
