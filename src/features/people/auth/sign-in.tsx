import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { messages } from '#contract/kit/messages.ts';
import { type SignedOutWhy, useSessionState } from '#src/entities/session/session.ts';
import { resumeSignIn } from '#src/ui/page/first-paint.ts';
import { isOwnPath } from '../sign-on/return-path.ts';
import { SignOnOffer } from '../sign-on/sign-on-offer.tsx';
import { SessionFrame } from './session-frame.tsx';
import { SignInFields } from './sign-in-fields.tsx';
import { type FactorAsked, useSignIn } from './use-sign-in.ts';

const ForgotPassword = lazy(() => import('./forgot-password.tsx').then((m) => ({ default: m.ForgotPassword })));
const SealedNote = lazy(() => import('./sealed-note.tsx').then((m) => ({ default: m.SealedNote })));
const SignInFactor = lazy(() => import('../second-factor/sign-in-factor.tsx').then((m) => ({ default: m.SignInFactor })));

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
      <Suspense>{forgot && <ForgotPassword onClose={() => setForgot(false)} />}</Suspense>
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
  return isOwnPath(from) ? from : '/dashboard';
}

function SignInForm({ onForgot, onFactor }: { onForgot: () => void; onFactor: (asked: FactorAsked) => void }) {
  const from = useReturnPath();
  const { submit, problem, state } = useSignIn(from, onFactor);
  const [typed, setTyped] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (!form.current) return;
    resumeSignIn(form.current);
    setTyped(userNameIn(form.current));
  }, []);
  return (
    <>
      <form
        ref={form}
        className="form"
        noValidate
        // The fields keep their own values, as password managers fill them without a React event.
        onInput={(event) => setTyped(userNameIn(event.currentTarget))}
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
        <SignInFields state={state} onForgot={onForgot} />
        <SignOnOffer typed={typed} from={from} />
      </form>
      <Suspense>{problem && <SealedNote />}</Suspense>
    </>
  );
}

const userNameIn = (form: HTMLFormElement): string => form.querySelector<HTMLInputElement>('[name=username]')?.value ?? '';
