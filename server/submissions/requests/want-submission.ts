import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SubmissionState } from '#contract/rows/submission.ts';
import type { Tx } from '#server/kit/db/connection.ts';

/** A submission that a person or an event asks for. `userId`: null for an event of the ATS, which `eventId` names. */
export type Wanted = {
  readonly customerId: number;
  readonly fromId: number;
  readonly toId: number;
  readonly jobId: number;
  readonly providerJobId: string;
  readonly caregiverId: string;
  readonly email: string;
  readonly userId: number | null;
  readonly eventId: string;
};
/** The live submission of the same caregiver, destination and job. `by`: who asked for it. */
export type Rival = { readonly id: number; readonly by: string; readonly state: SubmissionState };
export type WantedAnswer =
  | { readonly kind: 'wanted'; readonly id: number }
  | { readonly kind: 'conflict'; readonly rival: Rival | null };

/**
 * Adds a submission to the queue. Unique indexes keep it the only live one of its caregiver, destination and job, no matter who asks at the
 * same moment: by the id in the source, and by the email address.
 */
export async function wantSubmission(tx: Tx, wanted: Wanted, now: Date): Promise<WantedAnswer> {
  const { customerId, fromId, toId, jobId, providerJobId, caregiverId, email, userId, eventId } = wanted;
  const { rows } = await sql<{ id: number }>`
    insert into submission (customer_id, from_id, to_id, job_id, provider_job_id, caregiver_id, caregiver_email, reference, state,
      user_id, event_id, created_at, next_at)
    values (${customerId}, ${fromId}, ${toId}, ${jobId}, ${providerJobId}, ${caregiverId}, ${email}, ${randomUUID()}, 'wanted',
      ${userId}, ${eventId}, ${now}, ${now})
    on conflict do nothing returning id`.execute(tx);
  if (rows[0]) return { kind: 'wanted', id: rows[0].id };
  return { kind: 'conflict', rival: await rivalOf(tx, wanted) };
}

/** The live submission that keeps another one from being made; null if it ended meanwhile. `butNot`: the one that is sent again. */
export async function rivalOf(tx: Tx, wanted: Omit<Wanted, 'userId' | 'eventId'>, butNot = 0): Promise<Rival | null> {
  const { rows } = await sql<Rival>`
    select s.id, s.state, coalesce(u.name, 'An event of the ATS') as by
    from submission s left join app_user u on u.id = s.user_id
    where s.customer_id = ${wanted.customerId} and s.to_id = ${wanted.toId} and s.job_id = ${wanted.jobId} and s.id <> ${butNot}
      and s.provider_job_id = ${wanted.providerJobId} and s.state not in ('refused', 'withdrawn')
      and ((s.from_id = ${wanted.fromId} and s.caregiver_id = ${wanted.caregiverId})
        or (${wanted.email} <> '' and lower(s.caregiver_email) = lower(${wanted.email}))) limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** What the conflict says to who asked later. */
export function conflictOf(rival: Rival | null) {
  const { id = 0, by = 'Someone else', state = 'wanted' as const } = rival ?? {};
  return { id, by, state, message: `${by} put this caregiver forward for this job already.` };
}
