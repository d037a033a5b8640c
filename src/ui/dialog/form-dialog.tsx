import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Form } from '../form/use-form.ts';
import { FormPage } from '../page/form-page.tsx';
import './form-dialog.css';

type Props = {
  title: string;
  form: Form;
  saveWords: string;
  /** Why saving is not possible now. */
  blocked?: string | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** A form over its list, for one row of it. Closing it with changes asks in place: a dialog never opens another. */
export function FormDialog({ title, form, saveWords, blocked, onClose, children }: Props) {
  const [leaving, setLeaving] = useState(false);
  const close = () => (form.dirty ? setLeaving(true) : onClose());
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={560}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {leaving && form.dirty && (
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
      <FormPage bare title={title} form={form} saveWords={saveWords} blocked={blocked} onBack={close} backWords="Close">
        {children}
      </FormPage>
    </Modal>
  );
}
