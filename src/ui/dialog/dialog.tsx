import { Button, Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import './form-dialog.css';

type Props = {
  title: string;
  /** Something was typed that closing would lose. */
  dirty: boolean;
  size?: ModalProps['size'];
  onClose: () => void;
  /** Given how to close: it asks first where something would be lost. */
  children: (close: () => void) => ReactNode;
};

/** A dialog that does not lose what was typed: closing it with changes asks in place, as a dialog never opens another. */
export function Dialog({ title, dirty, size = 560, onClose, children }: Props) {
  const [leaving, setLeaving] = useState(false);
  const close = () => (dirty ? setLeaving(true) : onClose());
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={size}
      closeOnClickOutside={!dirty}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {leaving && dirty && (
        <div className="form-leaving" role="alert">
          <p>You have unsaved changes.</p>
          <Button size="xs" variant="default" data-autofocus onClick={() => setLeaving(false)}>
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
