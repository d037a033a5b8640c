import type { Problems } from '../form/use-form.ts';

/** One step of a wizard over one draft. */
export type WizardStep<K extends string = string> = {
  /** Names the step in the address. */
  readonly id: string;
  /** Its line in the list of steps. Neighbors with the same label are parts of one line. */
  readonly label: string;
  /** The heading over its fields. */
  readonly title: string;
  /** The fields of the draft that it fills in. Next checks these only. */
  readonly checks: readonly K[];
  /** What must happen before the next step, such as a check by the service. Problems keep the person here. */
  readonly leave?: () => Promise<Problems | undefined>;
  /** What Next does here, where it is more than going on: "Check sign-in". */
  readonly nextLabel?: string;
};

/** Place of the step that the address names. No one comes further than the furthest step that was reached. */
export function placeOf(steps: readonly WizardStep[], id: string | null, reached: number): number {
  const named = steps.findIndex((step) => step.id === id);
  return Math.max(0, Math.min(named, reached));
}

/** A line of the list of steps. */
export type StepLine = { readonly number: number; readonly label: string; readonly state: 'done' | 'current' | 'later' };

/** The list of steps, with the current one marked. */
export function linesOf(steps: readonly WizardStep[], at: number): StepLine[] {
  const labels = steps.map(({ label }) => label).filter((label, i, all) => label !== all[i - 1]);
  const current = labels.indexOf(steps[at]?.label ?? '');
  return labels.map((label, i) => ({
    number: i + 1,
    label,
    state: i < current ? 'done' : i === current ? 'current' : 'later',
  }));
}

/** Place of the first step that fills in one of these fields; null if none does. */
export function stepWith(steps: readonly WizardStep[], fields: readonly string[]): number | null {
  const at = steps.findIndex(({ checks }) => fields.some((field) => checks.includes(field)));
  return at === -1 ? null : at;
}
