import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone, Instant } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { wire } from '../kit/wire-names.ts';

/** Whether a person may work at another customer. Only an approved link gives access. */
export const linkStatus = { none: 0, asked: 1, approved: 2, rejected: 3 } as const;
const LinkStatus = z.union(
  [z.literal(0), z.literal(1), z.literal(2), z.literal(3)],
  'Send 0 to unlink, 1 to ask, 2 to approve, or 3 to reject',
);
export type LinkStatus = z.infer<typeof LinkStatus>;

/** A person of one customer who works at another one, or asks to. */
export const LinkedPerson = z.object({
  userId: wire('objID', z.number()),
  name: wire('ContactName', z.string()),
  email: wire('EMail', z.string()),
  /** The customer that the person belongs to. */
  customerId: wire('Customer_ID', z.number()),
  customerName: wire('CustomerName', z.string()),
  linkedCustomerId: z.number(),
  linkedCustomerName: z.string(),
  status: wire('LinkedStatus', LinkStatus),
  askedAt: Instant,
  /** When it was approved or rejected, and by whom. */
  decidedAt: Instant.nullable(),
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
  /** Ids of the rights that the person has at the linked customer. Before the decision: those of the person's own that can be given. */
  rights: z.array(z.number()),
});
export type LinkedPerson = z.infer<typeof LinkedPerson>;

const example: LinkedPerson = {
  userId: 1,
  name: 'Ann Reyes',
  email: 'ann@example.org',
  customerId: 2,
  customerName: 'Harborview Staffing',
  linkedCustomerId: 3,
  linkedCustomerName: 'Bayside Travel Nurses',
  status: linkStatus.approved,
  askedAt: '2026-11-20T00:00:00.000Z',
  decidedAt: '2026-11-21T00:00:00.000Z',
  decidedBy: 'Dana Cole',
  reason: null,
  rights: [6, 8],
};

export const listLinks = endpoint('GET /api/contact/linked', {
  about:
    'Links of a customer. `linkedAccounts`: people of others who work here or ask to, for those who decide. `linkedCustomers`: where its own people work or asked to; others than user administrators see only their own.',
  args: z.object({ cust: CustomerRef.default('me') }),
  reply: z.object({ linkedAccounts: z.array(LinkedPerson), linkedCustomers: z.array(LinkedPerson) }),
  fails: ['forbidden', 'not_found'],
  needs: 'session',
  // It has email addresses, which no device stores.
  offline: 'online',
  example: { linkedAccounts: [], linkedCustomers: [example] },
});

export const changeLink = endpoint('POST /api/contact/linked/:customer/:id/:linkedCustomerId', {
  about:
    'Asks for a link of a person (`customer`, `id`) with another customer, or decides it. 1 asks: with linked customer 0, `CustomerName` names it exactly. 2 approves and sets the rights, 3 rejects: for people with the right to decide at the linked customer. 0 unlinks: for both sides.',
  args: z.object({
    customer: CustomerRef,
    id: Id,
    linkedCustomerId: IdOrNone,
    status: wire('LinkedStatus', LinkStatus),
    customerName: wire('CustomerName', z.string().trim().max(200).default('')),
    reason: z.string().trim().max(300, 'Shorten this to 300 characters').default(''),
    /** Ids of the rights that the person gets at the linked customer. Without it, those of their own that the caller can give. */
    rights: z.array(z.number().int()).max(200).optional(),
  }),
  reply: z.object({ status: wire('LinkedStatus', LinkStatus), message: z.string() }),
  fails: ['invalid', 'forbidden', 'not_found', 'confirm_identity'],
  needs: 'session',
  offline: 'online',
  example: { status: linkStatus.asked, message: messages.linkRequested },
});

export const linkEndpoints = [listLinks, changeLink];
