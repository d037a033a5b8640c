import type { PersonState } from '#contract/people/contact-fields.ts';

/** Whether a person can work here, in words. */
export const personStateNames: Readonly<Record<PersonState, string>> = {
  invited: 'Invited',
  active: 'Active',
  passwordExpired: 'Password expired',
  disabled: 'Disabled',
};
