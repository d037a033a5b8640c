/** The sum of all reasons that feedback on an AI result can give (`contract/system/feedback.ts` names them). */
export const everyFeedbackReason = 2 ** 22 - 1;
/** Most characters of the words in feedback. */
export const mostFeedbackLength = 4000;
