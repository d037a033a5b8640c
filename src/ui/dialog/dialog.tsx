import { Button, Modal, type ModalProps } from '@mantine/core';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useUnsavedWork } from '../unsaved/unsaved-work.ts';
import './form-dialog.css';

type FrameProps = {
  title: string;
  /** Something was typed that closing would lose. */
  dirty: boolean;
  size?: ModalProps['size'];
  onClose: () => void;
  /** Given how to close: it asks first where something would be lost. */
  children: (close: () => void) => ReactNode;
};

/** The frame of a dialog: closing it with changes asks in place, as a dialog never opens another. */
export function DialogFrame({ title, dirty, size = 560, onClose, children }: FrameProps) {
  /** Where the focus was when the question came up; null while there is none. */
  const [leaving, setLeaving] = useState<Element | null>(null);
  const close = () => (dirty ? setLeaving(document.activeElement ?? document.body) : onClose());
  const stay = () => {
    setLeaving(null);
    if (leaving instanceof HTMLElement && leaving.isConnected) leaving.focus();
  };
  return (
    <Modal
      opened
      // Escape answers the question with its safe choice.
      onClose={leaving && dirty ? stay : close}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {leaving && dirty && (
        <div className="form-leaving" role="alert">
          <p>You have unsaved changes.</p>
          <Button size="xs" variant="default" ref={takeFocus} onClick={stay}>
            Keep editing
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            Discard changes
          </Button>
        </div>
      )}
      {children(close)}
    </Modal>
  );
}

const takeFocus = (button: HTMLElement | null) => button?.focus();

type Props = Omit<FrameProps, 'dirty'> & {
  /** What closing would lose. Left out, anything typed, ticked or chosen in the dialog counts. */
  dirty?: boolean;
  /** Saves what was typed before another screen opens, and answers whether it did. */
  save?: () => Promise<boolean>;
};

/** A dialog that is no form of its own. It does not lose what was typed, nor does leaving the screen under it. */
export function Dialog({ dirty, save, children, ...frame }: Props) {
  const [touched, setTouched] = useState(false);
  const unsaved = dirty ?? touched;
  useUnsavedWork(unsaved, { what: frame.title, ...(save && { save }) });
  const touch = () => setTouched(true);
  return (
    <DialogFrame {...frame} dirty={unsaved}>
      {(close) => (
        // The list of a picker hangs elsewhere in the page, but its clicks arrive here. Not on the way down: a render before the field's
        // own handler would put its old value back.
        <div onInput={touch} onClick={(event) => isChoice(event) && touch()}>
          {children(close)}
        </div>
      )}
    </DialogFrame>
  );
}

const isChoice = ({ target }: MouseEvent) => target instanceof Element && target.closest('[role="option"]') !== null;
