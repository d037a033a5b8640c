import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ok, type Result } from '#contract/kit/result.ts';
import { type SignInAnswer, useSessionActions } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';

/** The service asks for a second factor after a right password. */
export type FactorAsked = Extract<SignInAnswer, { kind: 'factor' }>;

export type SigningIn = 'idle' | 'signing in' | 'checking';

type Solution = Promise<Result<string, string>>;

/** A challenge may expire or be used up between two tries. Each try solves a new one. */
const mostTries = 3;

/** Signs in. When the service asks for the human check, the device solves it and sends the same sign-in again. */
export function useSignIn(from: string, onFactor: (asked: FactorAsked) => void) {
  const { signIn } = useSessionActions();
  const navigate = useNavigate();
  const solve = useSolver();
  const [problem, setProblem] = useState<string | null>(null);
  const [state, setState] = useState<SigningIn>('idle');
  /** Being solved since the last refusal, for the next sign-in. A solution works once. */
  const next = useRef<Solution | null>(null);

  const take = async (): Promise<Result<string | undefined, string>> => {
    if (!next.current) return ok(undefined);
    setState('checking');
    const solved = await next.current;
    next.current = null;
    setState('signing in');
    return solved;
  };

  const tried = async (username: string, password: string): Promise<SignInAnswer> => {
    for (let tries = 1; ; tries++) {
      const solved = await take();
      if (!solved.ok) return { kind: 'refused', words: solved.error, humanCheck: true, checkFirst: true };
      const answer = await signIn(username, password, solved.value);
      if (answer.kind !== 'refused') return answer;
      if (answer.humanCheck) next.current = solve();
      if (!answer.checkFirst || tries === mostTries) return answer;
    }
  };

  const submit = async (form: HTMLFormElement) => {
    // Read the DOM fields: password managers can fill them without a React event.
    const data = new FormData(form);
    const [username, password] = [textIn(data, 'username').trim(), textIn(data, 'password')];
    if (username === '' || password === '') return setProblem('Enter your user name and password.');
    setState('signing in');
    setProblem(null);
    const answer = await tried(username, password);
    setState('idle');
    if (answer.kind === 'in') return void navigate(from, { replace: true });
    if (answer.kind === 'factor') return onFactor(answer);
    if (answer.kind === 'no-service')
      return setProblem('You’re offline. Signing in requires a connection. Try again when you’re online.');
    setProblem(answer.words);
    form.querySelector<HTMLInputElement>('[name=password]')?.focus();
  };
  return { submit, problem, state };
}

/** The solver is loaded when it is needed for the first time. */
function useSolver(): () => Solution {
  const call = useCall();
  return async () => (await import('./solve-human-check.ts')).solveHumanCheck(call);
}

function textIn(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
