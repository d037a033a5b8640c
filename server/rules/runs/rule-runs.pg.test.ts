import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import {
  listFacilityRules,
  removeFacilityRule,
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
  lookAtReprocess,
  reprocessJobs,
  reprocessTask,
  undoRuleRun,
} from '#contract/rules/rule-runs.ts';
import type { DocumentedRule } from '#contract/rules/rule-schemas.ts';
import { listRuleVersions } from '#contract/rules/rule-versions.ts';
import { createRule, deleteRule, updateRule } from '#contract/rules/rules.ts';
import { addSubstitutionRule, saveSubstitutionTarget } from '#contract/rules/substitutions.ts';
import { readJobHistory } from '#contract/staging/job-history.ts';
import { getPostData, holdJobs, updateManually } from '#contract/staging/staging.ts';
import { flag } from '#domain/jobs/flags.ts';
import { stageJobs, withdrawMissing } from '#server/collecting/staging/stage-jobs.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { ReadJob } from '#server/parsing/collect-records.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { ruleJobs } from './rule-jobs.ts';

let service: TestService;
let chief: string;
let viewer: string;
let recruiter: string;
let stranger: string;
let north: number;
let run: () => Promise<number>;
beforeAll(async () => {
  service = await startTestService();
  north = service.people.north;
  const { db } = service.services;
  await db.transaction().execute((tx) =>
    writeRows(tx, north, [
      {
        collection: 'source',
        row: { id: 3, name: 'Harbor VMS', alias: null, autoPost: false, aliases: [], members: [] },
      },
      { collection: 'target', row: aTarget({ maps: ['facility', 'degree'] }) },
    ]),
  );
  [chief, viewer, recruiter, stranger] = await Promise.all([
    service.signIn('chief'),
    service.signIn('viewer'),
    service.signIn('recruiter'),
    service.signIn('stranger'),
  ]);
  run = () => runJobs(db, ruleJobs(service.services));
});
afterAll(() => service.close());

const place = () => ({ customerId: north, taskId: null, sourceId: 3, source: 'Harbor VMS' });
const { id: _id, ...plain } = aJob();
const given = (providerJobId: string, over: Partial<JobRow> = {}): ReadJob =>
  ({ ...plain, providerJobId, idDerived: false, extra: {}, record: 1, ...over }) as ReadJob;
const collect = (...jobs: ReadJob[]) => stageJobs(service.services.db, place(), jobs, service.services);
async function job(providerJobId: string): Promise<JobRow> {
  const { row } = await service.services.db
    .selectFrom('job')
    .select('row')
    .where('customer_id', '=', north)
    .where('provider_job_id', '=', providerJobId)
    .executeTakeFirstOrThrow();
  return row as JobRow;
}
const add = async (over: object) =>
  (await service.call(
    createRule,
    { name: 'Rate', source: '[Specialty] equal ICU', actionType: 1, fieldId: 17, operand: '100', ...over },
    chief,
  )) as DocumentedRule;
const drop = async (rule: DocumentedRule) => void (await service.call(deleteRule, { id: rule.id }, chief));
const me = { cust: 'me' } as const;

describe('at collection', () => {
  test('a rule writes in the same publication, the history names its version, and running it again gives the same result', async () => {
    const rule = await add({ name: 'ICU 100' });
    await collect(given('R-1', { billRate: 92.5 }));
    const first = await job('R-1');
    expect(first).toMatchObject({ billRate: 100, ruled: { billRate: { ruleId: rule.id, version: 1, was: 92.5 } } });
    expect(await collect(given('R-1', { billRate: 92.5 }))).toMatchObject({ same: 1, changed: 0 });
    expect(await job('R-1')).toEqual(first);
    await collect(given('R-1', { billRate: 95 }));
    expect(await job('R-1')).toMatchObject({ billRate: 100, ruled: { billRate: { was: 95 } } });
    const { rows: lines } = await service.call(readJobHistory, { ...me, jobId: first.id }, chief);
    expect(lines.filter(({ how }) => how === 'rule')).toMatchObject([
      {
        who: `Rule ${rule.id} “ICU 100”, version 1`,
        field: 'billRate',
        before: 92.5,
        after: 100,
        origin: { rule: { id: rule.id, version: 1 } },
      },
    ]);
    await drop(rule);
    await collect(given('R-1', { billRate: 95 }));
    expect(await job('R-1')).toMatchObject({ billRate: 95, ruled: {} });
  });
  test('a job canceled by a rule names the rule; without the rule it is open again', async () => {
    const rule = await add({ name: 'No ICU', actionType: 5, fieldId: null, operand: null });
    await collect(given('R-2'));
    expect(await job('R-2')).toMatchObject({ status: 'Cancelled', skipRuleId: rule.id });
    await drop(rule);
    await collect(given('R-2'));
    expect(await job('R-2')).toMatchObject({ status: 'Open', skipRuleId: null });
    await withdrawMissing(service.services.db, { ...place(), taskId: null }, new Set(), service.services);
  });
  test('a substitution rewrites the degree before it is mapped, and the vendor’s own text is kept', async () => {
    const target = await service.call(saveSubstitutionTarget, { ...me, name: 'Registered Nurse', objectType: 2 }, chief);
    await service.call(
      addSubstitutionRule,
      { ...me, id: 0, objectType: 2, rule: '\\br\\.?n\\.?\\b', targetId: target.id, isCaseSensitive: false },
      chief,
    );
    await collect(given('R-3', { degree: 'R.N. travel' }));
    const found = await job('R-3');
    expect(found).toMatchObject({ degree: 'Registered Nurse', extra: { vmsDegree: 'R.N. travel' } });
    const value = await service.services.db
      .selectFrom('map_value')
      .select('row')
      .where('customer_id', '=', north)
      .where('id', '=', found.degreeValueId)
      .executeTakeFirstOrThrow();
    expect(value.row).toMatchObject({ kind: 'degree', text: 'Registered Nurse' });
    expect(await collect(given('R-3', { degree: 'R.N. travel' }))).toMatchObject({ same: 1 });
    await collect(given('R-3', { degree: 'LPN' }));
    expect(await job('R-3')).toMatchObject({ degree: 'LPN', extra: {} });
  });
});

describe('run again', () => {
  test('over chosen jobs, with progress and result; one job of another customer refuses the whole request', async () => {
    await collect(given('R-4'), given('R-5', { specialty: 'OR' }));
    const rule = await add({ name: 'Late rate', operand: '140' });
    const ids = [(await job('R-4')).id, (await job('R-5')).id];
    expect((await service.send(reprocessJobs, { ...me, mode: 1, ids: [...ids, 999_999] }, chief)).status).toBe(404);
    expect((await service.send(reprocessJobs, { ...me, mode: 1, ids }, viewer)).status).toBe(403);
    const queued = await service.call(reprocessJobs, { ...me, mode: 1, ids }, chief);
    expect(queued).toMatchObject({ state: 'queued', total: 2 });
    expect(await run()).toBe(1);
    expect(await service.call(checkReprocess, { ids: String(queued.id) }, chief)).toMatchObject([
      { state: 'done', seen: 2, changed: 1, message: 'Complete. 1 of 2 jobs changed.' },
    ]);
    expect(await service.call(checkReprocess, { ids: String(queued.id) }, stranger)).toEqual([]);
    expect(await job('R-4')).toMatchObject({ billRate: 140, ruled: { billRate: { ruleId: rule.id } } });
    expect(await service.call(clearJobRules, { ...me, jobId: ids[0] ?? 0 }, chief)).toEqual({ cleared: ['billRate'] });
    expect(await job('R-4')).toMatchObject({ billRate: 92.5, ruled: {} });
    await drop(rule);
  });
  test('shows first what would change, and is undone as a whole except for what people changed since', async () => {
    await collect(given('R-20'), given('R-21'), given('R-22', { specialty: 'OR' }));
    const [first, second] = await Promise.all(['R-20', 'R-21'].map(job));
    const ids = [first?.id ?? 0, second?.id ?? 0, (await job('R-22')).id];
    const rule = await add({ name: 'Undone rate', operand: '141' });
    const look = await service.call(lookAtReprocess, { ...me, ids }, chief);
    expect(look).toMatchObject({ jobs: 3, changed: 2, notCompared: 0 });
    expect(look.fields).toContainEqual({ field: 'billRate', jobs: 2 });
    expect(look.rows.find(({ id }) => id === first?.id)).toMatchObject({
      providerJobId: 'R-20',
      changes: [
        { field: 'billRate', before: 92.5, after: 141 },
        { field: 'rateByRule', before: false, after: true },
      ],
    });
    expect(await job('R-20')).toEqual(first);
    expect((await service.send(lookAtReprocess, { ...me, ids: [...ids, 999_999] }, chief)).status).toBe(404);
    const { id } = await service.call(reprocessJobs, { ...me, mode: 1, ids }, chief);
    expect((await service.send(undoRuleRun, { ...me, id }, chief)).status).toBe(409);
    await run();
    expect((await service.call(listRunJobs, { ...me, id, pageSize: 50, page: 1 }, viewer)).rows).toMatchObject(look.rows);
    expect((await service.send(listRunJobs, { ...me, id, pageSize: 50, page: 1 }, stranger)).status).toBe(404);
    await service.call(holdJobs, { ...me, targetId: 1, ids: [first?.id ?? 0] }, recruiter);
    await service.call(updateManually, { ...me, fieldCode: '1', id: second?.id ?? 0, billRate: 99 }, chief);
    expect((await service.send(undoRuleRun, { ...me, id }, viewer)).status).toBe(403);
    await service.call(undoRuleRun, { ...me, id }, chief);
    await run();
    expect(await service.call(checkReprocess, { ids: String(id) }, chief)).toMatchObject([
      { state: 'undone', canUndo: false, undo: { restored: 1, kept: 1 } },
    ]);
    // The hold of a person stays; the rate that a person set keeps its whole job.
    expect(await job('R-20')).toEqual({ ...first, chgMap: flag.onHold });
    expect(await job('R-21')).toMatchObject({ billRate: 99 });
    const { rows: lines } = await service.call(readJobHistory, { ...me, jobId: first?.id ?? 0 }, chief);
    expect(lines.filter(({ field }) => field === 'billRate').map(({ how, origin }) => [how, origin])).toEqual([
      ['manual', { run: id }],
      ['rule', { run: id, rule: { id: rule.id, version: 1 } }],
    ]);
    await drop(rule);
  });
  test('without a change writes nothing: no revision, no history, no “changed by the vendor”', async () => {
    const rule = await add({ name: 'Night rate', operand: '150' });
    await collect(given('R-9', { extra: { Priority: 'High' } }), given('R-10', { specialty: 'OR', extra: { Priority: 'Low' } }));
    const ids = [(await job('R-9')).id, (await job('R-10')).id];
    const written = () =>
      service.services.db
        .selectFrom('job')
        .select(['id', 'rev', 'row', (e) => e.selectFrom('job_history').select(e.fn.countAll<number>().as('n')).as('lines')])
        .where('id', 'in', ids)
        .orderBy('id')
        .execute();
    const before = await written();
    for (const mode of [1, 1] as const) {
      expect(await service.call(lookAtReprocess, { ...me, ids }, chief)).toMatchObject({ jobs: 2, changed: 0, rows: [] });
      const queued = await service.call(reprocessJobs, { ...me, mode, ids }, chief);
      await run();
      expect(await service.call(checkReprocess, { ids: String(queued.id) }, chief)).toMatchObject([
        { state: 'done', seen: 2, changed: 0, message: 'Complete. 0 of 2 jobs changed.' },
      ]);
    }
    expect(await written()).toEqual(before);
    await drop(rule);
  });
  test('changes a job without marking it as changed by its vendor', async () => {
    await collect(given('R-11'));
    const { id, changedAt } = await job('R-11');
    const rule = await add({ name: 'Evening rate', operand: '160' });
    await service.call(reprocessJobs, { ...me, mode: 1, ids: [id] }, chief);
    await run();
    expect(await job('R-11')).toMatchObject({ billRate: 160, changedAt });
    await drop(rule);
    await collect(given('R-11', { title: 'Another title' }));
    expect(Date.parse((await job('R-11')).changedAt)).toBeGreaterThan(Date.parse(changedAt));
  });
  test('the vendor’s rate change and cancellation have their moments; a rate that a rule sets has none', async () => {
    await collect(given('R-12'));
    const rule = await add({ name: 'Evening rate', operand: '160' });
    const { id } = await job('R-12');
    await service.call(reprocessJobs, { ...me, mode: 1, ids: [id] }, chief);
    await run();
    expect(await job('R-12')).toMatchObject({ billRate: 160, rateChangedAt: null, canceledAt: null });
    await drop(rule);
    await collect(given('R-12', { otRate: 133 }));
    const changed = await job('R-12');
    expect(changed).toMatchObject({ rateChangedAt: changed.changedAt, canceledAt: null });
    await collect(given('R-12', { otRate: 133, status: 'Cancelled' }));
    const canceled = await job('R-12');
    expect(canceled).toMatchObject({ rateChangedAt: changed.changedAt, canceledAt: canceled.changedAt });
  });
  test('over all open jobs, canceled before it started, and listed', async () => {
    const queued = await service.call(reprocessTask, { ...me, crawlerId: -1 }, chief);
    expect(await service.call(cancelRuleRun, { ...me, id: queued.id }, chief)).toMatchObject({ state: 'cancelled' });
    expect((await service.send(cancelRuleRun, { ...me, id: queued.id }, chief)).status).toBe(409);
    expect((await service.send(cancelRuleRun, { ...me, id: 4711 }, chief)).status).toBe(404);
    expect(await run()).toBe(0);
    expect((await service.call(listRuleRuns, me, chief))[0]).toMatchObject({ id: queued.id });
    expect((await service.send(reprocessTask, { ...me, crawlerId: 77 }, chief)).status).toBe(404);
    expect(await service.call(listRuleTasks, me, chief)).toEqual([]);
  });
});

test('every version of a rule is kept with its author and the author’s note', async () => {
  const rule = await add({ name: 'Versioned', active: false, words: 'Try' });
  await service.call(
    updateRule,
    {
      id: rule.id,
      name: 'Versioned',
      source: '',
      actionType: 1,
      fieldId: 17,
      operand: '90',
      active: false,
      words: 'Lower',
    },
    chief,
  );
  expect(await service.call(listRuleVersions, { ...me, ruleId: rule.id }, chief)).toMatchObject({
    total: 2,
    rows: [
      { version: 2, by: 'The chief', words: 'Lower', rule: { operand: '90' } },
      { version: 1, words: 'Try', rule: { operand: '100' } },
    ],
  });
  expect((await service.send(listRuleVersions, { ...me, ruleId: 999 }, chief)).status).toBe(404);
});

test('an export rule prevents a post and is reported beforehand', async () => {
  await collect(given('R-6'));
  const rule = await add({ name: 'Not to the ATS', actionType: 11, fieldId: null, operand: null });
  const { id } = await job('R-6');
  const [answer] = await service.call(getPostData, { ...me, targetId: 1, ids: [id] }, recruiter);
  expect(answer?.reasons).toContainEqual({
    code: 'kept_by_rule',
    words: `Rule ${rule.id} “Not to the ATS” keeps the job from being posted.`,
  });
  expect((await job('R-6')).ruled).toEqual({});
  await drop(rule);
});

describe('facilities that are not staffed', () => {
  test('their jobs are canceled by a rule, and open again once the facility is staffed again', async () => {
    await collect(given('R-7', { facility: 'St. Mary "East"' }), given('R-8', { facility: 'Mercy' }));
    const facility = 'St. Mary "East"';
    const [rule] = await service.call(setFacilityRule, { ...me, sourceId: 3, facility }, recruiter);
    await run();
    expect(await job('R-7')).toMatchObject({ status: 'Cancelled', skipRuleId: rule?.ruleId });
    expect((await job('R-8')).status).toBe('Open');
    expect(await service.call(setFacilityRule, { ...me, sourceId: 3, facility }, recruiter)).toHaveLength(1);
    expect(await service.call(removeFacilityRule, { ...me, sourceId: 3, facility }, recruiter)).toEqual([]);
    await run();
    expect(await job('R-7')).toMatchObject({ status: 'Open', skipRuleId: null });
  });
  test('by jobs or all at once; one job of another customer refuses the whole request', async () => {
    const { id } = await job('R-8');
    expect((await service.send(setRulesOfJobs, { ...me, ids: [id, 999_999] }, recruiter)).status).toBe(404);
    expect((await service.send(setRulesOfJobs, { ...me, ids: [id] }, viewer)).status).toBe(403);
    await service.call(setSourceRules, { ...me, sourceId: 3, facilities: [] }, recruiter);
    const [set] = await service.call(setRulesOfJobs, { ...me, ids: [id] }, recruiter);
    expect(set).toMatchObject({ facility: 'Mercy', runId: expect.any(Number) });
    await run();
    expect((await job('R-8')).status).toBe('Cancelled');
    const undo = { ...me, id: set?.runId ?? 0 };
    expect((await service.send(undoRuleRun, undo, viewer)).status).toBe(403);
    expect(await service.call(undoRuleRun, undo, recruiter)).toMatchObject({ name: 'Do not staff Mercy', state: 'undone' });
    expect(await service.call(listFacilityRules, { ...me, sourceId: 3 }, chief)).toEqual([]);
    await run();
    expect((await job('R-8')).status).toBe('Open');
    const named = await service.call(setSourceRules, { ...me, sourceId: 3, facilities: ['General'] }, recruiter);
    expect(named.map(({ facility }) => facility)).toEqual(['General']);
    expect(await service.call(listFacilityRules, { ...me, sourceId: 3 }, chief)).toHaveLength(1);
    expect((await service.send(setFacilityRule, { ...me, sourceId: 99, facility: 'X' }, recruiter)).status).toBe(404);
  });
});
