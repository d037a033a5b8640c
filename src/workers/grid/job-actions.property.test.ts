import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import type { RightName } from '#contract/kit/rights.ts';
import type { JobRow, PostState } from '#contract/rows/jobs.ts';
import type { RateFloorRow } from '#contract/rows/rate-floor.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { setRulesOfJobs } from '#contract/rules/facility-rules.ts';
import { lookAtReprocess, reprocessJobs } from '#contract/rules/rule-runs.ts';
import { checkBeforeSending, sendSubmission } from '#contract/submissions/submissions.ts';
import { commandNamed, commands } from '#domain/commands/commands.ts';
import { rowSet } from '#domain/commands/row-set.ts';
import { runPure } from '#domain/commands/run-pure.ts';
import { flag } from '#domain/jobs/flags.ts';
import { type Holder, may } from '#domain/rights/may.ts';
import {
  type JobActionKey,
  jobAction,
  jobActions,
  offeredActions,
  shownActions,
  whyNotOffered,
} from '#domain/staging/job-actions.ts';
import { jobConditions } from '#domain/staging/job-conditions.ts';
import { blockFromRows } from '#src/store/tables/blocks.ts';
import { aJob, aRateFloor, aTarget, aValue, mappedValues } from '#tests/support/factories/job-factory.ts';
import { createGridEngine, type GridEngine } from '../columns/grid-engine.ts';
import { AskedColumns } from './asked-columns.ts';
import { gridBlock, gridRow } from './job-columns.ts';
import { jobGridSchema } from './job-grid-schema.ts';
import { MapLookup } from './map-lookup.ts';

/** Number of jobs to try: 2,000, or the value of `ACTION_JOBS` (100000 for the long run). */
const jobCount = Number(process.env['ACTION_JOBS'] ?? 2000);
const seed = Number(process.env['ACTION_SEED'] ?? 15);
const jobsAtOnce = 40;

const kinds = ['facility', 'degree', 'specialty', 'shift'] as const;
const values = new Map([...mappedValues(), ...kinds.map((kind, i) => [21 + i, aValue(21 + i, kind)] as const)]);
const bitNames = ['hidden', 'onHold', 'manuallyCancelled', 'billRateManual', 'filled', 'submission', 'rateByRule'] as const;
const states: readonly PostState[] = ['wanted', 'sending', 'unknown', 'human', 'done', 'failed', 'dryRun'];

const anyReceipt = (targetId: number) =>
  fc.option(
    fc.record({
      targetId: fc.constant(targetId),
      state: fc.constantFrom(...states),
      reference: fc.constant('r'),
      externalId: fc.option(fc.constant('X')),
      words: fc.constant(null),
      at: fc.constant('2026-11-01T00:00:00.000Z'),
      tries: fc.constant(1),
    }),
    { freq: 2 },
  );
const mark = { ruleId: 3, version: 1, was: null };
const anyJob: fc.Arbitrary<Partial<JobRow>> = fc
  .record({
    bits: fc.subarray([...bitNames]),
    ruled: fc.subarray(['onHold', 'hidden', 'billRate'] as const),
    status: fc.constantFrom('Open', 'Open', 'Open', 'Closed', 'Cancelled', 'Filled', 'On Hold'),
    skipRuleId: fc.option(fc.constant(3)),
    facility: fc.constantFrom('Mercy Hospital', null, ''),
    texts: fc.tuple(...kinds.map((_, i) => fc.constantFrom(11 + i, 11 + i, 21 + i, null))),
    own: fc.tuple(...kinds.map(() => fc.option(fc.constant('A-own'), { freq: 5 }))),
    assigneeId: fc.option(fc.constant(4)),
    parentJobId: fc.option(fc.constant('ORDER-1')),
    taskId: fc.option(fc.constant(1), { freq: 4 }),
    submissionLimit: fc.constantFrom(999, 3, 0, null, 1000),
    posts: fc.tuple(anyReceipt(1), anyReceipt(2)),
    billRate: fc.constantFrom(58, 62.5, 92.5, null),
    payPerHour: fc.constantFrom(40, 50.01, null),
    currency: fc.constantFrom('USD', 'USD', 'CAD'),
    acceptedRate: fc.option(
      fc.record({
        billRate: fc.constantFrom(58, 60),
        payPerHour: fc.constantFrom(45, null),
        by: fc.constant('Ben'),
        at: fc.constant('2026-11-01T00:00:00.000Z'),
      }),
      { freq: 3 },
    ),
  })
  .map(({ bits, ruled, texts, own, posts, ...job }) => {
    const sent = posts.filter((receipt) => receipt !== null);
    const mine = Object.fromEntries(
      kinds.flatMap((kind, i) => [
        [`${kind}ValueId`, texts[i]],
        [`${kind}Map`, own[i]],
      ]),
    );
    return {
      ...job,
      ...mine,
      chgMap: bits.reduce((sum, name) => sum | flag[name], 0),
      ruled: Object.fromEntries(ruled.map((name) => [name, mark])),
      posts: sent,
      postState: sent[0]?.state ?? null,
      externalJobId: sent[0]?.externalId ?? null,
    } as Partial<JobRow>;
  });
const anyTarget: fc.Arbitrary<TargetRow> = fc
  .record({
    id: fc.constantFrom(1, 2),
    typeId: fc.constantFrom(8, 8, 8, 6, 2),
    maps: fc.subarray([...kinds]),
    specialtyDependsOnDegree: fc.boolean(),
    disabled: fc.constantFrom(false, false, false, true),
    canPost: fc.constantFrom(true, true, true, false),
    hierarchyLevel: fc.constantFrom('both', 'both', 'orders', 'shifts'),
    posting: fc.constantFrom('live', 'live', 'live', 'live', 'live', 'live', 'dryRun', 'off'),
    mappingRequired: fc.constantFrom(true, true, false),
    takesOnly: fc.constantFrom(null, null, null, null, 'longTerm', 'shifts'),
  })
  .map((over) => aTarget(over));
const anyFloor: fc.Arbitrary<RateFloorRow | null> = fc.option(
  fc
    .record({
      billRate: fc.option(fc.constantFrom(58.01, 62.5)),
      marginPerHour: fc.option(fc.constantFrom(12.49, 18)),
      marginPercent: fc.option(fc.constantFrom(18, 20)),
      preventsPosting: fc.boolean(),
    })
    .map((over) => aRateFloor(over)),
  { freq: 4 },
);
const rights: readonly RightName[] = [
  'jobs.post',
  'jobs.hold',
  'jobs.cancel',
  'map.all',
  'rules.test',
  'submissions.use',
  'staging.read',
];
const anyPerson: fc.Arbitrary<Holder> = fc.record({
  administrator: fc.boolean(),
  authorisesEverything: fc.constantFrom(false, false, false, true),
  rights: fc.subarray([...rights]).map((names) => new Set(names)),
});

/** An engine over the jobs, filled as the grid fills it: from changed rows, or from stored blocks. */
function engineOf(jobs: readonly JobRow[], floor: RateFloorRow | null, from: 'rows' | 'blocks'): GridEngine {
  const lookup = new MapLookup();
  lookup.setValues([...values.values()]);
  for (const kind of kinds) lookup.addOverrides(kind, ['A-own']);
  const engine = createGridEngine(jobGridSchema);
  for (const kind of kinds) engine.setLookup(kind, lookup.all(kind));
  if (from === 'rows') engine.upsert(jobs.map((job) => gridRow(job, { marks: new Map(), floor }, new AskedColumns(lookup))));
  else engine.load([gridBlock(blockFromRows('job', 1, [...jobs]), { marks: new Map(), floor }, new AskedColumns(lookup))]);
  return engine;
}

type Ground = { readonly target: TargetRow; readonly floor: RateFloorRow | null };

/** Whether the service would carry out the command on this job: it has the right, does not refuse, and something changes. */
function serviceChanges(key: JobActionKey, job: JobRow, { target, floor }: Ground, person: Holder): boolean {
  const { command: name } = jobAction(key);
  const command = name && commandNamed(name);
  const assigned = key === 'unassign' ? { userId: null, name: null } : { userId: 5, name: 'Ann' };
  const args = { ids: [job.id], targetId: target.id, ...assigned } as unknown as CommandArgs<CommandName>;
  const rows = rowSet([
    { collection: 'job', row: job },
    { collection: 'target', row: target },
    ...[...values.values()].map((row) => ({ collection: 'mapValue', row }) as const),
    ...(floor ? [{ collection: 'rateFloor', row: floor } as const] : []),
  ]);
  if (!command || !command.needs(args, rows).every((right) => may(person, right))) return false;
  const ran = runPure(command, args, {}, rows, { by: 'Ann', at: '2026-11-02T00:00:00.000Z' });
  return ran.outcome === 'applied' && ran.writes.length > 0;
}

const fill = commands['job.fill.v1'].needs({ ids: [1], edits: {} }, rowSet([]));

/** The rights of the calls and commands that carry out the actions without a command of their own. */
const calls: Partial<Record<JobActionKey, readonly string[]>> = {
  fill,
  paste: fill,
  reapply: [reprocessJobs.needs, lookAtReprocess.needs],
  refresh: [reprocessJobs.needs],
  doNotStaff: [setRulesOfJobs.needs],
  submit: [checkBeforeSending.needs, sendSubmission.needs],
};

test('menu, bulk bar, worker and service agree on each action', () => {
  expect(
    Object.values(jobActions)
      .map(({ index }) => index)
      .filter((index) => index !== null)
      .sort((a, b) => a - b),
  ).toEqual([...Array(15).keys()]);
  const offered = new Map<JobActionKey, number>();
  const batch = fc.tuple(
    fc.array(anyJob, { minLength: jobsAtOnce, maxLength: jobsAtOnce }),
    anyTarget,
    anyFloor,
    anyPerson,
    fc.constantFrom('rows', 'blocks'),
  );
  for (const [overs, target, floor, person, from] of fc.sample(batch, { seed, numRuns: Math.ceil(jobCount / jobsAtOnce) })) {
    const jobs = overs.map((over, i) => aJob({ ...over, id: i + 1 }));
    const engine = engineOf(jobs, floor, from);
    const jobStates = jobConditions(target);
    const context = { target, values, floor, may: (needs: Parameters<typeof may>[1]) => may(person, needs) };
    const menus = new Map(
      jobs.map((job) => [job.id, new Set(offeredActions(job, context).flatMap((a) => (a.offered ? [a.action] : [])))]),
    );
    for (const key of Object.keys(jobActions) as JobActionKey[]) {
      const { needs, where, command } = jobAction(key);
      const inMenu = jobs.filter(({ id }) => menus.get(id)?.has(key)).map(({ id }) => id);
      const isShown = shownActions.includes(key) && may(person, needs);
      const onBar = isShown ? (engine.idsWhere(where(jobStates), jobsAtOnce) as number[]).toSorted((a, b) => a - b) : [];
      expect([key, 'bar', onBar]).toEqual([key, 'bar', inMenu]);
      if (command !== null) {
        const done = jobs.filter((job) => serviceChanges(key, job, { target, floor }, person)).map(({ id }) => id);
        expect([key, 'service', done]).toEqual([key, 'service', inMenu]);
      }
      for (const right of calls[key] ?? []) expect([key, right]).toEqual([key, needs]);
      const reasons = jobs.flatMap((job) => whyNotOffered(key, job, context) ?? []);
      expect(reasons.filter((why) => !/^[A-Z].*\.$/.test(why))).toEqual([]);
      offered.set(key, (offered.get(key) ?? 0) + inMenu.length);
    }
  }
  // Each action that people can choose was offered, so that agreeing means something.
  for (const key of shownActions) expect([key, (offered.get(key) ?? 0) > 0]).toEqual([key, true]);
});
