import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import type { Factor } from '#contract/kit/errors.ts';
import type { FactorProof } from '#contract/people/second-factor-proof.ts';
import { submitting } from '#src/ui/form/submitting.ts';
import { passkeysBlocked, provePasskey } from './passkey.ts';
import './second-factor.css';

type Proof = FactorProof & { readonly password?: string };
type Typed = 'password' | 'code' | 'recoveryCode';

type Props = {
  /** How the service lets the user prove who they are. */
  factors: readonly Factor[];
  submitLabel: string;
  /** Sends a proof. Returns why it was refused; null if it was accepted. */
  onProof: (proof: Proof) => Promise<string | null>;
  /** Options for the browser's passkey dialog, or the reason why there are none. */
  passkeyOptions: () => Promise<Record<string, unknown> | string>;
};

/** Asks for one proof: a code, a passkey, a recovery code, or the password of a user without a second factor. */
export function FactorForm({ factors, submitLabel, onProof, passkeyOptions }: Props) {
  const first = (['password', 'code'] as const).find((one) => factors.includes(one)) ?? null;
  const hasPasskey = factors.includes('passkey') && passkeysBlocked(window.location) === null;
  const [typed, setTyped] = useState<Typed | null>(first ?? (hasPasskey ? null : 'recoveryCode'));
  const { problem, busy, send, clear } = useProof(onProof, passkeyOptions);
  const change = (to: Typed | null) => {
    clear();
    setTyped(to);
  };
  return (
    <div className="form">
      {typed && <TypedProof key={typed} typed={typed} problem={problem} busy={busy} submitLabel={submitLabel} onSend={send} />}
      {!typed && problem && <p role="alert">{problem}</p>}
      {hasPasskey && typed !== 'recoveryCode' && (
        <Button
          variant={typed ? 'default' : 'filled'}
          fullWidth
          loading={busy && !typed}
          leftSection={<IconFingerprint size={18} aria-hidden />}
          onClick={() => void send('passkey')}
        >
          Use a passkey
        </Button>
      )}
      {typed === 'recoveryCode' && !first && !hasPasskey && <p className="muted">{passkeysBlocked(window.location)}</p>}
      {factors.includes('recoveryCode') && (
        <div className="factor-more">
          {typed === 'recoveryCode' ? (
            (first !== null || hasPasskey) && (
              <button type="button" className="link-button" onClick={() => change(first)}>
                {first ? 'Use the authenticator app' : 'Use a passkey'}
              </button>
            )
          ) : (
            <button type="button" className="link-button" onClick={() => change('recoveryCode')}>
              Use a recovery code
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** Sends proofs, and keeps why the last one was refused. */
function useProof(onProof: Props['onProof'], passkeyOptions: Props['passkeyOptions']) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const judge = async (proof: Proof | 'passkey'): Promise<string | null> => {
    if (proof !== 'passkey') return onProof(proof);
    const options = await passkeyOptions();
    if (typeof options === 'string') return options;
    const passkey = await provePasskey(options);
    return passkey ? onProof({ passkey }) : 'No passkey was used. Try again, or use another way.';
  };
  const send = async (proof: Proof | 'passkey') => {
    setBusy(true);
    setProblem(null);
    const refused = await judge(proof).finally(() => setBusy(false));
    setProblem(refused);
    return refused;
  };
  return { problem, busy, send, clear: () => setProblem(null) };
}

const blank: Record<Typed, string> = {
  password: 'Enter your password',
  code: 'Enter the 6 digits that your app shows',
  recoveryCode: 'Enter one of your recovery codes',
};

type TypedProps = {
  typed: Typed;
  problem: string | null;
  busy: boolean;
  submitLabel: string;
  onSend: (proof: Proof) => Promise<string | null>;
};

function TypedProof({ typed, problem, busy, submitLabel, onSend }: TypedProps) {
  const [value, setValue] = useState('');
  const [empty, setEmpty] = useState(false);
  const submit = async () => {
    setEmpty(value.trim() === '');
    if (value.trim() === '') return;
    // A refused code is of no more use; a mistyped password or recovery code may be corrected.
    if ((await onSend({ [typed]: value })) !== null && typed === 'code') setValue('');
  };
  const field = {
    value,
    error: empty ? blank[typed] : problem,
    'data-autofocus': true,
    autoFocus: true,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setValue(event.currentTarget.value),
  };
  return (
    <form className="form" noValidate onSubmit={submitting(submit)}>
      {typed === 'password' && (
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
          {...field}
        />
      )}
      {typed === 'code' && (
        <TextInput
          label="6-digit code"
          description="From your authenticator app"
          inputMode="numeric"
          autoComplete="one-time-code"
          classNames={{ input: 'factor-code' }}
          {...field}
        />
      )}
      {typed === 'recoveryCode' && (
        <TextInput
          label="Recovery code"
          description="Each code works once"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          classNames={{ input: 'mono' }}
          {...field}
        />
      )}
      <Button type="submit" fullWidth loading={busy}>
        {submitLabel}
      </Button>
    </form>
  );
}
