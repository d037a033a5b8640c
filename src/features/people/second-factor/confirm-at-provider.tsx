import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { watchConfirmed } from './confirmed-elsewhere.ts';

/** For people without a password and a second factor of their own: confirms in a window at the agency's provider. */
export function ConfirmAtProvider({ onConfirmed }: { onConfirmed: () => void }) {
  const [opened, setOpened] = useState(false);
  useEffect(() => watchConfirmed(onConfirmed), [onConfirmed]);
  const open = () => {
    window.open(pathTo('/agency-sign-on/:domain?', {}, { confirm: 1 }), 'jobdock-sign-on', 'popup,width=520,height=680');
    setOpened(true);
  };
  return (
    <div className="form">
      <p>Sign in once more at your agency’s sign-on. It opens in a window of its own; nothing here is lost.</p>
      <Button fullWidth data-autofocus onClick={open}>
        Open my agency’s sign-on
      </Button>
      {opened && (
        <Button variant="default" fullWidth onClick={onConfirmed}>
          I have signed in there
        </Button>
      )}
      <p className="muted" role="status">
        {opened && 'Waiting for the other window. If none opened, allow windows of this site and try again.'}
      </p>
    </div>
  );
}
