import type { PersonState } from '#contract/people/contact-fields.ts';
import { personStateNames } from '#domain/people/person-state-names.ts';
import type { BadgeTone } from '#src/ui/mark/state-badge.tsx';

/** Whether a person can work here, in words, with the tone of its badge. */
export const stateWords: Readonly<Record<PersonState, { words: string; tone: BadgeTone }>> = {
  invited: { words: personStateNames.invited, tone: 'pending' },
  active: { words: personStateNames.active, tone: 'good' },
  passwordExpired: { words: personStateNames.passwordExpired, tone: 'warn' },
  disabled: { words: personStateNames.disabled, tone: 'neutral' },
};
