import type { ActionType } from '#contract/rows/rule-rows.ts';
import { actionLabels } from '#domain/rules/action-labels.ts';

/** Labels of an action type: its name, and what it does to a job in a few words. */
type ActionLabels = { readonly label: string; readonly means: string };

/** All action types in display order, with the documented ids. */
export const actionTypes: Readonly<Record<ActionType, ActionLabels>> = {
  1: { label: actionLabels[1], means: 'Writes a value into a field.' },
  2: { label: actionLabels[2], means: 'Writes a date, fixed or relative to another date.' },
  3: { label: actionLabels[3], means: 'Replaces words inside a field and keeps the rest.' },
  4: { label: actionLabels[4], means: 'Looks the job up in a table, or adds a note.' },
  5: { label: actionLabels[5], means: 'The job shows “is cancelled by rule id” and is not posted.' },
  6: { label: actionLabels[6], means: 'Puts the job on hold or hides it.' },
  7: { label: actionLabels[7], means: 'Writes the result of an expression over other fields.' },
  8: { label: actionLabels[8], means: 'Adds data the vendor doesn’t send.' },
  9: { label: actionLabels[9], means: 'Changes the posted value only. The staged job doesn’t change.' },
  10: { label: actionLabels[10], means: 'Clears a field.' },
  11: { label: actionLabels[11], means: 'The job stays in staging and is not posted.' },
  12: { label: actionLabels[12], means: 'Asks the AI for a value. If there is no answer, nothing is written.' },
};

export const actionLabel = (type: ActionType): string => actionLabels[type];
