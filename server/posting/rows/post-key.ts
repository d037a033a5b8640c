import { sql } from 'kysely';

/** A post of the queue, by its key. */
export type PostKey = {
  readonly customerId: number;
  readonly targetId: number;
  readonly jobId: number;
  readonly generation: number;
};

/** A condition on the key of a post, for its own row and for the rows of its calls and differences. */
export const ofPost = ({ customerId, targetId, jobId, generation }: PostKey) =>
  sql<boolean>`customer_id = ${customerId} and target_id = ${targetId} and job_id = ${jobId} and generation = ${generation}`;
