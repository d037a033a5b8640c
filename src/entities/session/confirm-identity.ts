import { useSyncExternalStore } from 'react';
import type { Factor, Fault, Refusal } from '#contract/kit/errors.ts';
import type { Call } from '#src/sync/call.ts';

/** An open question who uses this page: the ways to answer it. */
type Open = { readonly factors: readonly Factor[]; readonly answer: (confirmed: boolean) => void };

let open: (Open & { readonly outcome: Promise<boolean> }) | null = null;
const listeners = new Set<() => void>();
function set(next: typeof open): void {
  open = next;
  for (const hear of listeners) hear();
}

/** Asks the user to confirm who they are. Calls that need it at the same moment share one question. */
function askIdentity(factors: readonly Factor[]): Promise<boolean> {
  if (open) return open.outcome;
  let resolve: (confirmed: boolean) => void = () => undefined;
  const outcome = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  const answer = (confirmed: boolean) => {
    set(null);
    resolve(confirmed);
  };
  set({ factors, answer, outcome });
  return outcome;
}

/** The open question; null if there is none. */
export const useIdentityQuestion = (): Open | null =>
  useSyncExternalStore(
    (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    () => open,
  );

type Ports = { readonly confirm?: (factors: readonly Factor[]) => Promise<boolean>; readonly onMustAddFactor: () => void };

/**
 * Repeats a call with the same arguments once the user confirmed who they are, so that what was typed stays. Without a
 * confirmation the refusal goes to the caller. `onMustAddFactor` hears that no call works before the user adds a second factor.
 */
export function withConfirmation(call: Call, { confirm = askIdentity, onMustAddFactor }: Ports): Call {
  return async (endpoint, args, options) => {
    const answer = await call(endpoint, args, options);
    if (answer.ok) return answer;
    const problem: Refusal | Fault = answer.error;
    if (problem.kind === 'add_second_factor') onMustAddFactor();
    if (problem.kind !== 'confirm_identity' || !(await confirm(problem.factors))) return answer;
    return call(endpoint, args, options);
  };
}
