import type { ActionType } from '#contract/rows/rule-rows.ts';

/** The names of the action types on screens and in reports, by the documented ids. */
export const actionLabels: Readonly<Record<ActionType, string>> = {
  1: 'Set value',
  2: 'Set date',
  3: 'Replace text',
  4: 'Table rule or note',
  5: 'Cancel the job',
  6: 'Hold or hide',
  7: 'Custom calculation',
  8: 'Supplemental data',
  9: 'Set export value',
  10: 'Clear value',
  11: 'Do not post',
  12: 'AI prompt',
};
