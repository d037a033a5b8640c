import { sql } from 'kysely';
import type { Tx } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { informOwner, type NewsLine } from './inform-owner.ts';

type Parts = Pick<Services, 'db' | 'mail' | 'config'>;

/** A status of which the owner of the submission has no notice yet. */
type Moved = {
  readonly id: number;
  readonly submissionId: number;
  readonly userId: number | null;
  readonly providerJobId: string;
  readonly status: string;
};

/** Statuses of a customer that one run takes. The rest comes next. */
const mostAtOnce = 2_000;

/**
 * Informs the owners of submissions of the statuses that moved since the last run, each status once. The status with which a submission
 * begins is no move. Returns how many statuses were taken.
 */
export async function informOfStatuses(parts: Parts): Promise<number> {
  const { rows } = await sql<{ customerId: number }>`select distinct customer_id as "customerId" from submission_status
    where not noticed`.execute(parts.db);
  let count = 0;
  for (const { customerId } of rows)
    count += await scopeTo(parts.db, [customerId])
      .transaction()
      .execute((tx) => informIn(tx, parts, customerId));
  return count;
}

async function informIn(tx: Tx, parts: Parts, customerId: number): Promise<number> {
  const { rows: taken } = await sql<{ id: number }>`update submission_status set noticed = true
    where customer_id = ${customerId} and id in (select id from submission_status
      where customer_id = ${customerId} and not noticed order by id limit ${mostAtOnce} for update skip locked)
    returning id`.execute(tx);
  const { rows: moved } = await sql<Moved>`
    select h.id, h.submission_id as "submissionId", s.user_id as "userId", s.provider_job_id as "providerJobId", h.status
    from submission_status h join submission s on s.customer_id = h.customer_id and s.id = h.submission_id
    where h.customer_id = ${customerId} and h.id = any(${taken.map(({ id }) => id)}::bigint[])
      and not (h.how in ('event', 'person') and not exists (select from submission_status e
        where e.customer_id = h.customer_id and e.submission_id = h.submission_id and e.id < h.id))
    order by h.id`.execute(tx);
  for (const [userId, of] of byOwner(moved))
    await informOwner(
      tx,
      parts,
      { customerId, userId },
      {
        lines: of.map(lineOf),
        grouped: {
          text: `${of.length.toLocaleString('en-US')} submissions have new statuses: ${countsOf(of)}.`,
          link: '/submissions',
        },
        subject: of.length === 1 ? 'The status of a submission changed' : `${of.length} statuses of submissions changed`,
      },
    );
  return taken.length;
}

function byOwner(moved: readonly Moved[]): Map<number, Moved[]> {
  const owners = new Map<number, Moved[]>();
  for (const one of moved) {
    if (one.userId === null) continue;
    owners.set(one.userId, [...(owners.get(one.userId) ?? []), one]);
  }
  return owners;
}

const lineOf = ({ id, submissionId, providerJobId, status }: Moved): NewsLine => ({
  text: `Submission ${submissionId}${providerJobId === '' ? '' : ` for the job ${providerJobId}`} is now “${status}”.`,
  link: `/submissions?open=submission:${submissionId}`,
  cause: `submission status ${id}`,
});

/** The new statuses with how many have each, the most frequent first: “3 Interview, 1 Offered”. */
function countsOf(moved: readonly Moved[]): string {
  const counts = new Map<string, number>();
  for (const { status } of moved) counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts].toSorted((a, b) => b[1] - a[1]).map(([status, count]) => `${count} ${status}`);
  return parts.length > 5 ? `${parts.slice(0, 5).join(', ')} and others` : parts.join(', ');
}
