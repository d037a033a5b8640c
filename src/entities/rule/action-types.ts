import type { ActionType } from '#contract/rows/rule-rows.ts';

/** A kind of action as people choose it: its name, and what it does to a job in a few words. */
type ActionWords = { readonly label: string; readonly means: string };

/** Every action in the order in which it is offered; the ids are the documented ones. */
export const actionTypes: Readonly<Record<ActionType, ActionWords>> = {
  1: { label: 'Set value', means: 'Writes a value into a field.' },
  2: { label: 'Set date', means: 'Writes a date, fixed or counted from another one.' },
  3: { label: 'Replace text', means: 'Replaces words inside a field and keeps the rest.' },
  4: { label: 'Table rule or note', means: 'Looks the job up in a table, or adds a note.' },
  5: { label: 'Cancel the job', means: 'The job reads “is cancelled by rule” and is not posted.' },
  6: { label: 'Hold or hide', means: 'Holds the job back, or takes it off the list.' },
  7: { label: 'Custom calculation', means: 'Writes what an expression over other fields comes to.' },
  8: { label: 'Supplemental data', means: 'Adds data that the vendor does not send.' },
  9: { label: 'Set export value', means: 'Changes what is posted; the staged job stays as it is.' },
  10: { label: 'Clear value', means: 'Empties a field.' },
  11: { label: 'Do not post', means: 'The job stays staged and is not posted.' },
  12: { label: 'AI prompt', means: 'Asks the AI for a value; nothing is written where it gives none.' },
};

export const actionLabel = (type: ActionType): string => actionTypes[type].label;

export const workTypeWords = { 1: 'Travel', 2: 'Permanent', 3: 'Per Diem' } as const;
