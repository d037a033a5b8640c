import { messages } from '#contract/kit/messages.ts';
import { rightLabels } from '#contract/kit/right-labels.ts';
import type { RightName } from '#contract/kit/rights.ts';
import type { GivingRefusal } from './giving.ts';

/** What a refusal is about. A form shows its sentence beside that field. */
export type AboutField = 'role' | 'rights' | 'state' | 'signIn';

const names = (rights: readonly RightName[]) => rights.map((right) => `“${rightLabels[right]}”`).join(', ');

const needsProvider = 'Ask an administrator of the Jobdock provider.';

/** The sentence that a person reads when an edit is refused, with what to do, and the field that it belongs to. */
const words: {
  readonly [K in GivingRefusal['kind']]: (refusal: Extract<GivingRefusal, { kind: K }>) => readonly [AboutField, string];
} = {
  right_not_held: ({ rights }) => ['rights', `You can’t give a right that you don’t have: ${names(rights)}. Leave it out.`],
  right_not_taken: ({ rights }) => ['rights', `You can’t take a right that you don’t have: ${names(rights)}. Leave it in.`],
  provider_right: ({ rights }) => ['rights', `Only the provider gives and takes ${names(rights)}. ${needsProvider}`],
  role_not_held: () => ['role', 'This role allows more than you may do. Choose another role.'],
  provider_role: () => ['role', `Only the provider changes people with this role. ${needsProvider}`],
  not_of_provider: () => ['role', 'Only people of the provider can be its administrators. Choose another role.'],
  stronger_person: () => [
    'signIn',
    'This person may do more than you, so you can’t change how they sign in. Ask someone who has their rights.',
  ],
  own_access: () => ['state', 'You can’t disable or delete yourself. Ask another administrator.'],
  own_users_write: () => ['rights', 'You can’t take from yourself the right to change users. Ask another administrator.'],
  own_administrator: () => ['role', 'You can’t take the administrator’s role from yourself. Ask another administrator.'],
  last_user_administrator: () => [
    'rights',
    'This is the customer’s last active person who may change users. Give that right to someone else first.',
  ],
  last_administrator: () => ['role', 'This is the last active administrator of the provider. Add another one first.'],
  role_of_provider: () => ['role', `Only the provider changes roles. ${needsProvider}`],
  role_assigned: () => ['role', messages.roleAssigned],
};

/** The field and sentence of a refusal. */
export function wordsOf(refusal: GivingRefusal): readonly [AboutField, string] {
  return (words[refusal.kind] as (refusal: GivingRefusal) => readonly [AboutField, string])(refusal);
}
