import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, Instant, SentInstant } from '../kit/ids.ts';

/** Kinds of changes: a row added, changed or removed; work such as runs, posts and uploads; sign-in and security. */
export const ChangeKind = z.enum(['added', 'changed', 'removed', 'work', 'access']);
export type ChangeKind = z.infer<typeof ChangeKind>;

/** One line of the audit as people read it. */
export const ActivityLine = z.object({
  id: z.number(),
  at: Instant,
  customerId: z.number(),
  customer: z.string(),
  /** Who did it; null for the service itself, and where no one had signed in. */
  who: z.string().nullable(),
  whoId: z.number().nullable(),
  /** The user that the person worked as; null if it was their own account. */
  as: z.string().nullable(),
  asId: z.number().nullable(),
  /** The name of the call or queued change: `status.save`. */
  command: z.string(),
  sentence: z.string(),
  /** What it was done to, with its present name; null for none, or several. */
  object: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }).nullable(),
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  facts: z.array(z.object({ label: z.string(), text: z.string() })),
  /** The address that it came from, and the browser or device; null if unknown. */
  ip: z.string().nullable(),
  device: z.string().nullable(),
});
export type ActivityLine = z.infer<typeof ActivityLine>;

/** What the list and its file can be narrowed by. */
const which = {
  cust: CustomerRef,
  /** What the person did, and what was done as them. */
  person: Id.optional(),
  /** A kind of object (`task`), with `object` one of them. */
  kind: z.string().max(40, 'Shorten this to 40 characters').optional(),
  object: z.string().max(100, 'Shorten this to 100 characters').optional(),
  did: ChangeKind.optional(),
  /** From this moment, and before that one. */
  since: SentInstant.optional(),
  until: SentInstant.optional(),
};

const example: ActivityLine = {
  id: 812,
  at: '2026-11-21T09:30:00.000Z',
  customerId: 2,
  customer: 'Harborview Staffing',
  who: 'Marcus Bell',
  whoId: 4,
  as: null,
  asId: null,
  command: 'status.save',
  sentence: 'Marcus Bell changed the name of the status “Closed” from Open to Closed',
  object: { kind: 'status', id: '3', name: 'Closed' },
  changes: [{ label: 'name', before: 'Open', after: 'Closed' }],
  facts: [],
  ip: '203.0.113.7',
  device: 'Chrome on Windows',
};

const needs = { needs: 'activity.read', offline: 'online', fails: ['invalid', 'not_found', 'forbidden'] } as const;

export const listActivity = endpoint('GET /api/activity/:cust', {
  about: 'Who changed what: lines of the audit, the newest first. `next` reads the following page; null at the end.',
  args: z.object({
    ...which,
    before: z
      .string()
      .regex(/^-?\d{1,17}_\d{1,18}$/, 'Send the `next` of a page')
      .optional(),
    pageSize: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ lines: z.array(ActivityLine), next: z.string().nullable() }),
  ...needs,
  example: { lines: [example], next: '1763717400000000_812' },
});

export const listActivityPeople = endpoint('GET /api/activity/people/:cust', {
  about: 'The people by whom the activity can be narrowed, removed ones too: of the customer, and others who worked in it.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(z.object({ id: z.number(), name: z.string(), removed: z.boolean() })),
  ...needs,
  example: [{ id: 4, name: 'Marcus Bell', removed: false }],
});

export const exportActivity = endpoint('POST /api/activity/:cust/csv', {
  about:
    'The same lines as a CSV, the newest first; its name says how many. The file has at most as many as the service item allows.',
  args: z.object(which),
  reply: z.string(),
  ...needs,
  raw: 'file',
  example: 'When,Who\r\n',
});

export const activityEndpoints = [listActivity, listActivityPeople, exportActivity];
