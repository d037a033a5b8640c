import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { submitting } from '../form/submitting.ts';
import type { Form } from '../form/use-form.ts';
import { FormProblems } from '../page/form-page.tsx';
import { PageHeader } from '../page/page-header.tsx';
import { useUnsavedWork } from '../unsaved/unsaved-work.ts';
import type { Wizard } from './use-wizard.ts';
import './wizard.css';

type Props = {
  title: string;
  wizard: Wizard;
  form: Form;
  /** What the last step does: a verb with its object, "Add task". */
  saveLabel: string;
  /** Why the person cannot go on now. Shown beside the buttons. */
  blocked?: string | undefined;
  /** Opens another screen. If something was typed, leaving asks first. */
  onClose: () => void;
  /** The step. */
  children: ReactNode;
};

/** The shell of a wizard: its steps with the current one marked, one step at a time, Back and Next. Escape closes it. */
export function WizardPage({ title, wizard, form, saveLabel, blocked, onClose, children }: Props) {
  useUnsavedWork(form.dirty, { what: title });
  useEscape(onClose);
  const { step, lines, isFirst, isLast, busy, next, back } = wizard;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step.id);
  useEffect(() => {
    if (shown.current === step.id) return;
    shown.current = step.id;
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [step.id]);
  return (
    <section className="page wizard" aria-labelledby="page-title">
      <PageHeader title={title} />
      <nav aria-label="Steps">
        <ol className="wizard-steps">
          {lines.map(({ number, label, state }) => (
            <li key={label} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
              <span className="wizard-number" aria-hidden>
                {state === 'done' ? <IconCheck size={14} /> : number}
              </span>
              {label}
              {state === 'done' && <span className="visually-hidden"> (done)</span>}
            </li>
          ))}
        </ol>
      </nav>
      <form noValidate className="form wizard-step" onSubmit={submitting(() => blocked === undefined && next())}>
        <h2 ref={heading} tabIndex={-1}>
          {step.title}
        </h2>
        <FormProblems form={form} purpose={isLast ? 'save' : 'go on'} />
        {children}
        <div className="form-actions wizard-actions">
          <Button type="submit" loading={busy || form.saving} disabled={blocked !== undefined}>
            {isLast ? saveLabel : (step.nextLabel ?? 'Next')}
          </Button>
          {!isFirst && (
            <Button variant="default" disabled={busy || form.saving} onClick={back}>
              Back
            </Button>
          )}
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          {blocked !== undefined && (
            <span className="muted" role="status">
              {blocked}
            </span>
          )}
        </div>
      </form>
    </section>
  );
}

/** Closes the wizard on Escape, unless the key closes something over it: a list, a dialog, the command palette. */
function useEscape(close: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    const isListOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true';
    if (!isListOpen && document.querySelector('[role="dialog"]') === null) close();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    // In the capture phase, so that what the key closes is still open.
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
}
