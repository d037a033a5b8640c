import { sql } from 'kysely';
import { rightIds } from '#contract/kit/rights.ts';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { writeRows } from '#server/feed/publish.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { SlowRule } from './rule-work.ts';

/**
 * Switches off rules that took too much work on one job: the row says why, the people who may edit rules get a notice, and the
 * audit has a line. A rule that somebody switched off or changed meanwhile stays as it is.
 */
export async function switchOff(db: Db, customerId: number, slow: readonly SlowRule[], now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('rule')
      .select('row')
      .where('customer_id', '=', customerId)
      .where(
        'id',
        'in',
        slow.map(({ ruleId }) => ruleId),
      )
      .where('deleted', '=', false)
      .orderBy('id')
      .forUpdate()
      .execute();
    const changed: StoredRule[] = [];
    for (const { row } of rows) {
      const rule = row as StoredRule;
      const found = slow.find(({ ruleId }) => ruleId === rule.id);
      if (!rule.active || !found) continue;
      const offReason = reasonOf(found);
      changed.push({ ...rule, active: false, offReason, by: 'Jobdock', at: now.toISOString() });
      await notify(tx, customerId, `Rule ${rule.id} “${rule.name}” was switched off. ${offReason}`, rule);
      const facts = { reason: 'too slow', ...(found.jobId !== 0 && { jobId: found.jobId }) };
      const line = { customerId, at: now, actorId: null, userId: null, name: 'rule.switchOff' } as const;
      await writeAudit(tx, { ...line, object: ['rule', rule.id], changed: { active: [true, false] }, facts });
    }
    if (changed.length > 0)
      await writeRows(
        tx,
        customerId,
        changed.map((row) => ({ collection: 'rule', row })),
      );
  });
}

const reasonOf = ({ jobId }: SlowRule): string =>
  `It took too long on ${jobId === 0 ? 'a job' : `job ${jobId}`}. Make its patterns simpler, then activate it again.`;

/** A notice for each user who may edit rules; of a rule for administrators, only for those who see it. */
async function notify(tx: Tx, customerId: number, text: string, { adminsOnly, global }: StoredRule): Promise<void> {
  const forAdministrators = adminsOnly || global;
  await sql`
    insert into notification (customer_id, user_id, kind, text, link)
    select u.customer_id, u.id, 'rule_off', ${text}, '/custrules' from app_user u join role r on r.id = u.role_id
    where u.disabled_at is null and ${
      forAdministrators
        ? sql`r.administrator`
        : sql`u.customer_id = ${customerId} and (r.authorises_everything or ${rightIds['rules.write']} = any(u.rights))`
    }`.execute(tx);
}
