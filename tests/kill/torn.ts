import pg from 'pg';
import { ReplayingLane } from './lane.ts';

/**
 * Compares everything that one transaction writes for a change - the lane's counter, the stored result, the audit line, the job's
 * history, the row, the feed's head - with what was acknowledged. Returns each mismatch as a sentence.
 */
export async function findTorn(url: string, lanes: readonly ReplayingLane[], acknowledged: readonly number[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  // The server may be killed during a query. The query itself then fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // One consistent snapshot, because the lanes continue meanwhile.
    await client.query('begin isolation level repeatable read read only');
    const wrong: string[] = [];
    for (const [i, lane] of lanes.entries())
      wrong.push(...(await tornOf(client, lane, acknowledged[i] ?? 0)).map((words) => `lane ${i}: ${words}`));
    const { rows } = await client.query<{ customer_id: number }>(`
      select f.customer_id from customer_feed f where f.rev < (select max(rev) from job j where j.customer_id = f.customer_id)`);
    for (const { customer_id } of rows) wrong.push(`the feed of customer ${customer_id} is behind its rows`);
    return wrong;
  } finally {
    await client.end().catch(() => undefined);
  }
}

type Counts = {
  last: number;
  results: number;
  applied: number;
  audits: number;
  histories: number;
  differ: number;
  value: number;
};

async function tornOf(client: pg.Client, lane: ReplayingLane, acknowledged: number): Promise<string[]> {
  const { rows } = await client.query<Record<keyof Counts, string | null>>(
    `select c.last_seq as last,
      (select count(*) from mutation_result r where r.customer_id = $1 and r.client_id = $2) as results,
      (select count(*) from mutation_result r where r.customer_id = $1 and r.client_id = $2 and r.outcome ->> 'outcome' = 'applied') as applied,
      (select count(*) from audit a where a.customer_id = $1 and a.client_id = $2) as audits,
      (select count(*) from job_history h where h.customer_id = $1 and h.job_id = $3 and h.field = 'otRate' and h.who <> '' and h.how = 'manual') as histories,
      (select count(*) from mutation_result r left join audit a using (customer_id, client_id, seq)
        where r.customer_id = $1 and r.client_id = $2 and (r.outcome ->> 'rev')::bigint is distinct from a.rev) as differ,
      (select row ->> 'otRate' from job j where j.customer_id = $1 and j.id = $3) as value
    from client c where c.customer_id = $1 and c.client_id = $2`,
    [lane.customerId, lane.clientId, lane.jobId],
  );
  const row = rows[0];
  if (!row) return acknowledged > 0 ? [`all ${acknowledged} acknowledged changes are gone`] : [];
  const counts = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as Counts;
  const { last } = counts;
  const wrong: string[] = [];
  if (last < acknowledged) wrong.push(`${acknowledged} changes were acknowledged, ${last} are known`);
  for (const name of ['results', 'applied', 'audits', 'histories'] as const)
    if (counts[name] !== last) wrong.push(`the counter says ${last}, ${name} ${counts[name]}`);
  if (counts.differ > 0) wrong.push(`${counts.differ} results have another revision than their audit line`);
  if (last > 0 && counts.value !== ReplayingLane.valueOf(last)) wrong.push(`the job has ${counts.value} after change ${last}`);
  return wrong;
}
