import { sql } from 'kysely';
import type { CustomerRisk } from '#contract/reports/customer-risk.ts';
import { type RiskFigures, riskOf, riskSignals } from '#domain/customer-risk/customer-risk.ts';
import { targetKind } from '#domain/targets/target-kinds.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { readBoardRows } from '#server/people/customers/customer-board.ts';

type Account = Pick<RiskFigures, 'activeTasks' | 'pastDueNotice' | 'lastActiveAt'> & { readonly customerId: number };

/**
 * Every customer that is at work, by risk, the highest first; then by name. The provider and customers that are closed are not among
 * them. Figures are those of the provider's board, so that a signal and the board never differ.
 */
export async function customerRisks(db: Db, now: Date): Promise<CustomerRisk[]> {
  const [board, accounts, targets] = await Promise.all([readBoardRows(db, 'all'), accountsOf(db), targetsOf(db)]);
  const boardOf = new Map(board.map((row) => [row.customerId, row]));
  const risks = accounts.flatMap((account): CustomerRisk[] => {
    const row = boardOf.get(account.customerId);
    if (!row) return [];
    const refusedPosts = row.failedPosts + row.undecidedPosts;
    const signals = riskSignals({ ...row, ...account, refusedPosts }, now.getTime());
    return [
      {
        customerId: row.customerId,
        customer: row.name,
        risk: riskOf(signals),
        signals,
        targets: targets.get(row.customerId) ?? [],
      },
    ];
  });
  return risks.sort((a, b) => b.risk - a.risk || a.customer.localeCompare(b.customer));
}

async function accountsOf(db: Db): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select c.id as "customerId", case when c.past_due then coalesce(c.past_due_notice, 'The account is past due.') end as "pastDueNotice",
      (select count(*)::integer from task t where t.customer_id = c.id and not t.deleted and not (t.row ->> 'disabled')::boolean
        and not (t.row ->> 'disabledByAdmin')::boolean and not (t.row ->> 'ignored')::boolean) as "activeTasks",
      (select max(s.seen_at) from session s where s.customer_id = c.id) as "lastActiveAt"
    from customer c where not c.provider and c.deleted_at is null and c.status <> 'inactive'`.execute(db);
  return rows;
}

/** The targets of each customer, with the jobs whose newest post failed or waits for a person. */
async function targetsOf(db: Db): Promise<Map<number, CustomerRisk['targets']>> {
  const { rows } = await sql<{ customerId: number; id: number; name: string; typeId: number; isLive: boolean; refused: number }>`
    select t.customer_id as "customerId", t.id, t.row ->> 'name' as name, (t.row ->> 'typeId')::integer as "typeId",
      not (t.row ->> 'disabled')::boolean and t.row ->> 'posting' = 'live' as "isLive",
      (select count(*)::integer from post p join job j on j.customer_id = p.customer_id and j.id = p.job_id and not j.deleted
        where p.customer_id = t.customer_id and p.target_id = t.id and p.state in ('failed', 'human') and not exists (
          select from post newer where newer.customer_id = p.customer_id and newer.target_id = p.target_id
            and newer.job_id = p.job_id and newer.generation > p.generation)) as refused
    from target t join customer c on c.id = t.customer_id
    where not t.deleted and not c.provider and c.deleted_at is null order by t.customer_id, t.id`.execute(db);
  const found = new Map<number, CustomerRisk['targets']>();
  for (const { customerId, typeId, ...target } of rows)
    found.set(customerId, [...(found.get(customerId) ?? []), { ...target, kind: targetKind(typeId).name }]);
  return found;
}
