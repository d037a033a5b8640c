import { no, ok } from '#contract/kit/result.ts';
import type { Collector } from './collector.ts';
import { FileSettings } from './feed.ts';
import { checkMailbox } from './mailbox.ts';

/**
 * Emails of a vendor, which come to an address of the task, or to a mailbox whose address it has. A run fetches the new emails of the
 * mailbox and reads all that wait (`collect-mails.ts`).
 */
export const mailCollector: Collector<FileSettings> = {
  kind: 'mail',
  settings: FileSettings,
  check: async ({ credentials }, tools) =>
    credentials.url === '' ? ok(null) : tools.signInToMailbox(credentials, (access) => checkMailbox(access, tools)),
  pull: async () =>
    no({ kind: 'no_such_call', words: 'Emails come by themselves. Open the email history to see what the vendor sent.' }),
};
