import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Instant } from '../kit/ids.ts';
import { newestOf } from '../kit/newest.ts';

const SentMail = z.object({
  id: z.number(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  at: Instant,
  sentAt: Instant.nullable(),
  /** refused: the mail server refused it for good, or the last of five tries failed. */
  state: z.enum(['sent', 'waiting', 'refused']),
  /** What the mail server said to the last try, if that failed. */
  answer: z.string().nullable(),
  /** Tries that ended without an answer. The email went again under the same Message-ID, so its recipient may have it more than once. */
  inDoubt: z.number(),
  attachments: z.array(
    z.object({
      name: z.string(),
      /** In bytes. */
      size: z.number().int(),
    }),
  ),
});
export type SentMail = z.infer<typeof SentMail>;

export const listMail = endpoint('GET /api/admin/mail', {
  about:
    'The newest emails of the service, what became of them, and what the mail server said to those that it did not take. Only the recipient sees the links in an email.',
  args: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
  reply: newestOf(SentMail),
  fails: ['forbidden'],
  needs: 'admin',
  offline: 'online',
  example: {
    total: 1,
    rows: [
      {
        id: 1,
        to: 'ann@example.org',
        subject: 'Set a new password',
        text: 'Open this link…',
        at: '2026-11-21T00:00:00.000Z',
        sentAt: null,
        state: 'refused',
        answer: '550 no such user',
        inDoubt: 0,
        attachments: [{ name: 'Open jobs.csv', size: 4711 }],
      },
    ],
  },
});

export const mailEndpoints = [listMail];
