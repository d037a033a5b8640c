import { Button, Modal, type ModalProps } from '@mantine/core';
import { type FocusEvent, type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { useUnsavedWork } from '../unsaved/unsaved-work.ts';
import './form-dialog.css';

type FrameProps = {
  title: string;
  /** The user changed something that closing would lose. */
  dirty: boolean;
  size?: ModalProps['size'];
  onClose: () => void;
  /** Gets a function that closes the dialog, after a question if changes would be lost. */
  children: (close: () => void) => ReactNode;
};

/** The frame of a dialog. Closing it with unsaved changes asks inside the frame, because dialogs never nest. */
export function DialogFrame({ title, dirty, size = 560, onClose, children }: FrameProps) {
  /** The element that had the focus before the question appeared; null while there is no question. */
  const [leaving, setLeaving] = useState<Element | null>(null);
  useFocusBack();
  const close = () => (dirty ? setLeaving(document.activeElement ?? document.body) : onClose());
  const stay = () => {
    setLeaving(null);
    if (leaving instanceof HTMLElement && leaving.isConnected) leaving.focus();
  };
  return (
    <Modal
      opened
      // Escape picks the safe choice of the question.
      onClose={leaving && dirty ? stay : close}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': 'Close' }}
      onFocusCapture={keepFocus}
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

/** Gives the focus back to where it was before the dialog. A dialog is open as long as it is mounted, so Mantine does not. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the dialog has left the page. What took the focus meanwhile keeps it.
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected) before.focus();
      });
    },
    [before],
  );
}

/**
 * Mantine focuses the element with this attribute, or else the first control, some time after a dialog has appeared. On a busy machine
 * the user has reached another control by then: it keeps the focus, or a picker would close and drop what was typed.
 */
const first = 'data-autofocus';

function keepFocus({ currentTarget, target }: FocusEvent): void {
  // A picker's list is rendered elsewhere in the page, but its events bubble here.
  if (!currentTarget.contains(target)) return;
  for (const one of currentTarget.querySelectorAll(`[${first}]`)) one.removeAttribute(first);
  target.setAttribute(first, '');
}

const takeFocus = (button: HTMLElement | null) => button?.focus();

type Props = Omit<FrameProps, 'dirty'> & {
  /** True if closing would lose something. If left out, any input, tick or choice in the dialog counts. */
  dirty?: boolean;
  /** Saves the changes before another screen opens. Returns whether it did. */
  save?: () => Promise<boolean>;
};

/** A dialog without a form. Closing it, or leaving the screen under it, does not lose changes without asking. */
export function Dialog({ dirty, save, children, ...frame }: Props) {
  const [touched, setTouched] = useState(false);
  const unsaved = dirty ?? touched;
  useUnsavedWork(unsaved, { what: frame.title, ...(save && { save }) });
  const touch = () => setTouched(true);
  return (
    <DialogFrame {...frame} dirty={unsaved}>
      {(close) => (
        // A picker's list is rendered elsewhere in the page, but its clicks bubble here. Do not use the capture phase: a render
        // before the field's own handler would restore the old value.
        <div onInput={touch} onClick={(event) => isChoice(event) && touch()}>
          {children(close)}
        </div>
      )}
    </DialogFrame>
  );
}

const isChoice = ({ target }: MouseEvent) => target instanceof Element && target.closest('[role="option"]') !== null;
