import { sql } from 'kysely';
import { ok } from '#contract/kit/result.ts';
import { type ExpiringDocument, listExpiringDocuments } from '#contract/submissions/expiries.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { ownerSeen } from '../requests/submission-rows.ts';

/** Most documents of the list, the earliest first. */
const most = 500;

/** The documents of caregivers that expire soon. */
export const submissionExpiryRoutes: Handler[] = [
  handle(listExpiringDocuments, async ({ me }, { services: { db }, actor }) => {
    const ownerId = ownerSeen(actor);
    const { rows } = await sql<ExpiringDocument & { total: number }>`
      select e.id, e.caregiver_id as "caregiverId", e.document, to_char(e.expires_on, 'YYYY-MM-DD') as "expiresOn",
        coalesce(t.name, '') as source, s.newest as "submissionId", s.count as submissions, count(*) over () as total
      from submission_expiry e
      join lateral (select max(s.id) as newest, count(*) as count from submission s
        where s.customer_id = e.customer_id and s.from_id = e.target_id and s.caregiver_id = e.caregiver_id
          and s.state not in ('refused', 'withdrawn') and ${ownerId === null ? sql`true` : sql`s.user_id = ${ownerId}`}) s on s.count > 0
      left join submission_target t on t.customer_id = e.customer_id and t.id = e.target_id
      where e.customer_id = ${me} order by e.expires_on, e.caregiver_id, e.document, e.id limit ${most}`.execute(db);
    return ok({ total: rows[0]?.total ?? 0, rows: rows.map(({ total: _total, ...row }) => row) });
  }),
];
