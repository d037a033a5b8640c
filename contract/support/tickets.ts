import * as z from 'zod';
import { CommentText, TicketSender, TicketSubject, TicketText } from '../commands/ticket.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone, Instant, RowId } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/** Most bytes of a file of a ticket that waits on a device, and of all of them together [edge case 30]. */
export const mostWaitingFile = 5_000_000;
export const mostWaitingFiles = 20_000_000;

/** 1 help desk, 2 support. */
const LevelNumber = z.union([z.literal(1), z.literal(2)]);
const cust = CustomerRef;
const id = wire('ID', z.number());

/** A ticket as the documents show it. Lists have the first 100 characters of the description. */
const Ticket = z.object({
  id,
  customerId: wire('Customer_ID', z.number()),
  taskId: wire('TaskID', z.number().nullable()),
  jobId: wire('JobID', z.number().nullable()),
  ruleId: wire('RuleID', z.number().nullable()),
  customerName: wire('CustomerName', z.string()),
  type: wire('Type', LevelNumber),
  contactId: wire('CustomerContact_ID', z.number()),
  contact: wire('CustomerContact', z.string()),
  created: wire('Created', Instant),
  changed: wire('DateM', Instant),
  status: wire('Status', z.enum(['Open', 'Closed'])),
  /** Empty as long as no Jira project is connected. */
  jiraStatus: wire('JiraStatus', z.string()),
  subject: wire('Subject', z.string()),
  description: wire('Description', z.string()),
  /** How many files and answers it has. */
  files: z.number(),
  comments: z.number(),
  /** Whether it is open and waits for an answer by the provider. */
  waits: z.boolean(),
  /** The ticket that it was merged into. */
  mergedInto: z.number().nullable(),
});
export type Ticket = z.infer<typeof Ticket>;

const example: Ticket = {
  id: 12,
  customerId: 2,
  taskId: null,
  jobId: 7,
  ruleId: null,
  customerName: 'MedStaff West',
  type: 1,
  contactId: 4,
  contact: 'Ann Reyes',
  created: '2026-11-21T12:00:00.000Z',
  changed: '2026-11-21T12:30:00.000Z',
  status: 'Open',
  jiraStatus: '',
  subject: 'A job is missing or wrong',
  description: 'Job 884-210 has the wrong rate.',
  files: 1,
  comments: 2,
  waits: false,
  mergedInto: null,
};

export const listTickets = endpoint('GET /api/customer/support/list/:cust', {
  about:
    'The tickets of a customer, those changed last first; of all customers for an administrator who names all. At most 500; `total` on each row counts all.',
  args: z.object({ cust, status: z.enum(['open', 'closed']).optional() }),
  reply: z.array(Ticket.extend({ total: z.number() })),
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'session',
  offline: 'online',
  example: [{ ...example, total: 1 }],
});

const Comment = z.object({
  id,
  ticketId: wire('Ticket_ID', z.number()),
  author: wire('Author', z.string()),
  /** Whether the provider’s people wrote it. */
  fromProvider: z.boolean(),
  created: wire('Created', Instant),
  text: wire('Comment', z.string()),
});
const commentExample = {
  id: 31,
  ticketId: 12,
  author: 'Marcus Bell',
  fromProvider: true,
  created: '2026-11-21T12:30:00.000Z',
  text: 'The rate is right now.',
};

export const listComments = endpoint('GET /api/customer/support/comments/list/:id/:cust', {
  about: 'The answers to a ticket, oldest first. Internal notes are not among them.',
  args: z.object({ id: wire('ID', Id), cust }),
  reply: z.array(Comment),
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'session',
  offline: 'replicated',
  example: [commentExample],
});

const File = z.object({
  id: wire('ID', z.string()),
  name: wire('FileName', z.string()),
  kind: z.string(),
  /** In bytes. */
  size: z.number(),
  by: z.string(),
  created: wire('Created', Instant),
});
const fileExample = {
  id: '6f0f6d1e-9c55-4f43-9f0a-0f3b8f1f8a11',
  name: 'rates.csv',
  kind: 'Text',
  size: 4711,
  by: 'Ann Reyes',
  created: '2026-11-21T12:00:00.000Z',
};

export const listTicketFiles = endpoint('GET /api/customer/support/attachments/list/:id', {
  about: 'The files of a ticket, in the order in which they came.',
  args: z.object({ id: wire('ID', Id) }),
  reply: z.array(File),
  fails: ['not_found', 'forbidden'],
  needs: 'session',
  offline: 'replicated',
  example: [fileExample],
});

export const readTicketFile = endpoint('GET /api/customer/support/attachments/download/:id', {
  about: 'A file of a ticket as it was sent, always as a download.',
  args: z.object({ id: wire('ID', z.uuid('Use the ID from the list of files')) }),
  reply: z.string(),
  fails: ['not_found', 'forbidden'],
  needs: 'session',
  offline: 'online',
  raw: 'file',
  example: 'Job ID,Rate',
});

export const addTicketFile = endpoint('POST /api/upload/jira/attachment/:id', {
  about:
    'Adds a file of at most 20 MB to a ticket. `ref`, a UUID of the sender, makes a file that is sent again one file. Programs and empty files are refused.',
  args: z.object({
    id: wire('ID', Id),
    file: z.instanceof(Uint8Array),
    fileName: z.string().max(255),
    ref: z.uuid('Send a UUID, or none').optional(),
  }),
  reply: File,
  fails: ['invalid', 'too_large', 'not_found', 'forbidden'],
  needs: 'session',
  offline: 'online',
  upload: 'file',
  example: fileExample,
});

const made = {
  reply: z.object({ id: wire('id', z.number()) }),
  fails: ['invalid', 'not_found', 'forbidden', 'conflict', 'key_reused'],
  needs: 'session',
  offline: 'queued',
  example: { id: 12 },
} as const;

export const sendTicket = endpoint('POST /api/customer/support', {
  about: 'Sends a ticket to support, for the caller’s customer. A question’s required fields must be filled.',
  args: z.object({
    customerName: wire('CustomerName', TicketSender.customerName.default('')),
    email: wire('Email', TicketSender.email),
    phone: wire('Phone', TicketSender.phone.default(null)),
    question: wire(
      'SupportQuestion',
      z.object({
        id: wire('ID', RowId),
        fields: wire(
          'Fields',
          z
            .array(
              z.object({
                id: wire('ID', z.number().int()),
                name: wire('Name', z.string().max(100).default('')),
                group: wire('Group', z.unknown().optional()),
                required: wire('Required', z.unknown().optional()),
                value: wire('Value', z.string().trim().max(1000, 'Shorten this to 1,000 characters').default('')),
              }),
            )
            .max(30)
            .default([]),
        ),
      }),
    ).optional(),
    comment: wire('Comment', TicketText),
    jobId: wire('JobID', RowId.nullable().default(null)),
    ruleId: wire('RuleID', RowId.nullable().default(null)),
    cust: cust.default('me'),
  }),
  ...made,
});

export const sendTaskTicket = endpoint('POST /api/customer/support/add/:cust/:taskId', {
  about: 'Sends a ticket about a data collection task, as after its second failed check.',
  args: z.object({
    cust,
    taskId: wire('TaskID', Id),
    email: wire('Email', TicketSender.email.optional()),
    comment: wire('Comment', TicketText),
  }),
  ...made,
});

export const addIssue = endpoint('POST /api/customer/support/issue/:cust', {
  about: 'Adds a ticket for a customer, by the provider. Its contact is the one given, or the customer’s contact for tickets.',
  args: z.object({
    cust,
    subject: wire('Subject', TicketSubject),
    description: wire('Description', TicketText),
    type: wire('Type', LevelNumber.default(2)),
    contactId: wire('CustomerContact_ID', IdOrNone.default(0)),
  }),
  ...made,
  needs: 'admin',
  offline: 'online',
});

export const addComment = endpoint('POST /api/customer/support/comments/add/:cust', {
  about: 'Answers a ticket. An answer to a closed ticket reopens it. The other side gets an email.',
  args: z.object({ cust, id: wire('ID', RowId), text: wire('Comment', CommentText) }),
  ...made,
  example: { id: 31 },
});

export const setTicketStatus = endpoint('POST /api/customer/support/status/:id/:statusId', {
  about: 'Reopens a ticket (1) or closes it (2).',
  args: z.object({
    id: wire('ID', Id),
    statusId: z.coerce.number().int().min(1, 'Send 1 (open) or 2 (closed)').max(2, 'Send 1 (open) or 2 (closed)'),
  }),
  ...made,
});

export const ticketEndpoints = [
  listTickets,
  listComments,
  listTicketFiles,
  readTicketFile,
  addTicketFile,
  sendTicket,
  sendTaskTicket,
  addIssue,
  addComment,
  setTicketStatus,
];
