import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '#server/kit/http/handle.ts';

/** The documented operation number of every feedback on an AI result. */
const operation = 100;

/** A person's answer about an AI result. `mask` sums the reasons; `objectType` and `objectId` name what the result was about. */
export type Feedback = {
  readonly success: boolean | null;
  readonly mask: number;
  readonly message: string;
  readonly optOut: boolean;
  readonly jobId: number | null;
  readonly objectType: number | null;
  readonly objectId: number | null;
};

/** Stores feedback and returns its id. A good result has no reasons against it. */
export const insertFeedback = (
  { userId }: Actor,
  customerId: number,
  at: Date,
  { success, mask, message, optOut, jobId, objectType, objectId }: Feedback,
): RawBuilder<{ id: number }> => sql<{ id: number }>`
  insert into ai_feedback (customer_id, user_id, success, mask, message, opted_out, job_id, operation, object_type, object_id, at)
  values (${customerId}, ${userId}, ${success}, ${success === true ? 0 : mask}::integer, ${message}, ${optOut}, ${jobId}::bigint,
    ${operation}::integer, ${objectType}::integer, ${objectId}::bigint, ${at})
  returning id`;

/**
 * Stops further questions to a person who opts out. Who works as another person does not change that person's preferences, and a
 * guest's are kept by their own customer, which the guest's device tells.
 */
export const optOutOf = ({ userId, customerId, impersonating }: Actor, feedback: Feedback): RawBuilder<unknown>[] =>
  feedback.optOut && !impersonating
    ? [
        sql`update app_user set prefs = prefs || '{"noFeedback": true}'::jsonb
          where customer_id = ${customerId} and id = ${userId}`,
      ]
    : [];
