import { Button, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { addPasskey, confirmAuthenticator, startAuthenticator, startPasskey } from '#contract/people/second-factor.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { submitting } from '#src/ui/form/submitting.ts';
import { createPasskey } from './passkey.ts';
import { QrCode } from './qr-code.tsx';
import './second-factor.css';

type Props = {
  /** The factor is in use. The codes are new ones; empty if earlier ones still work. */
  onAdded: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
};

/** Sets up an authenticator app: scan or type the secret, then enter the app's first code. */
export function AddAuthenticator({ onAdded, onCancel }: Props) {
  const call = useCall();
  const { secret, problem: unread } = useNewSecret(onCancel);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    if (code.trim() === '') return setProblem('Enter the 6 digits that your app shows');
    setBusy(true);
    const answer = await call(confirmAuthenticator, { code }).finally(() => setBusy(false));
    if (answer.ok) return onAdded(answer.value.recoveryCodes);
    return setProblem(errorMessage(answer.error));
  };
  if (!secret) return <p className={unread ? undefined : 'muted'}>{unread ?? 'Preparing…'}</p>;
  return (
    <form className="form factor-setup" noValidate onSubmit={submitting(confirm)}>
      <div className="factor-scan">
        <QrCode text={secret.uri} label="QR code for your authenticator app" />
        <div>
          <p>
            Scan this with an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or 1Password.
          </p>
          <p className="muted">Or type this key into the app:</p>
          <code className="factor-secret">{secret.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </div>
      </div>
      <TextInput
        label="6-digit code"
        description="The code that the app shows now"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        classNames={{ input: 'factor-code' }}
        value={code}
        error={problem}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <SetupActions label="Turn on" busy={busy} onCancel={onCancel} />
    </form>
  );
}

/** A new secret for an authenticator app. `onDismissed`: the user did not confirm who they are. */
function useNewSecret(onDismissed: () => void) {
  const call = useCall();
  const [secret, setSecret] = useState<{ secret: string; uri: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const dismiss = useEffectEvent(onDismissed);
  useEffect(() => {
    let over = false;
    const start = async () => {
      const answer = await call(startAuthenticator, {});
      if (over) return;
      if (answer.ok) setSecret(answer.value);
      else if (answer.error.kind === 'confirm_identity') dismiss();
      else setProblem(errorMessage(answer.error));
    };
    void start();
    return () => {
      over = true;
    };
  }, [call]);
  return { secret, problem };
}

/** Names and creates a passkey with the browser's own dialog. */
export function AddPasskey({ onAdded, onCancel }: Props) {
  const call = useCall();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<string | null> => {
    if (name.trim() === '') return 'Name the passkey, for example “Work laptop”';
    const options = await call(startPasskey, {});
    if (!options.ok) return errorMessage(options.error);
    const passkey = await createPasskey(options.value.options);
    if (!passkey) return 'No passkey was created. Try again.';
    const answer = await call(addPasskey, { name, passkey });
    if (!answer.ok) return errorMessage(answer.error);
    onAdded(answer.value.recoveryCodes);
    return null;
  };
  const add = async () => {
    setBusy(true);
    setProblem(await run().finally(() => setBusy(false)));
  };
  return (
    <form className="form factor-setup" noValidate onSubmit={submitting(add)}>
      <TextInput
        label="Name of the passkey"
        description="So that you recognize it in the list"
        autoComplete="off"
        autoFocus
        value={name}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SetupActions label="Create passkey" busy={busy} onCancel={onCancel} />
    </form>
  );
}

function SetupActions({ label, busy, onCancel }: { label: string; busy: boolean; onCancel: () => void }) {
  return (
    <div className="form-actions">
      <Button type="submit" loading={busy}>
        {label}
      </Button>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
