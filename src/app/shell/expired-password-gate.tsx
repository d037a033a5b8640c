import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { useSessionActions } from '#src/entities/session/session.ts';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { Gate } from './gate.tsx';

const OwnPassword = lazy(() => import('#src/features/people/account/own-password.tsx').then((m) => ({ default: m.OwnPassword })));

/** Asks a user with an expired password for a new one before anything else, as the service refuses everything else. */
export function ExpiredPasswordGate() {
  const { signOut } = useSessionActions();
  return (
    <Gate opened title="Choose a new password">
      <div className="form">
        <p>{messages.passwordExpired} Unsent changes on this device are kept.</p>
        <Suspense fallback={<Waiting rows={3} label="Loading form" />}>
          <OwnPassword focused />
        </Suspense>
        <div className="form-actions">
          <Button variant="default" onClick={() => void signOut()}>
            Sign out
          </Button>
        </div>
      </div>
    </Gate>
  );
}
