import { sql } from 'kysely';
import type { Tx } from '#server/kit/db/connection.ts';
import type { DueSubmission } from './sender.ts';
import type { SendingStep } from './sending-state.ts';

/** Longest reason in a notice. The whole text is in the submission. */
const mostWords = 300;

/**
 * A notice in the bell of the person who put a caregiver forward, when the submission was refused or needs a decision: once for each time.
 * It names the caregiver by the ID in the source only.
 */
export async function noticeOwner(tx: Tx, due: DueSubmission, { state, words }: SendingStep, fence: number): Promise<void> {
  if (due.userId === null || (state !== 'refused' && state !== 'human')) return;
  const what = state === 'refused' ? 'was not submitted' : 'needs your decision';
  const text = `Caregiver ${due.caregiverId} ${what} (job ${due.providerJobId}): ${words.slice(0, mostWords)}`;
  await sql`insert into notification (customer_id, user_id, kind, text, link, cause)
    select u.customer_id, u.id, 'submission', ${text}, ${`/submissions?errors=1&open=submission:${due.id}`}, ${`submission ${due.id} ${fence}`}
    from app_user u where u.customer_id = ${due.customerId} and u.id = ${due.userId} and u.deleted_at is null
    on conflict (customer_id, user_id, cause) where cause is not null do nothing`.execute(tx);
}
