import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { finishSignOnConfirm, startSignOn, startSignOnConfirm } from '#contract/people/sign-on.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSessionActions, useSessionState } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { tellConfirmed } from '../second-factor/confirmed-elsewhere.ts';
import { returnPath } from '../sign-on/return-path.ts';
import { SessionFrame } from './session-frame.tsx';
import type { FactorAsked } from './use-sign-in.ts';

const ExportSignedOn = lazy(() => import('./export-signed-on.tsx').then((m) => ({ default: m.ExportSignedOn })));
const SealedNote = lazy(() => import('./sealed-note.tsx').then((m) => ({ default: m.SealedNote })));
const SignInFactor = lazy(() => import('../second-factor/sign-in-factor.tsx').then((m) => ({ default: m.SignInFactor })));

/** The way to an agency's provider and back, for a sign-in, or in a window of its own to confirm who it is. */
export function AgencySignOn() {
  const { domain } = useParams();
  const { search } = useLocation();
  const values = new URLSearchParams(search);
  const state = values.get('state');
  if (state?.startsWith('confirm.')) return <Confirmed answer={search.slice(1)} />;
  if (state?.startsWith('export.')) {
    return (
      <Suspense fallback={<Away />}>
        <ExportSignedOn answer={search.slice(1)} />
      </Suspense>
    );
  }
  if (state !== null) return <SignedOn answer={search.slice(1)} />;
  if (values.has('confirm')) return <GoConfirm />;
  if (domain !== undefined) return <GoSignIn domain={domain} />;
  return <Stopped words="Open sign-in and enter your email address. Your agency’s sign-on is offered there." />;
}

/** Runs once, although React may mount twice. */
function useOnce(work: () => Promise<void>, isReady = true): void {
  const ran = useRef(false);
  useEffect(() => {
    if (ran.current || !isReady) return;
    ran.current = true;
    void work();
  });
}

function GoSignIn({ domain }: { domain: string }) {
  const call = useCall();
  const state = useSessionState();
  const [problem, setProblem] = useState<string | null>(null);
  useOnce(async () => {
    const answer = await call(startSignOn, { domain });
    if (answer.ok) window.location.assign(answer.value.redirect);
    else setProblem(errorMessage(answer.error));
  }, state.kind === 'out');
  if (state.kind === 'in') return <Navigate to={returnPath()} replace />;
  return problem === null ? <Away /> : <SignInStopped words={problem} />;
}

function SignedOn({ answer }: { answer: string }) {
  const { finishSignOn } = useSessionActions();
  const state = useSessionState();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const [asked, setAsked] = useState<FactorAsked | null>(null);
  useOnce(async () => {
    const outcome = await finishSignOn(answer);
    if (outcome.kind === 'factor') setAsked(outcome);
    if (outcome.kind === 'refused') setProblem(outcome.words);
    if (outcome.kind === 'no-service')
      setProblem('You’re offline. Signing in requires a connection. Start again when you’re online.');
  }, state.kind === 'out');
  if (state.kind === 'in') return <Navigate to={returnPath()} replace />;
  if (problem !== null) return <SignInStopped words={problem} />;
  if (!asked) return <Away />;
  const open = (path: string) => void navigate(path, { replace: true });
  return (
    <SessionFrame title="Second factor" note="Your agency’s sign-on knows you. Confirm now that it is you.">
      <Suspense fallback={<p className="muted">Loading…</p>}>
        <SignInFactor {...asked} onIn={() => open(returnPath())} onBack={() => open(pathTo('/login/:m?'))} />
      </Suspense>
    </SessionFrame>
  );
}

function GoConfirm() {
  const call = useCall();
  const state = useSessionState();
  const [problem, setProblem] = useState<string | null>(null);
  useOnce(async () => {
    const answer = await call(startSignOnConfirm, {});
    if (answer.ok) window.location.assign(answer.value.redirect);
    else setProblem(errorMessage(answer.error));
  }, state.kind === 'in');
  if (state.kind === 'out') return <Stopped words="You are signed out. Sign in, then try again." />;
  return problem === null ? <Away /> : <Stopped words={problem} />;
}

function Confirmed({ answer }: { answer: string }) {
  const call = useCall();
  const state = useSessionState();
  const [outcome, setOutcome] = useState<{ problem: string | null } | null>(null);
  useOnce(async () => {
    const finished = await call(finishSignOnConfirm, { answer });
    setOutcome({ problem: finished.ok ? null : errorMessage(finished.error) });
    if (!finished.ok) return;
    tellConfirmed();
    window.close();
  }, state.kind === 'in');
  if (state.kind === 'out') return <Stopped words="You are signed out. Sign in, then try again." />;
  if (!outcome) return <Away />;
  if (outcome.problem !== null) return <Stopped words={outcome.problem} />;
  return (
    <SessionFrame title="Confirmed">
      <p role="status">It is you. Close this window and go on in the other one: what you typed is still there.</p>
    </SessionFrame>
  );
}

const Away = () => (
  <SessionFrame title="Your agency’s sign-on">
    <p className="muted" role="status">
      One moment…
    </p>
  </SessionFrame>
);

/** A refused sign-in, with what this device keeps locked. */
const SignInStopped = ({ words }: { words: string }) => (
  <Stopped words={words}>
    <Suspense>
      <SealedNote />
    </Suspense>
  </Stopped>
);

function Stopped({ words, children }: { words: string; children?: ReactNode }) {
  return (
    <SessionFrame title="Your agency’s sign-on">
      <p className="session-refusal" role="alert">
        {words}
      </p>
      <Button component={Link} fullWidth to={pathTo('/login/:m?')}>
        Back to sign-in
      </Button>
      {children}
    </SessionFrame>
  );
}
