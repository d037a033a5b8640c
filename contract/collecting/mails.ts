import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { CollectError } from '#contract/rows/collect-errors.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone, PageNumber, SentInstant } from '../kit/ids.ts';
import { sortBy } from '../kit/sorting.ts';
import { wire } from '../kit/wire-names.ts';
import { RefusedRows } from './uploads.ts';

/** What an update came from, by its documented number: an email as such, a scheduled look, one job, or a list of all open jobs. */
const Processing = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
/** The documented states: 1 processed, 2 failed, 3 pending. */
const Status = z.union([z.literal(1), z.literal(2), z.literal(3)]);

/**
 * Where an email is: `waiting` to be read, `held` because its sender is not confirmed, `read` into jobs, `unread` because no parser took
 * it, `failed`, or `ignored`: an automatic reply, an email of Jobdock itself, or refused by a person.
 */
export const MailState = z.enum(['waiting', 'held', 'read', 'unread', 'failed', 'ignored']);
export type MailState = z.infer<typeof MailState>;

/** What a check of the sender says: `pass` and `fail` as the domain's records say, `none` where there are none. */
const Verdict = z.enum(['pass', 'fail', 'none', 'unknown']);
export const SenderCheck = z.object({
  spf: Verdict,
  dkim: Verdict,
  dmarc: Verdict,
  /** The domain of the sender that people see. */
  domain: z.string(),
  /** Whether the email may be read without a person, and why or why not, as a sentence. */
  isTrusted: z.boolean(),
  words: z.string(),
});
export type SenderCheck = z.infer<typeof SenderCheck>;

const MailRow = z.object({
  id: wire('ID', z.number()),
  customerId: z.number(),
  customer: wire('CustomerName', z.string()),
  receivedAt: wire('DateReceived', z.string()),
  source: wire('VMSSourceName', z.string()),
  taskId: z.number(),
  /** The name of the task; null if it was removed. */
  task: z.string().nullable(),
  subject: wire('Subject', z.string()),
  from: wire('EmailFrom', z.string()),
  processing: wire('TypeOfProcessing', Processing),
  records: wire('RecordsNo', z.number()),
  status: wire('Status', Status),
  state: MailState,
  parserId: wire('Parser_ID', z.number().nullable()),
  parser: z.string().nullable(),
  /** Jobs by what became of them: added, changed, same, cancelled, refused. */
  counts: z.record(z.string(), z.number()),
  error: CollectError.nullable(),
  /** The result as a sentence; empty while the email waits. */
  words: z.string(),
  /** Bytes of the email. */
  size: z.number(),
  sender: SenderCheck.nullable(),
});
export type MailRow = z.infer<typeof MailRow>;

const example: MailRow = {
  id: 7,
  customerId: 2,
  customer: 'Harborview Staffing',
  receivedAt: '2026-11-21T12:00:00.000Z',
  source: 'Lakeside VMS',
  taskId: 4,
  task: 'Lakeside emails',
  subject: 'New requisition 2024-1',
  from: 'orders@vendor.example',
  processing: 2,
  records: 1,
  status: 1,
  state: 'read',
  parserId: 1,
  parser: 'HWL requisition',
  counts: { added: 1, changed: 0, same: 0, cancelled: 0, refused: 0 },
  error: null,
  words: '1 job listed, 1 new',
  size: 20_480,
  sender: {
    spf: 'pass',
    dkim: 'pass',
    dmarc: 'pass',
    domain: 'vendor.example',
    isTrusted: true,
    words: 'The sender is confirmed.',
  },
};

/** Columns that the history can be sorted by. */
export const receivedMailSorts = [
  'receivedAt',
  'id',
  'customer',
  'source',
  'subject',
  'from',
  'processing',
  'records',
  'status',
] as const;

/** Pages of 10, 20, 50 or 100 emails, as the lists of tasks. */
const PageSize = z.coerce.number().int().min(1).max(200);

export const listReceivedMails = endpoint('GET /api/emailhistory/:cust', {
  about:
    'Emails that tasks got, the newest first unless sorted, a page at a time. -1 lists those of all customers, for administrators. `pile` narrows to the emails that wait for a person: `unread` by any parser, or `held` because of their sender.',
  args: z.object({
    cust: CustomerRef,
    /** A task; 0 for all. */
    task: IdOrNone.default(0),
    /** From this moment, and before that one. */
    since: SentInstant.optional(),
    until: SentInstant.optional(),
    processing: wire('TypeOfProcessing', z.coerce.number().pipe(Processing).optional()),
    /** 0 for all. */
    status: wire('Status', z.coerce.number().int().min(0).max(3).default(0)),
    pile: z.enum(['all', 'unread', 'held']).default('all'),
    /** Part of the subject or of the sender. */
    text: z.string().max(200, 'Shorten this to 200 characters').default(''),
    sort: sortBy(MailRow, receivedMailSorts).default('-receivedAt'),
    page: PageNumber.default(1),
    pageSize: PageSize.default(20),
  }),
  reply: z.object({
    total: z.number(),
    totalPages: wire('TotalPages', z.number()),
    /** Emails of these customers in each pile, whatever the filters. */
    piles: z.object({ unread: z.number(), held: z.number() }),
    rows: z.array(MailRow),
  }),
  fails: ['not_found', 'forbidden', 'invalid'],
  needs: 'tasks.read',
  offline: 'cached',
  example: { total: 1, totalPages: 1, piles: { unread: 0, held: 0 }, rows: [example] },
});

export const readReceivedMail = endpoint('GET /api/emailhistory/:cust/:id', {
  about:
    'An email with its content, for a sandboxed frame: without scripts, remote content, forms and hidden text. Its text where it has no HTML.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: MailRow.extend({
    html: wire('HtmlBody', z.string()),
    plain: wire('Body', z.string().nullable()),
    /** Earlier emails that a reply quotes. Parsers do not read them. */
    quoted: z.string(),
    /** The vendor’s ids of the jobs whose values were last read from this email; the first 50. */
    jobs: z.array(z.string()),
    /** Why the content cannot be shown; null if it can. */
    problem: z.string().nullable(),
  }),
  fails: ['not_found', 'forbidden'],
  needs: 'tasks.read',
  offline: 'online',
  example: { ...example, html: '<p>City: Tulsa</p>', plain: null, quoted: '', jobs: ['2024-1'], problem: null },
});

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const parseReceivedMail = endpoint('POST /api/admin/parse/:id', {
  about:
    'What reading an email now would give: the parser that takes it or why none does, its jobs and the rows that would be refused. Writes nothing. Shows the first 50 jobs.',
  args: z.object({ id: Id }),
  reply: z.object({
    parserId: wire('Parser_ID', z.number().nullable()),
    parser: z.string().nullable(),
    /** Why no parser takes the email; empty if one does. */
    reason: z.string(),
    processing: wire('TypeOfProcessing', Processing),
    /** Attachments that are not read, and why. */
    unread: z.array(z.string()),
    /** Why the email cannot be read at all; null if it can. */
    problem: z.string().nullable(),
    added: z.number(),
    changed: z.number(),
    same: z.number(),
    /** Open jobs that would be canceled because the email lists all open jobs without them. */
    cancelled: z.number(),
    jobs: z.array(
      z.object({
        providerJobId: z.string(),
        isNew: z.boolean(),
        values: z.array(z.object({ field: z.string(), value: Value })),
        /** What would change in a known job. Empty for a new one. */
        changes: z.array(z.object({ field: z.string(), before: Value, after: Value })),
      }),
    ),
    refused: RefusedRows,
    warned: RefusedRows,
  }),
  fails: ['not_found', 'forbidden', 'invalid'],
  needs: 'tasks.read',
  offline: 'online',
  example: {
    parserId: 1,
    parser: 'HWL requisition',
    reason: '',
    processing: 2,
    unread: [],
    problem: null,
    added: 1,
    changed: 0,
    same: 0,
    cancelled: 0,
    jobs: [{ providerJobId: '2024-1', isNew: true, values: [{ field: 'city', value: 'Tulsa' }], changes: [] }],
    refused: [],
    warned: [],
  },
});

const queued = {
  reply: z.object({
    message: z.string(),
    /** The long work to follow; null if the task already runs. */ runId: z.number().nullable(),
  }),
  fails: ['not_found', 'forbidden', 'invalid'],
  offline: 'online',
  example: { message: messages.recordQueued, runId: 7 },
} as const;

export const reprocessReceivedMail = endpoint('POST /api/admin/reprocess/:id', {
  about:
    'Queues reading an email again, with the parsers, rules and mappings of now. Only the newest email of a task cancels missing jobs, and only if it lists all open jobs. `accept` accepts that it lists far fewer.',
  args: z.object({ id: Id, accept: z.boolean().default(false) }),
  needs: 'admin',
  ...queued,
});

export const acceptReceivedMail = endpoint('POST /api/emailhistory/accept/:cust/:id', {
  about: 'Accepts an email whose sender could not be confirmed, and queues reading it.',
  args: z.object({ cust: CustomerRef, id: Id }),
  needs: 'tasks.write',
  ...queued,
});

export const refuseReceivedMail = endpoint('POST /api/emailhistory/refuse/:cust/:id', {
  about: 'Puts an email aside that waits for a person. It stays in the history and is not read.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: z.object({ message: z.string() }),
  fails: ['not_found', 'forbidden', 'invalid'],
  needs: 'tasks.write',
  offline: 'online',
  example: { message: messages.saved },
});

export const giveMailAddress = endpoint('POST /api/agent/mailaddress/:cust/:id', {
  about:
    'The address to which a vendor sends the emails of a task. The first call makes it; `renew` makes another one, and emails to the old one are refused from then on.',
  args: z.object({ cust: CustomerRef, id: Id, renew: z.boolean().default(false) }),
  reply: z.object({
    address: z.string(),
    /** Whether this installation takes emails in at present. */
    isOpen: z.boolean(),
  }),
  fails: ['not_found', 'forbidden', 'invalid'],
  needs: 'tasks.write',
  offline: 'online',
  example: { address: 'jobs-3k9w7c2m5x8q4t6v1z0r@mail.agency.example', isOpen: true },
});

export const receivedMailEndpoints = [
  listReceivedMails,
  readReceivedMail,
  parseReceivedMail,
  reprocessReceivedMail,
  acceptReceivedMail,
  refuseReceivedMail,
  giveMailAddress,
];
