import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { messages } from '../kit/messages.ts';
import { wire } from '../kit/wire-names.ts';
import { Done } from './users.ts';

export const requestReset = endpoint('POST /api/user/reset', {
  about: 'Emails a link to set a new password. The reply is the same for known and unknown addresses.',
  args: z.object({ email: wire('c', z.email(messages.invalidEmail).max(320)), name: z.string().max(200).default('') }),
  reply: Done,
  fails: ['invalid'],
  needs: 'public',
  offline: 'online',
  example: { message: 'If we know this address, an email with a link is on its way.' },
});

export const checkReset = endpoint('POST /api/user/check', {
  about: 'Checks whether the token of a reset link is still valid.',
  args: z.object({ token: wire('c', z.string().min(1).max(200)) }),
  reply: z.object({ email: z.string(), /** The link invites a new person. */ isInvitation: z.boolean() }),
  fails: ['invalid'],
  needs: 'public',
  offline: 'online',
  example: { email: 'ann@example.org', isInvitation: false },
});

/** Separates address and password in the documented `name` of `POST /api/user/change`. */
export const changeSeparator = '|';

export const changePassword = endpoint('POST /api/user/change', {
  about: 'Sets a new password with the token of a reset link; `name` is address, `|`, password.',
  args: z.object({ token: wire('c', z.string().min(1).max(200)), emailAndPassword: wire('name', z.string().max(1400)) }),
  reply: Done,
  fails: ['invalid'],
  needs: 'public',
  offline: 'online',
  example: { message: messages.passwordReset },
});

export const changeOwnPassword = endpoint('POST /api/user/password', {
  about: 'Changes the password of the signed-in user; all other sessions of that user end.',
  args: z.object({ current: z.string().min(1).max(1000), password: z.string().max(1000) }),
  reply: Done,
  fails: ['invalid', 'forbidden'],
  needs: 'session',
  withExpiredPassword: true,
  offline: 'online',
  example: { message: messages.passwordReset },
});

export const passwordResetEndpoints = [requestReset, checkReset, changePassword, changeOwnPassword];
