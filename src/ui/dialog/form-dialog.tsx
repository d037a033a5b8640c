import type { ReactNode } from 'react';
import type { Form } from '../form/use-form.ts';
import { FormPage } from '../page/form-page.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  title: string;
  form: Form;
  saveWords: string;
  /** Why saving is not possible now. */
  blocked?: string | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** A form over its list, for one row of it. */
export function FormDialog({ title, form, saveWords, blocked, onClose, children }: Props) {
  return (
    <Dialog title={title} dirty={form.dirty} onClose={onClose}>
      {(close) => (
        <FormPage bare title={title} form={form} saveWords={saveWords} blocked={blocked} onBack={close} backWords="Close">
          {children}
        </FormPage>
      )}
    </Dialog>
  );
}

/** Title and button of a form: "Add shift" for a new row, "Edit Nights" and "Save shift" for one that has a name already. */
export const titlesFor = (noun: string, name: string | null): Pick<Props, 'title' | 'saveWords'> =>
  name === null ? { title: `Add ${noun}`, saveWords: `Add ${noun}` } : { title: `Edit ${name}`, saveWords: `Save ${noun}` };
