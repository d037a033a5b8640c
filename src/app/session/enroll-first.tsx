import { Button } from '@mantine/core';
import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { OwnPassword } from '#src/features/people/account/own-password.tsx';
import { SessionFrame } from '#src/features/people/auth/session-frame.tsx';
import { AddAuthenticator, AddPasskey } from '#src/features/people/second-factor/add-factor.tsx';
import { passkeysBlocked } from '#src/features/people/second-factor/passkey.ts';
import { RecoveryCodes } from '#src/features/people/second-factor/recovery-codes.tsx';

/** Status of a user whose password has expired. */
const expired = 1;

/** Shown in place of the app to a user who must add a second factor first, after an expired password was changed. */
export function EnrollFirst() {
  const { role } = useSession();
  const { signOut } = useSessionActions();
  const isExpired = role.status === expired;
  return (
    <SessionFrame
      title={isExpired ? 'Choose a new password' : 'Add a second factor'}
      note={
        isExpired
          ? `${messages.passwordExpired} Afterwards you add a second factor.`
          : 'Your account needs one beside your password, before anything else. It takes a minute.'
      }
    >
      {isExpired ? <OwnPassword focused /> : <Enroll />}
      <div className="factor-more">
        <button type="button" className="link-button" onClick={() => void signOut()}>
          Sign out
        </button>
      </div>
    </SessionFrame>
  );
}

function Enroll() {
  const { reload } = useSessionActions();
  const [way, setWay] = useState<'authenticator' | 'passkey' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const blocked = passkeysBlocked(window.location);
  const steps = { onAdded: setCodes, onCancel: () => setWay(null) };
  if (codes) return <RecoveryCodes codes={codes} onDone={() => void reload()} />;
  if (way === 'authenticator') return <AddAuthenticator {...steps} />;
  if (way === 'passkey') return <AddPasskey {...steps} />;
  return (
    <div className="form">
      <Button onClick={() => setWay('authenticator')}>Set up an authenticator app</Button>
      {blocked === null ? (
        <Button variant="default" onClick={() => setWay('passkey')}>
          Add a passkey
        </Button>
      ) : (
        <p className="muted">{blocked}</p>
      )}
    </div>
  );
}
