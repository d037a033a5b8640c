import { ok } from '#contract/kit/result.ts';
import { listSubmissionAttempts } from '#contract/submissions/attempts.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { ownerSeen } from '../requests/submission-rows.ts';
import { submissionTarget } from '../targets/target-rows.ts';
import { attemptsOf } from './attempt-rows.ts';

/** The calls that were made to a submission target. */
export const submissionAttemptRoutes: Handler[] = [
  handle(
    listSubmissionAttempts,
    { load: { target: submissionTarget('targetId') } },
    async ({ me: _me, ...which }, { services: { db }, actor }, { target: { customerId } }) =>
      ok(await attemptsOf(db, customerId, { ...which, ownerId: ownerSeen(actor) })),
  ),
];
