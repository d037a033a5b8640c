import { describe, expect, test } from 'vitest';
import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapValueRow } from '#contract/rows/rows.ts';
import { aJob, aTarget, aValue, mappedValues } from '#tests/support/factories/job-factory.ts';
import { flag } from '../jobs/flags.ts';
import { withEdit, withManualCancel } from '../jobs/overrides.ts';
import { commands } from './commands.ts';
import { preValuesOf } from './kit/base-values.ts';
import { rowSet } from './row-set.ts';
import { type Ran, runPure } from './run-pure.ts';

const ann = { by: 'Ann', at: '2026-11-20T00:00:00.000Z' };
const ben = { by: 'Ben', at: '2026-11-19T00:00:00.000Z' };
type World = { jobs?: readonly JobRow[]; values?: readonly MapValueRow[] };
const bookOf = ({ jobs = [], values = [...mappedValues().values()] }: World) =>
  rowSet([
    ...jobs.map((row) => ({ collection: 'job', row }) as const),
    ...values.map((row) => ({ collection: 'mapValue', row }) as const),
    { collection: 'target', row: aTarget() },
  ]);

/** Runs a command that is based on the rows `seen`, on the current rows `now`. */
function sent<N extends CommandName>(name: N, args: CommandArgs<N>, seen: World, now: World): Ran {
  return runPure(commands[name], args, preValuesOf(commands[name], args, bookOf(seen)), bookOf(now), ann);
}
const outcome = (ran: Ran): string => (ran.outcome === 'applied' ? 'applied' : ran.code);

describe('[S5] mapping', () => {
  const seen = { values: [aValue(11, 'facility')] };
  const args = { ids: [11], mappedId: 'B-9', certainty: null };

  test('a text that another person mapped meanwhile is a conflict that shows both values', () => {
    const ran = sent('value.map.v1', args, seen, {
      values: [aValue(11, 'facility', { mappedId: 'C-1', how: 'person', ...ben })],
    });
    expect(ran).toMatchObject({
      outcome: 'rejected',
      code: 'conflict',
      conflicts: [
        { collection: 'mapValue', id: 11, field: 'mappedId', seen: null, now: 'C-1', wanted: 'B-9', by: 'Ben', at: ben.at },
      ],
    });
  });
  test('a text that another person mapped to the same value is no conflict', () => {
    const now = { values: [aValue(11, 'facility', { mappedId: 'B-9', how: 'person', ...ben })] };
    expect(sent('value.map.v1', args, seen, now)).toMatchObject({ outcome: 'applied', writes: [] });
  });
  test.each(['auto', 'ai'] as const)('a text that %s mapped meanwhile is overwritten', (how) => {
    const now = { values: [aValue(11, 'facility', { mappedId: 'C-1', how })] };
    expect(sent('value.map.v1', args, seen, now)).toMatchObject({
      outcome: 'applied',
      writes: [{ row: { mappedId: 'B-9', how: 'person' } }],
    });
  });
  test('a text that another person unmapped meanwhile is a conflict', () => {
    const mapped = { values: [aValue(11, 'facility', { mappedId: 'C-1', how: 'auto' })] };
    expect(outcome(sent('value.map.v1', args, mapped, { values: [aValue(11, 'facility', ben)] }))).toBe('conflict');
  });
  test('of many texts only those with a conflict are skipped', () => {
    const before = { values: [aValue(11, 'facility'), aValue(15, 'facility')] };
    const now = { values: [aValue(11, 'facility', { mappedId: 'C-1', how: 'person', ...ben }), aValue(15, 'facility')] };
    expect(sent('value.map.v1', { ...args, ids: [11, 15] }, before, now)).toMatchObject({
      outcome: 'applied',
      writes: [{ row: { id: 15, mappedId: 'B-9' } }],
      result: { done: [15], refused: [{ id: 11, code: 'conflict' }] },
    });
  });
  test('a suggestion that changed since it was seen is not accepted', () => {
    const before = { values: [aValue(11, 'facility', { suggestedId: 'S-1' })] };
    const now = { values: [aValue(11, 'facility', { suggestedId: 'S-2' })] };
    expect(outcome(sent('value.accept.v1', { ids: [11] }, before, now))).toBe('changed');
  });
  describe('a specialty and its degree are compared as one unit if one depends on the other', () => {
    const degree = (over: Partial<MapValueRow> = {}) => aValue(12, 'degree', { mappedId: 'D-1', ...over });
    const specialty = (over: Partial<MapValueRow> = {}) => aValue(13, 'specialty', { mappedId: null, ...over });
    const before = { values: [degree(), specialty()] };
    const change = { ids: [13], mappedId: 'S-1', certainty: null, unit: [12] };

    test('a degree that another person mapped is a conflict for its specialty', () => {
      const now = { values: [degree({ mappedId: 'D-2', how: 'person', ...ben }), specialty()] };
      expect(sent('value.map.v1', change, before, now)).toMatchObject({
        outcome: 'rejected',
        code: 'conflict',
        conflicts: [{ id: 12, field: 'mappedId', seen: 'D-1', now: 'D-2', wanted: 'D-2', by: 'Ben' }],
      });
    });
    test('a specialty that another person mapped is a conflict for its degree', () => {
      const now = { values: [degree(), specialty({ mappedId: 'S-2', how: 'person', ...ben })] };
      expect(outcome(sent('value.map.v1', { ...change, ids: [12], unit: [13] }, before, now))).toBe('conflict');
    });
    test('also if their value equals the sender’s value for the other text', () => {
      const now = { values: [degree({ mappedId: 'S-1', how: 'person', ...ben }), specialty()] };
      expect(outcome(sent('value.map.v1', change, before, now))).toBe('conflict');
    });
    test('a degree mapped by the matcher is no conflict, and the degree itself is never written', () => {
      const now = { values: [degree({ mappedId: 'D-2', how: 'auto' }), specialty()] };
      expect(sent('value.map.v1', change, before, now)).toMatchObject({ outcome: 'applied', writes: [{ row: { id: 13 } }] });
    });
    test('an unchanged degree is no conflict', () => {
      expect(sent('value.map.v1', change, before, before)).toMatchObject({ outcome: 'applied', result: { done: [13] } });
    });
  });
  test('a job’s degree and specialty are compared as one unit', () => {
    const now = { jobs: [aJob({ degreeMap: 'D-1', chgMap: flag.degreeManual })] };
    const specialty = { id: 7, kind: 'specialty', mappedId: 'S-1' } as const;
    expect(outcome(sent('job.map.v1', specialty, { jobs: [aJob()] }, now))).toBe('conflict');
    expect(outcome(sent('job.map.v1', { ...specialty, kind: 'shift' }, { jobs: [aJob()] }, now))).toBe('applied');
  });
});

describe('[S5] bits of ChgMap', () => {
  test('holding a job that another person held, hid or edited meanwhile just sets the bit', () => {
    const now = { jobs: [aJob({ chgMap: flag.onHold | flag.hidden | flag.billRateManual })] };
    expect(sent('job.hold.v1', { ids: [7] }, { jobs: [aJob()] }, now)).toMatchObject({ outcome: 'applied', writes: [] });
  });
  test('cancelling a job that is already cancelled changes nothing', () => {
    expect(outcome(sent('job.cancel.v1', { ids: [7] }, { jobs: [aJob()] }, { jobs: [withManualCancel(aJob(), ben)] }))).toBe(
      'applied',
    );
  });
  test('cancelling a job that another person reopened meanwhile is a conflict', () => {
    const cancelled = { jobs: [withManualCancel(aJob(), ben)] };
    expect(outcome(sent('job.cancel.v1', { ids: [7] }, cancelled, { jobs: [aJob()] }))).toBe('conflict');
  });
  test('reopening a job that another person cancelled meanwhile is a conflict with their name', () => {
    const ran = sent('job.reopen.v1', { ids: [7] }, { jobs: [aJob()] }, { jobs: [withManualCancel(aJob(), ben)] });
    expect(ran).toMatchObject({
      code: 'conflict',
      conflicts: [{ field: 'chgMap.manuallyCancelled', seen: false, now: true, by: 'Ben' }],
    });
  });
  test('a status that the vendor changed meanwhile does not prevent a cancellation', () => {
    const now = { jobs: [aJob({ status: 'Filled', chgMap: flag.filled })] };
    expect(outcome(sent('job.cancel.v1', { ids: [7] }, { jobs: [aJob()] }, now))).toBe('applied');
  });
});

describe('[S5] manually edited fields', () => {
  const args = { id: 7, field: 'billRate', value: 99 } as const;
  const seen = { jobs: [aJob()] };

  test('another person’s edit is a conflict', () => {
    const ran = sent('job.edit.v1', args, seen, { jobs: [withEdit(aJob(), 'billRate', 101, ben)] });
    expect(ran).toMatchObject({
      code: 'conflict',
      conflicts: [{ field: 'billRate', seen: 92.5, now: 101, wanted: 99, by: 'Ben' }],
    });
  });
  test('the same edit by another person is no conflict and keeps their name', () => {
    expect(sent('job.edit.v1', args, seen, { jobs: [withEdit(aJob(), 'billRate', 99, ben)] })).toMatchObject({ writes: [] });
  });
  test('a value that the vendor changed meanwhile is overwritten and remembered', () => {
    const ran = sent('job.edit.v1', args, seen, { jobs: [aJob({ billRate: 95 })] });
    expect(ran).toMatchObject({ writes: [{ row: { billRate: 99, locks: { billRate: { was: 95 } } } }] });
  });
  test('start date and duration are compared as one unit', () => {
    const now = { jobs: [withEdit(aJob(), 'durationDays', 7, ben)] };
    expect(outcome(sent('job.edit.v1', { id: 7, field: 'startDate', value: '2027-01-04' }, seen, now))).toBe('conflict');
    expect(outcome(sent('job.edit.v1', args, seen, now))).toBe('applied');
  });
  test('a lock that another person set again is not removed', () => {
    const locked = { jobs: [withEdit(aJob(), 'billRate', 99, ann)] };
    const now = { jobs: [withEdit(aJob(), 'billRate', 101, ben)] };
    expect(outcome(sent('job.unlock.v1', { id: 7, field: 'billRate' }, locked, now))).toBe('conflict');
  });
});

describe('[S5] posting', () => {
  test.each([
    ['a bill rate', { billRate: 80 }],
    ['a new hold', { chgMap: flag.onHold }],
  ])('%s that changed meanwhile asks for confirmation', (_, change) => {
    expect(outcome(sent('job.post.v1', { ids: [7], targetId: 1 }, { jobs: [aJob()] }, { jobs: [aJob(change)] }))).toBe('changed');
  });
  test('a change of a field that no target receives does not', () => {
    const now = { jobs: [aJob({ note: 'parking on site' })] };
    expect(outcome(sent('job.post.v1', { ids: [7], targetId: 1 }, { jobs: [aJob()] }, now))).toBe('applied');
  });
});

test('a command without pre-values, from a caller that is not a device, has no conflicts', () => {
  const book = bookOf({ jobs: [withEdit(aJob(), 'billRate', 101, ben)] });
  expect(runPure(commands['job.edit.v1'], { id: 7, field: 'billRate', value: 99 }, {}, book, ann).outcome).toBe('applied');
});
