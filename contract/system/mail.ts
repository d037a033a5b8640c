import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Instant } from '../kit/ids.ts';
import { newestOf } from '../kit/newest.ts';

export const listMail = endpoint('GET /api/admin/mail', {
  about:
    'The newest emails of the service, for installations without a mail server. Only the recipient sees the links in an email.',
  args: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
  reply: newestOf(
    z.object({ id: z.number(), to: z.string(), subject: z.string(), text: z.string(), at: Instant, sentAt: Instant.nullable() }),
  ),
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
      },
    ],
  },
});

export const mailEndpoints = [listMail];
