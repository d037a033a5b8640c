import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Form, Problems } from '../form/use-form.ts';
import { linesOf, placeOf, type StepLine, stepWith, type WizardStep } from './wizard-steps.ts';

/** What a wizard needs of its form. */
type WizardForm<K extends string> = Form & {
  check: (keys: readonly K[]) => boolean;
  refuse: (problems: Problems) => false;
};

/** A wizard at one of its steps. */
export type Wizard<S extends WizardStep = WizardStep> = {
  readonly step: S;
  readonly lines: readonly StepLine[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Something is checked before the next step. */
  readonly busy: boolean;
  /** Checks the step and goes on; at the last one submits the form. */
  readonly next: () => Promise<void>;
  readonly back: () => void;
};

/**
 * Steps over one form. Next checks the fields of its step only, Back keeps everything, the last step submits. The step is in the address
 * under `step`; nothing that was typed is. A reload begins again, because the draft is kept in memory only.
 */
export function useWizard<K extends string, S extends WizardStep<K>>(
  steps: readonly [S, ...S[]],
  form: WizardForm<K>,
): Wizard<S> {
  const [params, setParams] = useSearchParams();
  const [reached, setReached] = useState(0);
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const at = placeOf(steps, params.get('step'), reached);
  const step = steps[at] ?? steps[0];
  if (refusals !== form.refusals) {
    setRefusals(form.refusals);
    // The service may refuse a field of an earlier step when the last one submits.
    const fields = form.problems.map(({ field }) => field);
    const of = stepWith(steps, fields);
    if (of !== null && of < at) setReached(of);
  }
  const isLast = at === steps.length - 1;
  const go = (to: number) => {
    setReached(to);
    setParams((now) => {
      now.set('step', steps[to]?.id ?? '');
      return now;
    });
  };
  const next = async () => {
    if (busy) return;
    if (isLast) {
      await form.submit();
      return;
    }
    if (!form.check(step.checks)) return;
    setBusy(true);
    const problems = await step.leave?.().finally(() => setBusy(false));
    setBusy(false);
    if (problems) form.refuse(problems);
    else go(at + 1);
  };
  return { step, lines: linesOf(steps, at), isFirst: at === 0, isLast, busy, next, back: () => go(Math.max(0, at - 1)) };
}
