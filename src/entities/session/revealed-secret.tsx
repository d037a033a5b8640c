import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { OnlineButton } from './online-button.tsx';
import './revealed-secret.css';

/** A secret is on screen for this long. */
const shownMs = 30_000;

type Props = {
  /** The button, such as "Show stored password". */
  label: string;
  /** What is shown, such as "Stored password". */
  name: string;
  /** Asks the service for the secret. Null if it was refused, which the caller has said. */
  ask: () => Promise<string | null>;
};

/** Shows a secret for half a minute, after the person has confirmed who they are. It is kept nowhere. */
export function RevealedSecret({ label, name, ask }: Props) {
  const [secret, setSecret] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (secret === null) return undefined;
    const timer = setTimeout(() => setSecret(null), shownMs);
    return () => clearTimeout(timer);
  }, [secret]);
  const reveal = async () => {
    setBusy(true);
    setSecret(await ask());
    setBusy(false);
  };
  if (secret === null) {
    return (
      <div>
        <OnlineButton variant="default" size="xs" loading={busy} onClick={() => void reveal()}>
          {label}
        </OnlineButton>
      </div>
    );
  }
  return (
    <div className="revealed-secret" role="status">
      <output className="mono" aria-label={name}>
        {secret}
      </output>
      <Button variant="default" size="xs" onClick={() => setSecret(null)}>
        Hide
      </Button>
      <span className="muted">Hidden again after 30 seconds.</span>
    </div>
  );
}
