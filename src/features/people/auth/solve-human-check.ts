import { type Challenge, pbkdf2, solveChallenge } from 'altcha/lib';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { getChallenge } from '#contract/people/auth.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import type { useCall } from '#src/entities/session/use-call.ts';

/**
 * The human check (ALTCHA): the device computes for a second or two, so users solve no puzzle (WCAG 3.3.8). Returns the solution,
 * which is valid for one sign-in, or the reason why there is none.
 */
export async function solveHumanCheck(call: ReturnType<typeof useCall>): Promise<Result<string, string>> {
  const answer = await call(getChallenge, {});
  if (!answer.ok) return no(errorMessage(answer.error));
  // The contract types only the fields that we read; the value also has the library's own (key length, expiry).
  const challenge = answer.value as unknown as Challenge;
  try {
    const solution = await solveChallenge({ challenge, deriveKey: pbkdf2.deriveKey, controller: new AbortController() });
    return solution ? ok(btoa(JSON.stringify({ challenge, solution }))) : no('The security check timed out. Sign in again.');
  } catch {
    return no('The security check failed on this device. Sign in again.');
  }
}
