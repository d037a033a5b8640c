import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone, Instant } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { wire } from '../kit/wire-names.ts';
import { submissionLimits } from './words.ts';

const me = CustomerRef.default('me');
const access = { needs: 'submissions.use', offline: 'online' } as const;

/** A person's own sign-in to a submission target. Its password never leaves the service. */
export const SubmissionLogin = z.object({
  id: wire('Id', z.number()),
  targetId: wire('SubmissionCustomerTarget_ID', z.number()),
  userId: wire('ContactObjId', z.number()),
  isDefault: wire('Default', z.boolean()),
  username: z.string(),
  target: wire('TargetName', z.string()),
  /** When the system last answered about it; null: it cannot be asked. `checkWords` is blank if it was accepted. */
  checkedAt: Instant.nullable(),
  checkWords: z.string(),
});
export type SubmissionLogin = z.infer<typeof SubmissionLogin>;
const example: SubmissionLogin = {
  id: 4,
  targetId: 3,
  userId: 12,
  isDefault: true,
  username: 'ann.reyes',
  target: 'Our Bullhorn',
  checkedAt: '2026-11-28T09:00:00.000Z',
  checkWords: '',
};

export const listSubmissionLogins = endpoint('GET /api/SubCustomerLogins/:id', {
  about: 'The sign-ins of a person (`id`) to submission targets, by target. Those of others are for people who may change users.',
  args: z.object({ id: Id, me }),
  reply: z.array(SubmissionLogin),
  fails: ['forbidden', 'not_found'],
  ...access,
  example: [example],
});

export const saveSubmissionLogin = endpoint('POST /api/SubCustomerLogins/:id', {
  about:
    'Adds (`LoginId` 0) or changes a sign-in of a person (`id`). The system is asked whether it accepts it: a refused one is not stored. A blank password keeps the stored one for the same username. The first one is the default; a new default takes its place.',
  args: z.object({
    id: Id,
    me,
    loginId: wire('LoginId', IdOrNone.default(0)),
    targetId: wire('SubmissionCustomerTarget_ID', z.number('Choose a target').int().positive('Choose a target')),
    username: z
      .string()
      .trim()
      .min(1, 'Enter the username')
      .max(submissionLimits.key, `Use at most ${submissionLimits.key} characters`),
    password: z.string().max(submissionLimits.secret).default(''),
    isDefault: wire('Default', z.boolean().default(false)),
  }),
  reply: SubmissionLogin,
  fails: ['invalid', 'forbidden', 'not_found'],
  ...access,
  example,
});

export const removeSubmissionLogin = endpoint('DELETE /api/SubCustomerLogins/:id', {
  about: 'Removes a sign-in (`id`) to a submission target with its password. For administrators.',
  args: z.object({ id: Id, me }),
  reply: z.object({ message: z.string() }),
  fails: ['forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: { message: messages.submissionLoginDeleted },
});

export const submissionLoginEndpoints = [listSubmissionLogins, saveSubmissionLogin, removeSubmissionLogin];
