import { messages } from '#contract/kit/messages.ts';

const begins = {
  target: messages.submissionTargetNotRead,
  targets: messages.submissionTargetsNotRead,
  choices: messages.targetListNotRead,
  lists: messages.listsNotRead,
} as const;

/** Why something of submission targets could not be read: the documented sentence, then the reason. Null if it was read. */
export const unread = (what: keyof typeof begins, problem: string | null): string | null =>
  problem === null ? null : `${begins[what]} ${problem}`;
