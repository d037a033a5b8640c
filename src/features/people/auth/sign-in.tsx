import { Button, PasswordInput, TextInput } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { messages } from '#contract/kit/messages.ts';
import { type SignedOutWhy, type SignInAnswer, useSessionActions, useSessionState } from '#src/entities/session/session.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { SessionFrame } from './session-frame.tsx';

const HumanCheck = lazy(() => import('./human-check.tsx').then((m) => ({ default: m.HumanCheck })));

const SignInFactor = lazy(() => import('../second-factor/sign-in-factor.tsx').then((m) => ({ default: m.SignInFactor })));

/** The service asks for a second factor after a right password. */
type FactorAsked = Extract<SignInAnswer, { kind: 'factor' }>;

/** Sign-in. `/login/idle` (any `m`) says that the session ended after inactivity and that unsent changes are kept. */
export function SignIn() {
  const { m } = useParams();
  const state = useSessionState();
  const from = useReturnPath();
  const [forgot, setForgot] = useState(false);
  const navigate = useNavigate();
  const [asked, setAsked] = useState<FactorAsked | null>(null);
  if (state.kind === 'in') return <Navigate to={from} replace />;
  if (asked) {
    return (
      <SessionFrame title="Second factor" note="Your password is right. Confirm now that it is you.">
        <Suspense fallback={<p className="muted">Loading…</p>}>
          <SignInFactor {...asked} onIn={() => void navigate(from, { replace: true })} onBack={() => setAsked(null)} />
        </Suspense>
      </SessionFrame>
    );
  }
  return (
    <SessionFrame title="Sign in">
      <WhyOut idle={m !== undefined} why={state.kind === 'out' ? state.why : 'never'} />
      <SignInForm onForgot={() => setForgot(true)} onFactor={setAsked} />
      {forgot && <ForgotPassword onClose={() => setForgot(false)} />}
    </SessionFrame>
  );
}

const signedOutMessages: Partial<Record<SignedOutWhy, string>> = {
  ended: 'Your session ended. Sign in to continue. Unsent changes are kept on this device.',
  lease: 'This device was offline for 72 hours, so its data was locked. Sign in to continue. Unsent changes are kept.',
  wiped: 'An administrator revoked this device and its data was removed. Sign in to start over.',
};

function WhyOut({ idle, why }: { idle: boolean; why: SignedOutWhy }) {
  const words = signedOutMessages[why];
  if (words !== undefined) {
    return (
      <p className="session-banner session-banner-calm" role="status">
        {words}
      </p>
    );
  }
  if (!idle) return null;
  return (
    <p className="session-banner" role="status">
      {messages.idleSignOut} Unsent changes are kept on this device.
    </p>
  );
}

/** Returns only a path of this app, never a URL that a link brought from elsewhere. */
function useReturnPath(): string {
  const { state } = useLocation();
  const from: unknown = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith('/login') ? from : '/dashboard';
}

/** Signs in, with the human check once the service requires it. */
function useSignIn(onFactor: (asked: FactorAsked) => void) {
  const { signIn } = useSessionActions();
  const navigate = useNavigate();
  const from = useReturnPath();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // A counter, so that every refusal loads a new challenge: a solution works only once.
  const [checks, setChecks] = useState(0);
  const [solution, setSolution] = useState<string | null>(null);
  const submit = async (form: HTMLFormElement) => {
    // Read the DOM fields: password managers can fill them without a React event.
    const data = new FormData(form);
    const [username, password] = [textIn(data, 'username').trim(), textIn(data, 'password')];
    if (username === '' || password === '') return setProblem('Enter your user name and password.');
    if (checks > 0 && solution === null) return setProblem('Wait for the check to finish, then sign in.');
    setBusy(true);
    setProblem(null);
    const answer = await signIn(username, password, solution ?? undefined);
    setBusy(false);
    if (answer.kind === 'in') return void navigate(from, { replace: true });
    if (answer.kind === 'factor') return onFactor(answer);
    if (answer.kind === 'no-service')
      return setProblem('You’re offline. Signing in requires a connection. Try again when you’re online.');
    setProblem(answer.words);
    setSolution(null);
    if (answer.humanCheck || checks > 0) setChecks(checks + 1);
  };
  return { submit, problem, busy, checks, setSolution };
}

function SignInForm({ onForgot, onFactor }: { onForgot: () => void; onFactor: (asked: FactorAsked) => void }) {
  const { submit, problem, busy, checks, setSolution } = useSignIn(onFactor);
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      {problem && (
        <p className="session-refusal" role="alert">
          {problem}
        </p>
      )}
      <TextInput
        label="User name"
        name="username"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
        withAsterisk={false}
      />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
      />
      {checks > 0 && (
        <Suspense fallback={<p className="muted">Preparing a security check…</p>}>
          <HumanCheck key={checks} onSolved={setSolution} />
        </Suspense>
      )}
      <Button type="submit" fullWidth loading={busy}>
        Sign in
      </Button>
      <div className="session-more">
        <button type="button" className="link-button" onClick={onForgot}>
          Forgot password?
        </button>
      </div>
    </form>
  );
}

function textIn(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
