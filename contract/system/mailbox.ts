import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Instant } from '../kit/ids.ts';
import { newestOf } from '../kit/newest.ts';

/** An email as the demo’s mailbox got it. */
const ArrivedMail = z.object({
  id: z.number().int(),
  at: Instant,
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  /** In the order of the email. */
  attachments: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      /** In bytes. */
      size: z.number().int(),
    }),
  ),
});
export type ArrivedMail = z.infer<typeof ArrivedMail>;

/** `html` is as it was sent: it must be shown where nothing of it runs or loads. */
const WholeMail = ArrivedMail.extend({ html: z.string().nullable() });

const example: ArrivedMail = {
  id: 1,
  at: '2026-11-21T00:00:00.000Z',
  from: 'no-reply@localhost',
  to: ['ann@example.org'],
  subject: 'Set a new password',
  text: 'Open this link…',
  attachments: [{ name: 'Open jobs.csv', type: 'text/csv', size: 4711 }],
};

const MailId = z.coerce.number().int().min(1).max(999_999_999);
const read = { fails: ['forbidden', 'not_found'], needs: 'admin', offline: 'online' } as const;

export const listArrivedMails = endpoint('GET /api/demo/mailbox', {
  about:
    'The newest emails that arrived in the mailbox of the demo. Not found where the service has a mail server of its own, or none: no mailbox is kept there.',
  args: z.object({}),
  reply: newestOf(ArrivedMail),
  ...read,
  example: { total: 1, rows: [example] },
});

export const readArrivedMail = endpoint('GET /api/demo/mailbox/:mailId', {
  about: 'An email in the mailbox of the demo, with its HTML as it was sent.',
  args: z.object({ mailId: MailId }),
  reply: WholeMail,
  ...read,
  example: { ...example, html: '<p>Open this link…</p>' },
});

export const readArrivedAttachment = endpoint('GET /api/demo/mailbox/:mailId/:attachment', {
  about: 'An attachment of an email in the mailbox of the demo; the first one of an email has the number 1.',
  args: z.object({ mailId: MailId, attachment: z.coerce.number().int().min(1).max(9999) }),
  reply: z.string(),
  ...read,
  raw: 'file',
  example: 'Job ID,Title',
});

export const mailboxEndpoints = [listArrivedMails, readArrivedMail, readArrivedAttachment];
