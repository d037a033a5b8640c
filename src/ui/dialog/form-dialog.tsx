import type { ReactNode } from 'react';
import type { Form } from '../form/use-form.ts';
import { FormPage } from '../page/form-page.tsx';
import { DialogFrame } from './dialog.tsx';

type Props = {
  title: string;
  form: Form;
  saveLabel: string;
  /** The reason why saving is not possible now. */
  blocked?: string | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** A form for one row, in a dialog over its list. */
export function FormDialog({ title, form, saveLabel, blocked, onClose, children }: Props) {
  return (
    <DialogFrame title={title} dirty={form.dirty} onClose={onClose}>
      {(close) => (
        <FormPage bare title={title} form={form} saveLabel={saveLabel} blocked={blocked} onBack={close} backLabel="Close">
          {children}
        </FormPage>
      )}
    </DialogFrame>
  );
}

/** Title and button of a form: "Add shift" for a new row, "Edit Nights" and "Save shift" for an existing one. */
export const titlesFor = (noun: string, name: string | null): Pick<Props, 'title' | 'saveLabel'> =>
  name === null ? { title: `Add ${noun}`, saveLabel: `Add ${noun}` } : { title: `Edit ${name}`, saveLabel: `Save ${noun}` };
