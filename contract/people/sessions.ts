import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Instant } from '../kit/ids.ts';
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
