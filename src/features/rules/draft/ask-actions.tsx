import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { OnlineButton } from '#src/entities/session/online-button.tsx';

type Props = {
  readonly words: string;
  readonly busy: boolean;
  /** The main action once there is a reply. Asking again is then the secondary action. */
  readonly first?: ReactNode;
  readonly onAsk: () => Promise<void>;
  readonly onClose: () => void;
};

/** The buttons of a dialog that sends a request to the service. */
export const AskActions = ({ words, busy, first, onAsk, onClose }: Props) => (
  <div className="form-actions">
    {first}
    <OnlineButton loading={busy} variant={first ? 'default' : 'filled'} onClick={() => void onAsk()}>
      {words}
    </OnlineButton>
    <Button variant="default" onClick={onClose}>
      Cancel
    </Button>
  </div>
);
