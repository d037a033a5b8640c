import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { OnlineButton } from '#src/entities/session/online-button.tsx';

type Props = {
  readonly words: string;
  readonly busy: boolean;
  /** What is offered before asking, once there is an answer: asking again then steps back. */
  readonly first?: ReactNode;
  readonly onAsk: () => Promise<void>;
  readonly onClose: () => void;
};

/** The end of a dialog that asks the service for something. */
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
