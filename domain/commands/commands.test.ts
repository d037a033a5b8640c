import { expect, test } from 'vitest';
import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapValueRow, SourceRow, TargetRow } from '#contract/rows/rows.ts';
import type { PreValues } from '#contract/sync/sync.ts';
import { aJob, aRateFloor, aTarget, aValue, mappedValues } from '#tests/support/factories/job-factory.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { flag } from '../jobs/flags.ts';
import { withoutRules } from '../rules/without-rules.ts';
import { commands } from './commands.ts';
import { preValuesOf } from './kit/base-values.ts';
import { rowSet } from './row-set.ts';
import { type Ran, runPure } from './run-pure.ts';

const at = '2026-11-20T00:00:00.000Z';
const ann = { by: 'Ann', at };
const ben = { by: 'Ben', at: '2026-11-21T00:00:00.000Z' };

const aSource = (id: number, name: string): SourceRow => ({ id, name, alias: null, autoPost: false, aliases: [], members: [] });

/** A small data set of jobs, texts and one target, on which commands run as on the service. */
function world(jobs: readonly JobRow[], values: Iterable<MapValueRow> = mappedValues().values(), target: TargetRow = aTarget()) {
  const rows = rowSet([
    ...jobs.map((row) => ({ collection: 'job', row }) as const),
    ...[...values].map((row) => ({ collection: 'mapValue', row }) as const),
    { collection: 'target', row: target },
    { collection: 'rateFloor', row: aRateFloor({ billRate: 95, preventsPosting: false }) },
    ...(jobs.length > 0
      ? [
          { ...newTask, id: 61, disabled: false },
          { ...newTask, id: 62, name: 'Trio', crawlerId: 57, disabled: true },
        ]
      : []
    ).map((row) => ({ collection: 'task', row }) as const),
    ...(jobs.length > 0 ? [aSource(3, 'Harbor'), aSource(4, 'Harbor West')] : []).map(
      (row) => ({ collection: 'source', row }) as const,
    ),
  ]);
  return {
    source: (id = 3) => rows.get('source', id),
    task: (id = 61) => rows.get('task', id),
    job: (id = 7) => rows.get('job', id),
    value: (id: number) => rows.get('mapValue', id),
    seen: <N extends CommandName>(name: N, args: CommandArgs<N>): PreValues => preValuesOf(commands[name], args, rows),
    run<N extends CommandName>(name: N, args: CommandArgs<N>, hand = ann, pre: PreValues = {}): Ran {
      const ran = runPure(commands[name], args, pre, rows, hand);
      if (ran.outcome === 'applied') for (const write of ran.writes) rows.put(write);
      return ran;
    },
  };
}
const code = (ran: Ran): string =>
  ran.outcome === 'rejected' ? ran.code : ran.result.refused.map((r) => r.code).join() || 'applied';

/** Commands on jobs, texts and sources; those on rules have their own test. */
type Tested = Extract<CommandName, `job.${string}` | `value.${string}` | `source.${string}` | `task.${string}`>;
const everyArgs: { readonly [N in Tested]: CommandArgs<N> } = {
  'job.hold.v1': { ids: [7] },
  'job.release.v1': { ids: [7] },
  'job.hide.v1': { ids: [7] },
  'job.show.v1': { ids: [7] },
  'job.cancel.v1': { ids: [7] },
  'job.reopen.v1': { ids: [7] },
  'job.clearOverrides.v1': { ids: [7] },
  'job.post.v1': { ids: [7], targetId: 1 },
  'job.edit.v1': { id: 7, field: 'startDate', value: '2027-01-04' },
  'job.fill.v1': { ids: [7], edits: { 7: { set: { billRate: 99, startDate: '2027-01-04' } } } },
  'job.assign.v1': { ids: [7], userId: 5, name: 'Ann' },
  'job.sameOrder.v1': { pairs: [{ id: 7, otherId: 90, decision: 'post' }] },
  'job.acceptRate.v1': { ids: [7] },
  'job.requireFloor.v1': { ids: [7] },
  'job.unlock.v1': { id: 7, field: 'billRate' },
  'job.map.v1': { id: 7, kind: 'facility', mappedId: 'B-9' },
  'value.map.v1': { ids: [11], mappedId: 'B-9', certainty: 88 },
  'value.accept.v1': { ids: [13] },
  'value.ignore.v1': { ids: [11], ignored: true },
  'value.unique.v1': { ids: [11], unique: true },
  'value.restore.v1': { ids: [11], mapping: { mappedId: null, how: null, certainty: null, by: null, at: null } },
  'value.feedback.v1': { id: 11, jobId: 1, success: false, mask: 2, message: 'The clinic next door', optOut: false },
  'source.alias.v1': { id: 3, aliases: ['Medloop Inc'] },
  'source.group.v1': { id: 3, members: [4] },
  'task.enable.v1': { ids: [61], enabled: false },
  'task.schedule.v1': { ids: [61], everyMinutes: 30, runAt: ['06:30'] },
};

/** A job on which each of the commands above changes something. */
const busy = (name: CommandName): JobRow => {
  const bits: Partial<Record<CommandName, number>> = { 'job.release.v1': flag.onHold, 'job.show.v1': flag.hidden };
  const job = aJob({ chgMap: bits[name] ?? 0 });
  if (name === 'job.clearOverrides.v1') return { ...job, facilityMap: 'B-1', chgMap: flag.facilityManual };
  if (name === 'job.unlock.v1')
    return { ...job, billRate: 99, chgMap: flag.billRateManual, locks: { billRate: { ...ben, was: 92.5 } } };
  if (name === 'job.reopen.v1')
    return { ...job, status: 'Cancelled', chgMap: flag.manuallyCancelled, locks: { status: { ...ben, was: 'Open' } } };
  if (name === 'job.requireFloor.v1') return { ...job, acceptedRate: { billRate: 90, payPerHour: null, by: 'Ben', at: ben.at } };
  return job;
};
const suggested = () => {
  const values = mappedValues();
  values.set(13, aValue(13, 'specialty', { suggestedId: 'S-1', certainty: 91 }));
  return values;
};

/** Feedback is stored by the service alone. */
const changing = (Object.keys(everyArgs) as Tested[]).filter((name) => name !== 'value.feedback.v1');

test('feedback on a suggestion changes no row', () => {
  const w = world([], mappedValues().values());
  const before = w.value(11);
  const { id } = everyArgs['value.feedback.v1'];
  expect(w.run('value.feedback.v1', everyArgs['value.feedback.v1'])).toMatchObject({
    outcome: 'applied',
    writes: [],
    result: { done: [id] },
  });
  expect(w.value(11)).toEqual(before);
});

test.each(changing)('%s changes something the first time and nothing the second time', (name) => {
  const values = name === 'value.accept.v1' ? suggested() : mappedValues();
  const w = world([busy(name), aJob({ id: 90, sourceId: 4, providerJobId: 'HW-90' })], values.values());
  const before = [w.job(), w.value(11), w.value(13), w.source(), w.task()];
  expect(code(w.run(name, everyArgs[name]))).toBe('applied');
  const once = [w.job(), w.value(11), w.value(13), w.source(), w.task()];
  expect(once).not.toEqual(before);
  const again = w.run(name, everyArgs[name]);
  expect(code(again)).toBe('applied');
  expect([w.job(), w.value(11), w.value(13), w.source(), w.task()]).toEqual(once);
});

test.each(Object.keys(everyArgs) as Tested[])('%s on missing rows is refused with a message and never crashes', (name) => {
  const ran = world([], []).run(name, everyArgs[name]);
  expect(ran).toMatchObject({ outcome: 'rejected', code: 'not_found' });
});

test('a list of jobs is handled row by row: one missing job does not stop the others', () => {
  const w = world([aJob(), aJob({ id: 8 })]);
  const ran = w.run('job.hold.v1', { ids: [7, 99, 8] });
  expect(ran).toMatchObject({ outcome: 'applied', result: { done: [7, 8], refused: [{ id: 99, code: 'not_found' }] } });
  expect([w.job(7)?.chgMap, w.job(8)?.chgMap]).toEqual([flag.onHold, flag.onHold]);
});

test.each([
  ['job.hold.v1', 'onHold'],
  ['job.hide.v1', 'hidden'],
] as const)('%s by a person takes the place of a rule’s own: it stays when the rule lets go', (name, bit) => {
  const w = world([aJob({ chgMap: flag[bit], ruled: { [bit]: { ruleId: 21, version: 1, was: false } } })]);
  expect(code(w.run(name, { ids: [7] }))).toBe('applied');
  expect(w.job(7)).toMatchObject({ chgMap: flag[bit], ruled: {} });
  expect(withoutRules(w.job(7) ?? aJob()).chgMap).toBe(flag[bit]);
  const again = w.run(name, { ids: [7] });
  expect(again).toMatchObject({ outcome: 'applied', writes: [] });
});

test('a vendor’s cancellation can be neither repeated nor reopened manually', () => {
  const w = world([aJob({ status: 'Cancelled' })]);
  expect(code(w.run('job.cancel.v1', { ids: [7] }))).toBe('not_offered');
  expect(code(w.run('job.reopen.v1', { ids: [7] }))).toBe('not_offered');
});

test('an invalid start date and an invalid duration are refused', () => {
  const w = world([aJob()]);
  expect(code(w.run('job.edit.v1', { id: 7, field: 'startDate', value: '2026-02-30' }))).toBe('invalid');
  expect(code(w.run('job.edit.v1', { id: 7, field: 'durationDays', value: 2.5 }))).toBe('invalid');
});

test('a fill sets each job to its own values, refuses the invalid ones, and leaves other jobs alone', () => {
  const w = world([aJob(), aJob({ id: 8 }), aJob({ id: 9 })]);
  const edits = {
    7: { set: { billRate: 71, otRate: 90 } },
    8: { set: { startDate: '2026-02-30' } },
    9: { set: { billRate: 1 } },
  };
  const ran = w.run('job.fill.v1', { ids: [7, 8], edits });
  expect(ran).toMatchObject({ outcome: 'applied', result: { done: [7], refused: [{ id: 8, code: 'invalid' }] } });
  expect(w.job(7)).toMatchObject({ billRate: 71, otRate: 90, locks: { billRate: { by: 'Ann' }, otRate: { by: 'Ann' } } });
  expect([w.job(8), w.job(9)]).toEqual([aJob({ id: 8 }), aJob({ id: 9 })]);
});

test('a fill conflicts only over fields that it sets itself in that job', () => {
  const w = world([aJob(), aJob({ id: 8 })]);
  const args = { ids: [7, 8], edits: { 7: { set: { billRate: 71 } }, 8: { set: { otRate: 90 } } } };
  const seen = w.seen('job.fill.v1', args);
  w.run('job.edit.v1', { id: 7, field: 'otRate', value: 60 }, ben);
  w.run('job.edit.v1', { id: 8, field: 'otRate', value: 61 }, ben);
  expect(w.run('job.fill.v1', args, ann, seen)).toMatchObject({
    result: { done: [7], refused: [{ id: 8, code: 'conflict' }], conflicts: [{ id: 8, field: 'otRate', wanted: 90, by: 'Ben' }] },
  });
  expect(w.job(7)).toMatchObject({ billRate: 71, otRate: 60 });
});

test('unmapping a text keeps its suggestion with the certainty', () => {
  const w = world([], [aValue(11, 'facility', { mappedId: 'S-1', suggestedId: 'S-1', certainty: 96, how: 'auto' })]);
  w.run('value.map.v1', { ids: [11], mappedId: null, certainty: null });
  expect(w.value(11)).toMatchObject({ mappedId: null, how: null, suggestedId: 'S-1', certainty: 96, by: 'Ann' });
});

test('texts of two kinds cannot be mapped to one value', () => {
  expect(code(world([]).run('value.map.v1', { ids: [11, 13], mappedId: 'B-9', certainty: null }))).toBe('invalid');
});

test('accepting a text without a suggestion is refused', () => {
  expect(code(world([]).run('value.accept.v1', { ids: [11] }))).toBe('not_offered');
});

test('a post request sets the receipt to wanted, and a second request never posts again', () => {
  const w = world([aJob()]);
  w.run('job.post.v1', { ids: [7], targetId: 1 });
  expect(w.job()).toMatchObject({ postState: 'wanted', posts: [{ targetId: 1, state: 'wanted', tries: 0 }] });
  const again = w.run('job.post.v1', { ids: [7], targetId: 1 }, ben);
  expect(again).toMatchObject({ outcome: 'applied', writes: [], result: { done: [7] } });
});

test('a job that may not be posted has the reason in its row; the others are posted', () => {
  const w = world([aJob(), aJob({ id: 8, chgMap: flag.onHold })]);
  expect(w.run('job.post.v1', { ids: [7, 8], targetId: 1 })).toMatchObject({
    result: { done: [7], refused: [{ id: 8, code: 'not_postable', message: 'The job is on hold: release it first.' }] },
  });
});

test('a source has each alias once, ignoring case, and never its own name as alias', () => {
  const w = world([aJob()]);
  w.run('source.alias.v1', { id: 3, aliases: ['Harbor Inc', 'HARBOR', 'harbor inc'] });
  expect(w.source()?.aliases).toEqual(['harbor inc']);
});

test('a group cannot contain another group, itself, or a missing source', () => {
  const w = world([aJob()]);
  expect(code(w.run('source.group.v1', { id: 3, members: [3] }))).toBe('invalid');
  expect(code(w.run('source.group.v1', { id: 3, members: [4, 99] }))).toBe('not_found');
  expect(code(w.run('source.group.v1', { id: 3, members: [4, 4] }))).toBe('applied');
  expect(w.source()?.members).toEqual([4]);
  expect(code(w.run('source.group.v1', { id: 4, members: [3] }))).toBe('invalid');
});

test('two people who set the same aliases agree; different aliases conflict', () => {
  const w = world([aJob()]);
  const args = { id: 3, aliases: ['Harbor Inc'] };
  const seen = w.seen('source.alias.v1', args);
  w.run('source.alias.v1', args, ben);
  expect(code(w.run('source.alias.v1', args, ann, seen))).toBe('applied');
  expect(code(w.run('source.alias.v1', { id: 3, aliases: ['Harbor Co'] }, ann, seen))).toBe('conflict');
});

test('a task that signs in with a key is disabled with others, and enabled only where its key is checked', () => {
  const w = world([aJob()]);
  const ran = w.run('task.enable.v1', { ids: [61, 62], enabled: true });
  expect(ran).toMatchObject({ outcome: 'applied', result: { done: [61], refused: [{ id: 62, code: 'invalid' }] } });
  expect(w.run('task.enable.v1', { ids: [62], enabled: true })).toMatchObject({
    outcome: 'rejected',
    message: 'Enable Trio on its own page, where its key is checked.',
  });
  expect(code(w.run('task.enable.v1', { ids: [61, 62], enabled: false }))).toBe('applied');
});
