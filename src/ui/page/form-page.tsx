import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { submitting } from '../form/submitting.ts';
import type { Form } from '../form/use-form.ts';
import { useUnsavedWork } from '../unsaved/unsaved-work.ts';
import { PageHeader } from './page-header.tsx';
import './page.css';

type Props = {
  title: string;
  form: Form;
  /** The save button: a verb with its object, "Save task". */
  saveLabel?: string;
  /** The reason why saving is not possible now. Shown beside the buttons. */
  blocked?: string | undefined;
  onBack?: () => void;
  backLabel?: string;
  actions?: ReactNode;
  /** For a form inside a page that has its own title. */
  bare?: boolean;
  children: ReactNode;
};

/** The shell of a form: one column, a summary of problems that links to the fields, a guard for unsaved changes. */
export function FormPage({
  title,
  form,
  saveLabel = 'Save',
  blocked,
  onBack,
  backLabel = 'Back',
  actions,
  bare = false,
  children,
}: Props) {
  useUnsavedWork(form.dirty, { what: title, save: form.submit });
  // A form inside a card is no landmark of its own: the card is one, often with the same title.
  const Frame = bare ? 'div' : 'section';
  return (
    <Frame
      {...(bare ? { role: 'group', 'aria-label': title } : { className: 'page page-form', 'aria-labelledby': 'page-title' })}
    >
      {!bare && <PageHeader title={title} actions={actions} />}
      <form noValidate className="form" onSubmit={submitting(() => form.submit())}>
        <FormProblems form={form} />
        {children}
        <div className="form-actions">
          <Button type="submit" loading={form.saving} disabled={blocked !== undefined}>
            {saveLabel}
          </Button>
          {onBack && (
            <Button variant="default" onClick={onBack}>
              {backLabel}
            </Button>
          )}
          {blocked && <span className="muted">{blocked}</span>}
        </div>
      </form>
    </Frame>
  );
}

/**
 * After a rejected save: every problem with a link to its field. Takes the focus, so that the user notices it. `purpose` is what the
 * problems are in the way of.
 */
export function FormProblems({ form, purpose = 'save' }: { form: Form; purpose?: 'save' | 'go on' | 'search' }) {
  const box = useRef<HTMLDivElement>(null);
  const { refusals, problems } = form;
  useEffect(() => {
    if (refusals > 0) box.current?.focus();
  }, [refusals]);
  if (refusals === 0 || problems.length === 0) return null;
  return (
    <div className="form-problems" role="alert" tabIndex={-1} ref={box}>
      <strong>{`Fix ${problems.length === 1 ? '1 problem' : `${problems.length} problems`} to ${purpose}`}</strong>
      <ul>
        {problems.map(({ field, words }) => (
          <li key={field}>
            {field === '' ? (
              words
            ) : (
              <button type="button" className="link-button" onClick={() => form.focus(field)}>
                {words}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
