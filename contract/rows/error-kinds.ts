import * as z from 'zod';
import { collectErrors } from './collect-errors.ts';

/**
 * Each kind of error that alerts count: its code (`ErrorTypeCode`), its name, and what to do about it. Codes 1 to 17 are those of
 * collections.
 */
export const errorKinds = {
  ...collectErrors,
  row_refused: { code: 18, name: 'Row refused', remedy: 'See the rejected rows of the run, and ask the vendor to fix them.' },
  post_refused: {
    code: 19,
    name: 'Post failed',
    remedy: 'Open the job and read what the target said. Correct it, then post again.',
  },
  target_unreachable: {
    code: 20,
    name: 'Target not reachable',
    remedy: 'Check the connection of the target. Jobdock tries again by itself.',
  },
  post_unknown: {
    code: 21,
    name: 'Post in doubt',
    remedy: 'Jobdock looks the job up in the target. If it cannot tell, a person decides on the job.',
  },
  mail_refused: { code: 22, name: 'Email refused', remedy: 'Open the mailbox and read what the mail server said.' },
  mail_unknown: {
    code: 23,
    name: 'Email in doubt',
    remedy: 'The mail server did not confirm an email. Jobdock sends it again under the same Message-ID.',
  },
  ai_failed: { code: 24, name: 'AI call failed', remedy: 'Check the AI in the system settings.' },
  jira_failed: {
    code: 25,
    name: 'Ticket not in Jira',
    remedy: 'Open the ticket and read what Jira said, or test the connection to Jira in the system settings.',
  },
  sms_failed: {
    code: 26,
    name: 'Text message not sent',
    remedy:
      'Test the connection under Text messages in the system settings, and read there or at Twilio why messages are refused.',
  },
  accounting_failed: {
    code: 27,
    name: 'Not in FreshBooks',
    remedy:
      'Open the billing of the customer and read what FreshBooks said, or authorize FreshBooks again in the system settings.',
  },
} as const;

export type ErrorKind = keyof typeof errorKinds;

const codes = Object.values(errorKinds).map(({ code }) => code);

/** The code of a kind of error, as `GET /api/errortypes` lists it. */
export const ErrorCode = z
  .number()
  .int()
  .refine(
    (code) => codes.some((known) => known === code),
    `Choose one of the error codes ${Math.min(...codes)} to ${Math.max(...codes)}`,
  );

/** The name of an error's code; the code itself for one that this version does not know. */
export const errorName = (code: number): string =>
  Object.values(errorKinds).find((kind) => kind.code === code)?.name ?? `Error ${code}`;
