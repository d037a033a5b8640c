import type { Device } from '#contract/sync/devices.ts';
import type { Question } from '#src/ui/ask/ask.tsx';
import { counted } from '#src/ui/format/format.ts';

/** The confirmation before a device is revoked. It names unsent changes, which the user must type a word to give up. */
export function revokeQuestion({ unsent, userName, label }: Device, customer: string): Question<'go' | 'stay'> {
  const lost = unsent > 0 ? `, including ${counted(unsent, 'unsent change')}. This can’t be undone.` : '.';
  return {
    title: `Revoke ${label} of ${userName}?`,
    body: `The next time it connects it removes everything of ${customer} that it holds${lost} Anyone who has it can sign in again.`,
    choices: {
      go: { words: 'Revoke device', tone: 'danger', ...(unsent > 0 ? { typed: 'wipe' } : {}) },
      stay: { words: 'Cancel' },
    },
    safe: 'stay',
  };
}
