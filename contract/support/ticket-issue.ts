import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id, Instant } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

const id = wire('ID', Id);

/**
 * How far a ticket is on its way to Jira. none: Jira is not connected, or was not when the ticket was made. waiting: it goes as soon as Jira
 * takes it. doubt: Jira may have made the issue and did not say so. sent: `key` is its issue. failed: a person must act.
 */
const TicketIssue = z.object({
  state: z.enum(['none', 'waiting', 'doubt', 'sent', 'failed']),
  key: z.string().nullable(),
  /** The address of the issue for people. */
  link: z.string().nullable(),
  /** Why it waits or failed. */
  problem: z.string().nullable(),
  /** When the next try is, if it waits for a time. */
  nextAt: Instant.nullable(),
});
export type TicketIssue = z.infer<typeof TicketIssue>;

const example: TicketIssue = {
  state: 'sent',
  key: 'SUP-12',
  link: 'https://harborview.atlassian.net/browse/SUP-12',
  problem: null,
  nextAt: null,
};

const common = {
  args: z.object({ id }),
  reply: TicketIssue,
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'admin',
  offline: 'online',
  example,
} as const;

export const readTicketIssue = endpoint('GET /api/support/issue/:id', {
  about: 'How far a ticket is on its way to Jira, and why it waits.',
  ...common,
});

export const retryTicketIssue = endpoint('POST /api/support/issue/:id', {
  about: 'Tries a ticket that Jira refused again, at once. A ticket in doubt is looked up at once, and is never made twice.',
  ...common,
});

export const ticketIssueEndpoints = [readTicketIssue, retryTicketIssue];
