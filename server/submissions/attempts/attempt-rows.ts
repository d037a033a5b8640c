import { sql } from 'kysely';
import type { ArgsOf } from '#contract/kit/endpoint.ts';
import type { listSubmissionAttempts, SubmissionAttempt } from '#contract/submissions/attempts.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { orderOf } from '#server/kit/db/order-of.ts';
import { type Paged, readPage } from '#server/kit/db/paging.ts';
import { search } from '#server/kit/db/search.ts';

/** Which attempts are listed. `ownerId`: those for submissions of this person alone; null for everyone's. `answer` blank: any. */
type Which = Omit<ArgsOf<typeof listSubmissionAttempts>, 'me'> & { readonly ownerId: number | null };

const contact = sql`coalesce(u.name, '')`;
const account = sql`coalesce(a.fields ->> 'account', '')`;
const order = {
  at: sql`a.id`,
  kind: sql`a.kind`,
  answer: sql`a.answer`,
  milliseconds: sql`a.milliseconds`,
  words: sql`lower(a.words)`,
  submissionId: sql`a.submission_id`,
  providerJobId: sql`s.provider_job_id`,
  contact: sql`lower(coalesce(u.name, ''))`,
  account: sql`lower(coalesce(a.fields ->> 'account', ''))`,
};

/** One page of the calls to a submission target, the newest first. They hold no file, secret or value of a caregiver. */
export const attemptsOf = (
  db: Db,
  customerId: number,
  { targetId, ownerId, query, answer, sort, ...page }: Which,
): Promise<Paged<SubmissionAttempt>> =>
  readPage<SubmissionAttempt>(
    db,
    {
      select: sql`a.id, a.submission_id as "submissionId", a.at, a.kind, a.answer, a.words, a.milliseconds, a.documents,
        ${account} as account, s.provider_job_id as "providerJobId", ${contact} as contact`,
      from: sql`submission_attempt a
        join submission s on s.customer_id = a.customer_id and s.id = a.submission_id
        left join app_user u on u.id = s.user_id`,
      where: [
        sql`a.customer_id = ${customerId} and a.target_id = ${targetId}`,
        ...(ownerId === null ? [] : [sql`s.user_id = ${ownerId}`]),
        ...(answer === '' ? [] : [sql`a.answer = ${answer}`]),
        search([sql`a.words`, sql`s.provider_job_id`, contact], query),
      ],
      orderBy: orderOf(sort, order, sql`a.id desc`),
    },
    page,
  );
