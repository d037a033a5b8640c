import { sql } from 'kysely';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import {
  listFacilityRules,
  readFacilityRules,
  removeFacilityRule,
  removeSourceRules,
  setFacilityRule,
  setRulesOfJobs,
  setSourceRules,
} from '#contract/rules/facility-rules.ts';
import {
  cancelRuleRun,
  checkReprocess,
  clearJobRules,
  listRuleRuns,
  listRuleTasks,
  listRunJobs,
  lookAtReadings,
  lookAtReprocess,
  readOpenJobs,
  reprocessJobs,
  reprocessTask,
  undoRuleRun as undoRuleRunCall,
} from '#contract/rules/rule-runs.ts';
import { listRuleVersions } from '#contract/rules/rule-versions.ts';
import { type Customers, ofCustomers } from '#server/kit/db/of-customers.ts';
import { readNewest } from '#server/kit/db/paging.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { byCommand, done, onlyReads, unchanged } from '#server/kit/http/audited.ts';
import { namedCustomers, visibleCustomers } from '#server/kit/http/customer-access.ts';
import { type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { runJobs } from '#server/runs/run-jobs.ts';
import { readingGrounds } from '../readings/known-readings.ts';
import { ruleOfActor, seesRule } from '../ruling/read-rules.ts';
import { clearRules } from './clear-rules.ts';
import { facilitiesOf, facilityRules, staffAgain, stopStaffing } from './facility-rules.ts';
import { lookAtOpenJobs, lookAtRules } from './look-at-rules.ts';
import { queueRefresh, queueRun, runsOf, stopRun } from './run-rows.ts';
import { undoRuleRun } from './undo-rule-run.ts';

const mostVersions = 500;
const load = { source: row('source', 'sourceId') };

const switchedOff = no({
  kind: 'conflict' as const,
  current: { message: 'Descriptions are not read. Switch on “Read descriptions” in the customer’s account.' },
});

export const ruleRunRoutes: Handler[] = [
  handle(reprocessJobs, { audit: 'rules.run' }, async ({ cust, mode, ids }, { services, actor, tx }) => {
    const jobIds = [...new Set(ids)].sort((a, b) => a - b);
    const { rows } = await sql<{ held: number }>`
        select count(*) as held from job where customer_id = ${cust} and not deleted and id = any(${jobIds}::bigint[])`.execute(
      tx,
    );
    if (rows[0]?.held !== jobIds.length) return no({ kind: 'not_found' });
    const what = jobIds.length === 1 ? '1 job' : `${jobIds.length} jobs`;
    const name = mode === 2 ? `Refresh ${what} from the vendor` : `Run rules over ${what}`;
    const run =
      mode === 2
        ? await queueRefresh(tx, cust, { name, jobIds }, actor, services.now())
        : await queueRun(tx, cust, { name, jobIds, taskId: null }, actor, services.now());
    return done(run, { object: ['ruleRun', run.id], facts: { name, jobs: run.total } });
  }),
  handle(lookAtReprocess, { audit: onlyReads }, async ({ cust, ids }, { services }) => {
    const look = await lookAtRules(services.db, cust, ids, services.now());
    return look === null ? no({ kind: 'not_found' }) : ok(look);
  }),
  handle(lookAtReadings, { audit: onlyReads }, async ({ cust }, { services }) => {
    const reading = await readingGrounds(services.db, cust);
    if (!reading.isOn) return switchedOff;
    const look = await lookAtOpenJobs(services.db, cust, services.now(), reading);
    return look === null ? no({ kind: 'not_found' }) : ok(look);
  }),
  handle(readOpenJobs, { audit: 'descriptions.read' }, async ({ cust }, { services, actor, tx }) => {
    if (!(await readingGrounds(tx, cust)).isOn) return switchedOff;
    const name = 'Read the descriptions of all open jobs';
    const run = await queueRun(tx, cust, { name, jobIds: null, taskId: null, readings: true }, actor, services.now());
    return done(run, { object: ['ruleRun', run.id], facts: { name, jobs: run.total } });
  }),
  handle(listRunJobs, async ({ cust, id, pageSize, page }, { services }) => {
    const [run] = await runsOf(services.db, [cust], [id]);
    if (!run) return no(absent('run of rules', id));
    return ok(await runJobs(services.db, { customerId: cust, runId: id }, { size: pageSize, number: page }));
  }),
  handle(
    undoRuleRunCall,
    { audit: 'rules.run.undo', ownTransactions: true },
    async ({ cust, id }, { services, actor, record }) => {
      const undone = await undoRuleRun({ ...services, actor, record }, cust, id);
      if (!undone.ok) return undone;
      const { run, receipt } = undone.value;
      return receipt === null ? unchanged(run) : done(run, receipt);
    },
  ),
  handle(reprocessTask, { audit: 'rules.run' }, async ({ cust, crawlerId }, { services, actor, tx }) => {
    const task = crawlerId === -1 ? null : (await storedRow(tx, cust, 'task', crawlerId))?.row;
    if (task === undefined) return no(absent('task', crawlerId));
    const name = task === null ? 'Run rules over all open jobs' : `Run rules over the open jobs of ${task.name}`;
    const wish = { name, jobIds: null, taskId: task?.id ?? null };
    const run = await queueRun(tx, cust, wish, actor, services.now());
    return done(run, { object: ['ruleRun', run.id], facts: { name, jobs: run.total, task: wish.taskId } });
  }),
  handle(checkReprocess, async ({ ids }, { services, actor }) =>
    ok(await runsOf(services.db, await visibleCustomers(services.db, actor), ids.split(',').map(Number))),
  ),
  handle(listRuleRuns, { allCustomers: true }, async ({ cust }, { services }) =>
    ok(await runsOf(services.db, namedCustomers(cust))),
  ),
  handle(cancelRuleRun, { audit: 'rules.run.cancel' }, async ({ cust, id }, { services, tx }) => {
    const run = await stopRun(tx, cust, id, services.now());
    if (run === null) return no(absent('run of rules', id));
    if (run === 'over') return no({ kind: 'conflict', current: await runsOf(tx, [cust], [id]) });
    return done(run, { object: ['ruleRun', id] });
  }),
  handle(clearJobRules, { audit: byCommand }, async ({ cust, jobId }, { services, actor }) => {
    const cleared = await clearRules(services, actor, cust, jobId);
    return cleared === null ? no(absent('job', jobId)) : ok({ cleared });
  }),
  handle(listRuleTasks, { allCustomers: true }, async ({ cust }, { services }) =>
    ok(await tasksOf(services, namedCustomers(cust))),
  ),
  handle(listRuleVersions, async ({ cust, ruleId }, { services, actor }) => {
    const found = await ruleOfActor(services.db, actor, ruleId, cust);
    if (!found || !seesRule(actor)(found.rule)) return no(absent('rule', ruleId));
    const query = services.db
      .selectFrom('rule_version')
      .select(['version', 'by', 'at', 'words', 'row'])
      .where('customer_id', '=', cust)
      .where('rule_id', '=', ruleId)
      .orderBy('version', 'desc');
    const { total, rows } = await readNewest(query, mostVersions);
    return ok({ total, rows: rows.map(({ row, ...version }) => ({ ...version, rule: row as StoredRule })) });
  }),
  handle(listFacilityRules, { load }, async ({ cust, sourceId }, { services }) =>
    ok(await facilityRules(services.db, { customerId: cust, sourceId })),
  ),
  handle(readFacilityRules, { load }, async ({ cust, sourceId, facility }, { services }) =>
    ok(await facilityRules(services.db, { customerId: cust, sourceId }, facility)),
  ),
  handle(setFacilityRule, { audit: byCommand, load }, async ({ cust, sourceId, facility }, { services, actor }) => {
    const place = { customerId: cust, sourceId };
    await stopStaffing(services, actor, place, [facility]);
    return ok(await facilityRules(services.db, place, facility));
  }),
  handle(setSourceRules, { audit: byCommand, load }, async ({ cust, sourceId, facilities }, { services, actor }) => {
    const place = { customerId: cust, sourceId };
    const wanted = new Set(facilities.map((facility) => facility.toLowerCase()));
    const held = (await facilityRules(services.db, place)).map(({ facility }) => facility);
    const others = held.filter((facility) => !wanted.has(facility.toLowerCase()));
    if (others.length > 0) await staffAgain(services, actor, place, others);
    await stopStaffing(services, actor, place, facilities);
    return ok(await facilityRules(services.db, place));
  }),
  handle(removeFacilityRule, { audit: byCommand, load }, async ({ cust, sourceId, facility }, { services, actor }) => {
    const place = { customerId: cust, sourceId };
    await staffAgain(services, actor, place, [facility]);
    return ok(await facilityRules(services.db, place));
  }),
  handle(removeSourceRules, { audit: byCommand, load }, async ({ cust, sourceId }, { services, actor }) => {
    const place = { customerId: cust, sourceId };
    await staffAgain(services, actor, place);
    return ok(await facilityRules(services.db, place));
  }),
  handle(setRulesOfJobs, { audit: byCommand }, async ({ cust, ids }, { services, actor }) => {
    const bySource = await facilitiesOf(services.db, cust, ids);
    if (bySource === null) return no({ kind: 'not_found' });
    if (bySource.size === 0) return no({ kind: 'invalid', fields: { ids: 'The vendor states no facility of these jobs.' } });
    const rules = [];
    for (const [sourceId, facilities] of bySource) {
      const place = { customerId: cust, sourceId };
      const runId = await stopStaffing(services, actor, place, facilities);
      const wanted = new Set(facilities.map((facility) => facility.trim().toLowerCase()));
      const named = (await facilityRules(services.db, place)).filter(({ facility }) => wanted.has(facility.toLowerCase()));
      rules.push(...named.map((rule) => ({ ...rule, runId })));
    }
    return ok(rules);
  }),
];

/** Data collection tasks, each with its number of open jobs. */
async function tasksOf({ db }: Pick<Services, 'db'>, customers: Customers) {
  const { rows } = await sql<{ id: number; name: string; sourceId: number; source: string; jobs: number }>`
    select t.id, t.row ->> 'name' as name, s.id as "sourceId", s.row ->> 'name' as source,
      (select count(*) from job j where j.customer_id = t.customer_id and j.task_id = t.id and not j.deleted
        and j.status not in ('Closed', 'Cancelled')) as jobs
    from task t join source s on s.customer_id = t.customer_id and s.id = (t.row ->> 'sourceId')::int
    where ${ofCustomers(customers, 't.customer_id')} and not t.deleted order by t.id`.execute(db);
  return rows;
}
