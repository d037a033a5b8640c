import type { ActionType } from '#contract/rows/rule-rows.ts';

/** Labels of an action type: its name, and what it does to a job in a few words. */
type ActionLabels = { readonly label: string; readonly means: string };

/** All action types in display order, with the documented ids. */
export const actionTypes: Readonly<Record<ActionType, ActionLabels>> = {
  1: { label: 'Set value', means: 'Writes a value into a field.' },
  2: { label: 'Set date', means: 'Writes a date, fixed or relative to another date.' },
  3: { label: 'Replace text', means: 'Replaces words inside a field and keeps the rest.' },
  4: { label: 'Table rule or note', means: 'Looks the job up in a table, or adds a note.' },
  5: { label: 'Cancel the job', means: 'The job shows “is cancelled by rule id” and is not posted.' },
  6: { label: 'Hold or hide', means: 'Puts the job on hold or hides it.' },
  7: { label: 'Custom calculation', means: 'Writes the result of an expression over other fields.' },
  8: { label: 'Supplemental data', means: 'Adds data the vendor doesn’t send.' },
  9: { label: 'Set export value', means: 'Changes the posted value only. The staged job doesn’t change.' },
  10: { label: 'Clear value', means: 'Clears a field.' },
  11: { label: 'Do not post', means: 'The job stays in staging and is not posted.' },
  12: { label: 'AI prompt', means: 'Asks the AI for a value. If there is no answer, nothing is written.' },
};

export const actionLabel = (type: ActionType): string => actionTypes[type].label;

export const workTypeLabels = { 1: 'Travel', 2: 'Permanent', 3: 'Per Diem' } as const;
