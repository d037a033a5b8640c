import * as z from 'zod';
import { countRecipients, type MailType } from '#contract/support/notice-mail.ts';
import { audienceDraft, sentAudience } from '../audience/audience-draft.ts';

export const mailTypes = [
  { value: '1', label: 'Task alerts' },
  { value: '2', label: 'Billing alerts' },
  { value: '3', label: 'System alerts' },
];

export const MailDraft = z.object({
  type: z.string().refine((type) => mailTypes.some(({ value }) => value === type), 'Choose who gets it'),
  subject: countRecipients.args.shape.subject,
  message: countRecipients.args.shape.message,
  ...audienceDraft,
});
export type MailDraft = z.output<typeof MailDraft>;

export const newMail = {
  type: '3',
  subject: '',
  message: '',
  customers: [],
  crawlers: [],
  targetKinds: [],
  everyone: false,
};

/** An email as the service counts and sends it. */
export const sentMail = ({ type, subject, message, ...audience }: MailDraft) => ({
  type: Number(type) as MailType,
  subject,
  message,
  ...sentAudience(audience),
});
