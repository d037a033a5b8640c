import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { wire } from '../kit/wire-names.ts';
import { LongWork, queuedWork } from '../system/long-work.ts';
import { audienceFields, Reached } from './audience.ts';

/** Most characters of a message’s HTML. */
export const mostMessageLength = 50_000;

/** Who gets an email by its type: people with the alert for tasks (1), billing (2) or the system (3) in their profile. */
export const MailType = z.union(
  [z.literal(1), z.literal(2), z.literal(3)],
  'Choose the type: 1 for task alerts, 2 for billing alerts or 3 for system alerts',
);
export type MailType = z.infer<typeof MailType>;

const content = {
  ...audienceFields,
  type: wire('Type', MailType),
  subject: wire(
    'Subject',
    z
      .string()
      .trim()
      .min(1, 'Enter a subject')
      .max(200, 'Shorten the subject to 200 characters')
      .refine(
        (subject) => !/[\p{Cc}\u2028\u2029]/u.test(subject),
        'Remove the line breaks and control characters from the subject',
      ),
  ),
  message: wire(
    'Message',
    z
      .string()
      .min(1, 'Write the message')
      .max(mostMessageLength, `Shorten the message to ${mostMessageLength.toLocaleString('en-US')} characters, markup included`),
  ),
};

/** `token` identifies exactly these people: sending with it is refused once they are others. */
const Counted = z.object({ ...Reached.shape, token: z.string() });
export type Counted = z.infer<typeof Counted>;

/** Why nothing was sent: the audience is another one now. */
const Changed = z.object({ message: z.string(), ...Counted.shape });

const counted: Counted = { customers: 4, people: 31, token: 'Zx81' };

export const countRecipients = endpoint('POST /api/notificationEmail/countRecipient', {
  about:
    'How many people would get an email now, how the service would send it, and a token that sending it needs. Sends nothing. The placeholders `#NAME#` and `#CUSTOMER_NAME#` are replaced for each person; others are refused.',
  args: z.object(content),
  reply: z.object({
    ...Counted.shape,
    /** The cleaned message with the placeholders of an example person. */
    preview: z.string(),
  }),
  fails: ['invalid', 'forbidden'],
  needs: 'admin',
  offline: 'online',
  example: { ...counted, preview: '<p>Hello Ann Example,</p>' },
});

export const sendNoticeMail = endpoint('POST /api/notificationEmail/send', {
  about:
    'Sends one email to each person that the lists address. Long work. `People` and `Token` are those of the count; if the audience has changed since, nothing is sent and the reply has the new count.',
  args: z.object({
    ...content,
    people: wire('People', z.number('Enter the number of people who get the email').int().min(1, 'No one gets this email')),
    token: wire('Token', z.string('Count the recipients first').min(1, 'Count the recipients first').max(200)),
  }),
  reply: z.object({ message: z.string(), work: LongWork }),
  fails: ['invalid', 'forbidden', 'conflict', 'confirm_identity'],
  conflict: Changed,
  needs: 'admin',
  offline: 'online',
  example: {
    message: 'The email is being sent to 31 people.',
    work: queuedWork({ id: 9, kind: 'notice-mail', name: 'Email “Maintenance on Saturday”', subjectId: null }),
  },
});

export const noticeMailEndpoints = [countRecipients, sendNoticeMail];
