import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { newestOf } from '../kit/newest.ts';
import { wire } from '../kit/wire-names.ts';

/** A text of a vendor for the status of a job, and the customer's own status that it means. */
const StatusText = z.object({
  text: wire('StatusString', z.string()),
  /** The customer's status that was chosen; null for none. */
  statusId: wire('CustomerStatusesId', z.number().nullable()),
  /** What Jobdock reads the text as by itself; null for a text that it does not know. */
  readAs: z.string().nullable(),
  /** Jobs of the source that have this text. */
  jobs: z.number(),
});
const example = { text: 'Req Approved', statusId: null, readAs: null, jobs: 12 };

const list = {
  reply: z.array(StatusText),
  fails: ['not_found'],
  needs: 'tasks.read',
  offline: 'cached',
} as const;

export const listStatusTexts = endpoint('GET /api/vmsstatusmap/statuslist/:cust/:task', {
  about: 'The status texts that a task’s vendor uses. Those that no one knows come first: their new jobs wait on hold.',
  args: z.object({ cust: CustomerRef, task: Id }),
  ...list,
  example: [example],
});

export const readStatusText = endpoint('GET /api/vmsstatusmap/statuslist/:cust/:task/:text', {
  about: 'One status text of a task’s vendor; an empty list if the vendor has not used it.',
  args: z.object({ cust: CustomerRef, task: Id, text: z.string() }),
  ...list,
  example: [example],
});

export const saveStatusTexts = endpoint('POST /api/vmsstatusmap/statuslist/:cust', {
  about:
    'Says what status texts of a task’s vendor mean, for all tasks of its source. Jobs that waited move at once: the last file is read again.',
  args: z.object({
    cust: CustomerRef,
    task: wire('ID', Id),
    statuses: wire(
      'customerCrawlerExpandedStatuses',
      z
        .array(
          z.object({
            text: wire('StatusString', z.string().trim().min(1, 'Name the text').max(100)),
            statusId: wire('CustomerStatusesId', Id.nullable()),
          }),
        )
        .min(1, 'Send at least one text')
        .max(500),
    ),
  }),
  reply: z.object({
    message: z.string(),
    /** The long work that moves the jobs; null where no file is kept. */ runId: z.number().nullable(),
  }),
  fails: ['not_found', 'invalid', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: { message: messages.saved, runId: 8 },
});

export const listUnknownStatuses = endpoint('GET /api/vmsstatusmap/unmapped', {
  about: 'Status texts of all customers that no one knows, the newest first, at most 500.',
  args: z.object({}),
  reply: newestOf(
    z.object({
      customerId: z.number(),
      customer: z.string(),
      source: z.string(),
      text: z.string(),
      /** A task of the source; null if it has none. */
      taskId: z.number().nullable(),
      firstSeenAt: z.string(),
    }),
  ),
  fails: ['forbidden'],
  needs: 'admin',
  offline: 'cached',
  example: {
    total: 1,
    rows: [
      {
        customerId: 2,
        customer: 'Lakeside Staffing',
        source: 'Medloop',
        text: 'Req Approved',
        taskId: 1,
        firstSeenAt: '2026-11-21T12:00:00.000Z',
      },
    ],
  },
});

export const statusTextEndpoints = [listStatusTexts, readStatusText, saveStatusTexts, listUnknownStatuses];
