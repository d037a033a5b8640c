import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, Instant } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { Done } from './users.ts';

/** One open session of the signed-in user. */
export const OwnSession = z.object({
  id: z.string(),
  /** Browser and system, such as "Chrome on Windows". */
  device: z.string(),
  openedAt: Instant,
  /** The last refresh; an open app refreshes every ten minutes. */
  seenAt: Instant,
  /** The session that makes this call. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const listSessions = endpoint('GET /api/user/sessions', {
  about: 'Open sessions of the signed-in user, the newest first.',
  args: z.object({}),
  reply: z.array(OwnSession),
  fails: ['forbidden'],
  needs: 'session',
  offline: 'cached',
  example: [
    {
      id: '0b8c2a52-6f0e-4c5e-9d43-0a5b9d8f2b11',
      device: 'Chrome on Windows',
      openedAt: '2026-11-20T08:00:00.000Z',
      seenAt: '2026-11-21T09:30:00.000Z',
      isCurrent: true,
    },
  ],
});

export const endSession = endpoint('DELETE /api/user/sessions/:id', {
  about: 'Ends one session of the signed-in user. It loses access at once.',
  args: z.object({ id: z.uuid('Send the id of a session') }),
  reply: Done,
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'session',
  offline: 'online',
  example: { message: 'The session has ended.' },
});

export const endOtherSessions = endpoint('POST /api/user/sessions/end', {
  about: 'Ends all sessions of the signed-in user except the one that makes this call.',
  args: z.object({}),
  reply: z.object({ ended: z.number() }),
  fails: ['forbidden'],
  needs: 'session',
  offline: 'online',
  example: { ended: 2 },
});

export const sessionEndpoints = [listSessions, endSession, endOtherSessions];

const person = z.object({ cust: CustomerRef, id: wire('objID', Id) });

/** An administrator who worked as a person: until now where `endedAt` is null. */
export const WorkAs = z.object({
  userId: z.number(),
  /** The person whose account was used. */
  user: z.string(),
  /** The administrator. */
  by: z.string(),
  reason: z.string(),
  from: Instant,
  /** When it ended, or when it ends by itself. */
  until: Instant,
  isOpen: z.boolean(),
});
export type WorkAs = z.infer<typeof WorkAs>;

export const listPersonSessions = endpoint('GET /api/people/:cust/:id/sessions', {
  about: 'Open sessions of a person, the newest first.',
  args: person,
  reply: z.array(OwnSession),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'users.write',
  offline: 'online',
  example: [
    {
      id: '0b8c2a52-6f0e-4c5e-9d43-0a5b9d8f2b11',
      device: 'Chrome on Windows',
      openedAt: '2026-11-20T08:00:00.000Z',
      seenAt: '2026-11-21T09:30:00.000Z',
      isCurrent: false,
    },
  ],
});

export const endPersonSessions = endpoint('POST /api/people/:cust/:id/sessions/end', {
  about: 'Ends one session of a person, or all of them. They lose access at once.',
  args: z.object({ ...person.shape, session: z.uuid('Send the id of a session').optional() }),
  reply: z.object({ ended: z.number() }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'users.write',
  offline: 'online',
  example: { ended: 2 },
});

export const resetPersonFactor = endpoint('POST /api/people/:cust/:id/factor/reset', {
  about: 'Removes the second factor of a person who lost it, and ends their sessions. They get a notice and an email.',
  args: person,
  reply: Done,
  fails: ['invalid', 'forbidden', 'not_found', 'confirm_identity'],
  needs: 'users.write',
  offline: 'online',
  example: { message: 'The second factor was removed.' },
});

export const listWorkAs = endpoint('GET /api/people/:cust/workas', {
  about:
    'Who of the provider’s administrators worked as people of a customer, the newest first; for the provider, what its administrators did.',
  args: z.object({ cust: CustomerRef, user: Id.optional() }),
  reply: z.object({ total: z.number(), rows: z.array(WorkAs) }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'users.read',
  offline: 'online',
  example: {
    total: 1,
    rows: [
      {
        userId: 1,
        user: 'Ann Reyes',
        by: 'Priya Shah',
        reason: 'Ticket 4711',
        from: '2026-11-21T09:30:00.000Z',
        until: '2026-11-21T10:00:00.000Z',
        isOpen: false,
      },
    ],
  },
});

export const personSessionEndpoints = [listPersonSessions, endPersonSessions, resetPersonFactor, listWorkAs];
