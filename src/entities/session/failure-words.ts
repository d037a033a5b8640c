import type { Fault, Refusal } from '#contract/kit/errors.ts';
import { messages } from '#contract/kit/messages.ts';

/** What a call's failure means to a person: why, what is safe, what to do. Screens word the refusals that are their own first. */
export function wordsOf(error: Refusal | Fault): string {
  switch (error.kind) {
    case 'invalid':
      return Object.values(error.fields)[0] ?? messages.requiredFields;
    case 'conflict':
      return 'Someone changed this meanwhile. Nothing was overwritten; look at it again.';
    case 'forbidden':
      return 'You do not have the right to do this. Ask an administrator.';
    case 'not_found':
      return 'This no longer exists, or is not yours to see.';
    case 'gone':
      return 'This was removed.';
    case 'key_reused':
      return 'This was sent before with other content. Reload the screen and try again.';
    case 'too_large':
      return `This is too large. ${error.limit.replace(/\.?$/, '.')}`;
    case 'sign_in':
      return error.error_description;
    case 'offline':
    case 'timeout':
      return `${messages.noConnection}. Nothing was changed.`;
    case 'signed_out':
      return 'Your session ended. Sign in again; your work is kept.';
    case 'client_too_old':
      return 'This version of Jobdock is too old for the service. Update, then try again.';
    case 'busy':
      return `The service is busy. Try again in ${error.retryAfterSeconds} s.`;
    case 'server':
      return `${messages.somethingWrong} Nothing was lost. Reference: ${error.ref}.`;
  }
}

/** A failure as a form shows it: what the service said of each field, anything else about the whole. */
export const problemsOf = (error: Refusal | Fault): Record<string, string> =>
  error.kind === 'invalid' ? error.fields : { '': wordsOf(error) };
