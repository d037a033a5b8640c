import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { getSecondFactor, removeSecondFactor, renewRecoveryCodes, type SecondFactor } from '#contract/people/second-factor.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { AddAuthenticator, AddPasskey } from './add-factor.tsx';
import { FactorRule } from './factor-rule.tsx';
import { passkeysBlocked } from './passkey.ts';
import { PasskeyList } from './passkey-list.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import './second-factor.css';

type Open = { kind: 'authenticator' } | { kind: 'passkey' } | { kind: 'codes'; codes: readonly string[] };

/** The own second factor: authenticator app, passkeys, recovery codes. */
export function SecondFactorCard() {
  const { factor, problem, reload } = useSecondFactor();
  const [open, setOpen] = useState<Open | null>(null);
  const added = (codes: readonly string[]) => {
    setOpen(codes.length > 0 ? { kind: 'codes', codes } : null);
    reload();
    toast.success({ title: 'Second factor added', detail: 'You are asked for it at the next sign-in.' });
  };
  const close = () => setOpen(null);
  return (
    <section className="card factor-card" aria-label="Second factor">
      <div>
        <h2>Second factor</h2>
        <p className="muted">
          {factor ? aboutOf(factor) : 'Asked after your password, so that a stolen password is not enough.'}
        </p>
      </div>
      {problem && <p role="alert">{problem}</p>}
      {factor && (
        <>
          <div className="factor-row">
            <div>
              <strong>Authenticator app</strong>
              <p className="muted">{factor.authenticator ? 'On. It shows a new code every 30 seconds.' : 'Not set up.'}</p>
            </div>
            <OnlineButton variant="default" disabled={open !== null} onClick={() => setOpen({ kind: 'authenticator' })}>
              {factor.authenticator ? 'Replace the app' : 'Set up an app'}
            </OnlineButton>
          </div>
          {open?.kind === 'authenticator' && <AddAuthenticator onAdded={added} onCancel={close} />}
          <Passkeys factor={factor} isOpen={open !== null} onAdd={() => setOpen({ kind: 'passkey' })} onChanged={reload} />
          {open?.kind === 'passkey' && <AddPasskey onAdded={added} onCancel={close} />}
          {open?.kind === 'codes' && <RecoveryCodes codes={open.codes} onDone={close} />}
          {isOn(factor) && open?.kind !== 'codes' && (
            <Recovery factor={factor} onCodes={(codes) => setOpen({ kind: 'codes', codes })} onChanged={reload} />
          )}
        </>
      )}
      <FactorRule />
    </section>
  );
}

const isOn = ({ authenticator, passkeys }: SecondFactor) => authenticator || passkeys.length > 0;

function aboutOf(factor: SecondFactor): string {
  if (factor.waived)
    return 'Provider administrators need a second factor. In this demo the requirement is turned off, so that your password alone signs you in.';
  if (factor.requiredBy === 'provider') return 'Required of provider administrators. You are asked for it after your password.';
  if (factor.requiredBy === 'customer') return 'Required of everyone at your agency. You are asked for it after your password.';
  return 'Asked after your password, so that a stolen password is not enough. Optional.';
}

function Passkeys(props: { factor: SecondFactor; isOpen: boolean; onAdd: () => void; onChanged: () => void }) {
  const { factor, isOpen, onAdd, onChanged } = props;
  const blocked = passkeysBlocked(window.location);
  return (
    <>
      <div className="factor-row">
        <div>
          <strong>Passkeys</strong>
          <p className="muted">{blocked ?? 'Sign in with your fingerprint, face, screen lock or a security key.'}</p>
        </div>
        {blocked === null && (
          <OnlineButton variant="default" disabled={isOpen} onClick={onAdd}>
            Add a passkey
          </OnlineButton>
        )}
      </div>
      {factor.passkeys.length > 0 && <PasskeyList passkeys={factor.passkeys} onChanged={onChanged} />}
    </>
  );
}

type RecoveryProps = {
  factor: SecondFactor;
  onCodes: (codes: readonly string[]) => void;
  onChanged: () => void;
};

function Recovery({ factor, onCodes, onChanged }: RecoveryProps) {
  const call = useCall();
  const renew = async () => {
    const answer = await call(renewRecoveryCodes, {});
    if (!answer.ok) return void toast.error({ title: 'No new codes were made', detail: errorMessage(answer.error) });
    onCodes(answer.value.recoveryCodes);
    onChanged();
  };
  const remove = async () => {
    if (!(await wantsRemoved())) return;
    const answer = await call(removeSecondFactor, {});
    if (!answer.ok) return void toast.error({ title: 'The second factor was not removed', detail: errorMessage(answer.error) });
    toast.success({ title: 'Second factor removed', detail: 'Your password alone signs you in.' });
    onChanged();
  };
  return (
    <>
      <div className="factor-row">
        <div>
          <strong>Recovery codes</strong>
          <p className="muted">
            {factor.recoveryCodesLeft} of 10 left. Each signs you in once if you lose your phone or passkey.
          </p>
        </div>
        <OnlineButton variant="default" onClick={() => void renew()}>
          Make new codes
        </OnlineButton>
      </div>
      {factor.requiredBy === null && (
        <div>
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => void remove()}>
            Remove the second factor…
          </Button>
        </div>
      )}
    </>
  );
}

const wantsRemoved = async () =>
  (await ask({
    title: 'Remove the second factor?',
    body: 'The authenticator app, all passkeys and recovery codes are removed. Your password alone signs you in.',
    choices: { remove: { words: 'Remove the second factor', tone: 'danger' }, keep: { words: 'Keep it' } },
    safe: 'keep',
  })) === 'remove';

/** Loads the own second factor, and again on demand. */
function useSecondFactor() {
  const call = useCall();
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof read>> | null>(null);
  useEffect(() => {
    let stale = false;
    void read(call).then((loaded) => stale || setAnswer(loaded));
    return () => {
      stale = true;
    };
  }, [call]);
  return {
    factor: answer?.ok ? answer.value : null,
    problem: answer && !answer.ok ? errorMessage(answer.error) : null,
    reload: () => void read(call).then(setAnswer),
  };
}

const read = (call: ReturnType<typeof useCall>) => call(getSecondFactor, {});
