import type { PersonState } from '#contract/people/contact-fields.ts';
import type { BadgeTone } from '#src/ui/mark/state-badge.tsx';

/** Whether a person can work here, in words, with the tone of its badge. */
export const stateWords: Readonly<Record<PersonState, { words: string; tone: BadgeTone }>> = {
  invited: { words: 'Invited', tone: 'pending' },
  active: { words: 'Active', tone: 'good' },
  passwordExpired: { words: 'Password expired', tone: 'warn' },
  disabled: { words: 'Disabled', tone: 'neutral' },
};
