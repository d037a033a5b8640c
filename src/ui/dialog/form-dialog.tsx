import type { ReactNode } from 'react';
import type { Form } from '../form/use-form.ts';
import { FormPage } from '../page/form-page.tsx';
import { DialogFrame } from './dialog.tsx';

type Props = {
  title: string;
  form: Form;
  saveLabel: string;
  /** Why saving is not possible now. */
  blocked?: string | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** A form over its list, for one row of it. */
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

/** Title and button of a form: "Add shift" for a new row, "Edit Nights" and "Save shift" for one that has a name already. */
export const titlesFor = (noun: string, name: string | null): Pick<Props, 'title' | 'saveLabel'> =>
  name === null ? { title: `Add ${noun}`, saveLabel: `Add ${noun}` } : { title: `Edit ${name}`, saveLabel: `Save ${noun}` };
