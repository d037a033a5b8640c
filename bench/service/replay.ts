import pg from 'pg';
import type { CommandName } from '#contract/commands/commands.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { maxMutationsPerPush } from '#contract/sync/sync.ts';
import { has } from '#domain/jobs/flags.ts';
import { withFingerprint } from '#tests/support/fingerprint.ts';
import { type Caller, type MeasuredService, timed } from './measured-service.ts';

type Change = { readonly name: CommandName; readonly args: object; readonly pre: object };

/** The changes of an offline day: three rate edits for each hold (or release), one per job. */
function changesOver(jobs: readonly JobRow[]): Change[] {
  return jobs.map((job, n): Change => {
    if (n % 4 === 3) return { name: isHeld(job) ? 'job.release.v1' : 'job.hold.v1', args: { ids: [job.id] }, pre: {} };
    const pre = { [`job/${job.id}`]: { billRate: job.billRate } };
    return { name: 'job.edit.v1', args: { id: job.id, field: 'billRate', value: rateAfter(job) }, pre };
  });
}

const isHeld = (job: JobRow) => has(job.chgMap, 'onHold');
const rateAfter = (job: JobRow) => (job.billRate ?? 0) + 0.25;

let lanes = 0;

/**
 * Replays `changes` changes of each caller's lane over HTTP: a hundred per push, one push at a time per lane. Returns changes per
 * second.
 */
export async function measureReplay(service: MeasuredService, callers: readonly Caller[], changes: number) {
  const wrong: string[] = [];
  const work = await Promise.all(
    callers.map(async (caller) => ({ caller, jobs: await someJobs(service, caller.customerId, changes) })),
  );
  const { ms } = await timed(() => Promise.all(work.map(({ caller, jobs }) => replay(caller, jobs, wrong))));
  for (const { caller, jobs } of work) wrong.push(...(await differences(service, caller, jobs)));
  return { perSecond: (callers.length * changes * 1000) / ms, wrong };
}

async function replay(caller: Caller, jobs: readonly JobRow[], wrong: string[]): Promise<void> {
  const clientId = `bench-${String(lanes++).padStart(26, '0')}`;
  const at = Date.now();
  const mutations = changesOver(jobs).map((change, n) =>
    withFingerprint({
      seq: n + 1,
      ...change,
      dependsOn: [],
      // Equal changes must have different fingerprints: different persons made them, at different times.
      actor: clientId,
      createdAt: new Date(at - n).toISOString(),
    }),
  );
  for (let i = 0; i < mutations.length; i += maxMutationsPerPush) {
    const reply = await caller.push(clientId, mutations.slice(i, i + maxMutationsPerPush));
    if (reply.kind !== 'done') throw new Error(`a push answered ${reply.kind}`);
    const refused = reply.outcomes.filter(({ outcome }) => outcome !== 'applied');
    if (refused.length > 0) wrong.push(`a change was answered ${JSON.stringify(refused[0])}`);
  }
}

async function someJobs(service: MeasuredService, customerId: number, count: number): Promise<JobRow[]> {
  const rows = await service.db
    .selectFrom('job')
    .select('row')
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .limit(count)
    .execute();
  return rows.map(({ row }) => row as JobRow);
}

/** Jobs whose values differ from what their change wrote. */
async function differences(service: MeasuredService, caller: Caller, before: readonly JobRow[]): Promise<string[]> {
  const rows = await service.db
    .selectFrom('job')
    .select('row')
    .where('customer_id', '=', caller.customerId)
    .where(
      'id',
      'in',
      before.map(({ id }) => id),
    )
    .execute();
  const now = new Map(rows.map(({ row }) => [(row as JobRow).id, row as JobRow]));
  return before.flatMap((job, n) => {
    const after = now.get(job.id);
    const right = after && (n % 4 === 3 ? isHeld(after) !== isHeld(job) : after.billRate === rateAfter(job));
    return right ? [] : [`job ${job.id} does not stand as its change left it`];
  });
}

/**
 * The baseline: the same number of transactions, each inserting one row by a prepared statement, over the same number of
 * connections.
 */
export async function measurePlainInserts(service: MeasuredService, connections: number, inserts: number): Promise<number> {
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: service.url }));
  await Promise.all(clients.map((client) => client.connect()));
  await clients[0]?.query('create table if not exists plain (id bigint generated always as identity primary key, row jsonb)');
  const row = JSON.stringify({ billRate: 92.5, by: 'Chief', note: 'x'.repeat(200) });
  const { ms } = await timed(() =>
    Promise.all(
      clients.map(async (client) => {
        for (let i = 0; i < inserts; i++) {
          await client.query('begin');
          await client.query({ name: 'plain', text: 'insert into plain (row) values ($1)', values: [row] });
          await client.query('commit');
        }
      }),
    ),
  );
  await Promise.all(clients.map((client) => client.end()));
  return (connections * inserts * 1000) / ms;
}
