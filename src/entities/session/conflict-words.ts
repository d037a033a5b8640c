import type { Fault, Refusal } from '#contract/kit/errors.ts';
import { errorMessage } from './error-message.ts';

/** A failed call in words. A conflict that says in a sentence what has changed, or what is under way, says that. */
export function conflictWords(error: Refusal | Fault): string {
  const current: unknown = error.kind === 'conflict' ? error.current : null;
  if (typeof current === 'object' && current !== null && 'message' in current) return String(current.message);
  return errorMessage(error);
}
