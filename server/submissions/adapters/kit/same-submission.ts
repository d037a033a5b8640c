import { isWithdrawn } from '#domain/submissions/words.ts';
import type { ListedSubmission, SentSubmission } from '#server/submissions/adapter.ts';

/**
 * Whether a destination's submission is the one that was sent: of its job and caregiver. One that was withdrawn there is an earlier one: the
 * caregiver may be put forward again after it.
 */
export const isSame = (one: ListedSubmission, sent: Pick<SentSubmission, 'providerJobId' | 'extCaregiverId'>): boolean =>
  one.providerJobId === sent.providerJobId && one.extCaregiverId === sent.extCaregiverId && !isWithdrawn(one.status);
