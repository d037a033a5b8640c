import type { Fault, Refusal } from '#contract/kit/errors.ts';
import { messages } from '#contract/kit/messages.ts';
import { forbiddenText } from '#contract/kit/right-labels.ts';

/** A failed call as a message to the user: the reason, what is safe, and what to do. Screens handle their own refusals first. */
export function errorMessage(error: Refusal | Fault): string {
  switch (error.kind) {
    case 'invalid':
      return Object.values(error.fields)[0] ?? messages.requiredFields;
    case 'conflict':
      return 'Someone else changed this. Nothing was overwritten. Refresh and try again.';
    case 'forbidden':
      return forbiddenText(error.needs);
    case 'not_found':
      return error.what ?? 'This no longer exists, or you don’t have access to it.';
    case 'gone':
      return 'This was deleted.';
    case 'key_reused':
      return 'This was already sent with different content. Reload the page and try again.';
    case 'too_large':
      return `This is too large. ${error.limit.replace(/\.?$/, '.')}`;
    case 'sign_in':
      return error.description;
    case 'second_factor':
      return error.description;
    case 'confirm_identity':
      return 'Nothing was changed, as you did not confirm that it is you. Try again.';
    case 'add_second_factor':
      return 'Add a second factor before you go on.';
    case 'offline':
    case 'timeout':
      return `${messages.noConnection}. Nothing was changed.`;
    case 'signed_out':
      return 'Your session ended. Sign in again. Your work is kept.';
    case 'password_expired':
      return 'Your password has expired. Choose a new one, then try again. Your work is kept.';
    case 'client_too_old':
      return 'This version of Jobdock is out of date. Update, then try again.';
    case 'busy':
      return `The service is busy. Try again in ${error.retryAfterSeconds} s.`;
    case 'server':
      return `${messages.somethingWrong} Nothing was lost. Reference: ${error.ref}.`;
  }
}

/** A failure as a form shows it: the service's message for each field, or one general message. */
export const problemsOf = (error: Refusal | Fault): Record<string, string> =>
  error.kind === 'invalid' ? error.fields : { '': errorMessage(error) };
