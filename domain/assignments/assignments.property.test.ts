import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommandArgs } from '#contract/commands/commands.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { anAssignmentRule } from '#tests/support/factories/assignment-factory.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { commands } from '../commands/commands.ts';
import { beforeImages } from '../commands/kit/before-images.ts';
import type { Before } from '../commands/kit/command.ts';
import { rowSet } from '../commands/row-set.ts';
import { runPure } from '../commands/run-pure.ts';
import { lookAt, lookWords } from './assignment-moves.ts';
import { type AssignmentGrounds, fallOf, inOrder, isByHand, prepareAssignments, withAssignment } from './assignment-of.ts';
import { lastPosition, movesOf } from './positions.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? 20261126);
const facilities = ['Mercy', 'Harbor', null] as const;
const anyRule = fc.record({
  position: fc.constantFrom(1, 2, 2.5, 3),
  userId: fc.constantFrom(5, 6, 7),
  sourceId: fc.constantFrom(null, 3, 4),
  facility: fc.constantFrom(
    null,
    { facilityId: 'B-1' },
    { facilityId: 'B-2' },
    { facilityText: ' mercy ' },
    { facilityText: 'Harbor' },
  ),
  enabled: fc.boolean(),
});
const rules = fc
  .array(anyRule, { maxLength: 6 })
  .map((all) =>
    all
      .filter(({ sourceId, facility }) => sourceId !== null || facility !== null)
      .map(({ facility, ...rule }, i) =>
        anAssignmentRule({ ...rule, id: i + 1, person: `P${rule.userId}`, facilityText: null, ...facility }),
      ),
  );
const decision = fc.constantFrom<Partial<JobRow>>(
  {},
  { assigneeId: 9, assignee: 'Lee', assignedByHand: true },
  { assignedByHand: true },
  { assigneeId: 9, assignee: 'Lee' },
  { assigneeId: 5, assignee: 'P5', assignmentRuleId: 1 },
);
const jobs = fc.array(
  fc
    .record({
      sourceId: fc.constantFrom(3, 4, 8),
      facility: fc.constantFrom(...facilities),
      facilityMap: fc.constantFrom(null, 'B-1', 'B-2'),
      facilityValueId: fc.constantFrom(null, 11, 12),
      status: fc.constantFrom('Open' as const, 'Closed' as const),
    })
    .chain((job) => decision.map((decided) => ({ ...job, ...decided }))),
  { minLength: 1, maxLength: 8 },
);
const mapped = new Map([[11, { mappedId: 'B-1', certainty: null }]]);
const sources = [
  { id: 3, members: [] },
  { id: 4, members: [8] },
];
const world = fc.record({ rules, jobs, people: fc.subarray([5, 6, 7]) }).map(({ people, ...rest }) => ({
  jobs: rest.jobs.map((job, i) => aJob({ id: i + 1, ...job })),
  grounds: { rules: rest.rules, people: new Set(people), sources, values: mapped } satisfies AssignmentGrounds,
}));

/** The same answer, worked out without preparation. */
function expected(job: JobRow, { rules, people }: AssignmentGrounds): number | null {
  const id = job.facilityMap ?? (job.facilityValueId === 11 ? 'B-1' : null);
  const fits = rules
    .filter((rule) => rule.enabled && people.has(rule.userId))
    .filter(({ sourceId }) => sourceId === null || sourceId === job.sourceId || (sourceId === 4 && job.sourceId === 8))
    .filter((rule) => rule.facilityId === null || rule.facilityId === id)
    .filter(
      (rule) => rule.facilityText === null || rule.facilityText.trim().toLowerCase() === (job.facility ?? '').toLowerCase(),
    );
  const [first] = fits.sort((a, b) => a.position - b.position || a.id - b.id);
  return first?.id ?? null;
}

test('An open job falls to the first rule that fits, and a decision of a person is kept', () => {
  fc.assert(
    fc.property(world, ({ jobs, grounds }) => {
      const prepared = prepareAssignments(grounds);
      for (const job of jobs) {
        const after = withAssignment(job, prepared);
        if (job.status !== 'Open' || isByHand(job)) expect(after).toBe(job);
        else {
          const id = expected(job, grounds);
          expect(after.assignmentRuleId).toBe(id);
          expect(after.assigneeId).toBe(grounds.rules.find((rule) => rule.id === id)?.userId ?? null);
        }
        // What a second pass, another device or a restart of the service makes of it.
        expect(withAssignment(after, prepared)).toBe(after);
      }
    }),
    { seed, numRuns: 1000 },
  );
});

const undoOf = (args: CommandArgs<'job.assign.v1'>, before: readonly Before[]) => {
  const { inverse } = commands['job.assign.v1'];
  return inverse === 'none' ? [] : inverse(args, before);
};

test('After an assignment or unassignment by hand, no rule has a say; its undo gives the job back to the rules', () => {
  fc.assert(
    fc.property(world, fc.constantFrom(null, 9), ({ jobs, grounds }, userId) => {
      const prepared = prepareAssignments(grounds);
      const job = withAssignment(jobs[0] ?? aJob(), prepared);
      const book = rowSet([{ collection: 'job', row: job }]);
      // No one has the job already: unassigning it is not offered.
      fc.pre(userId !== null || job.assigneeId !== null);
      const args = { ids: [job.id], userId, name: userId === null ? null : 'Lee' };
      const ran = runPure(commands['job.assign.v1'], args, {}, book, { by: 'Ann', at: '2026-11-20T00:00:00.000Z' });
      if (ran.outcome === 'applied') for (const write of ran.writes) book.put(write);
      const after = book.get('job', job.id) ?? job;
      expect(fallOf(after, prepared)).toBeNull();
      expect(after.assigneeId).toBe(userId);
      for (const { name, args: back } of undoOf(
        args,
        ran.outcome === 'applied' ? beforeImages(ran.writes, rowSet([{ collection: 'job', row: job }])) : [],
      )) {
        const undone = runPure(commands[name], back as never, {}, book, { by: 'Ann', at: '2026-11-20T00:00:00.000Z' });
        if (undone.outcome === 'applied') for (const write of undone.writes) book.put(write);
      }
      expect(fallOf(book.get('job', job.id) ?? after, prepared)).toEqual(fallOf(job, prepared));
    }),
    { seed, numRuns: 300 },
  );
});

test('A look counts each open job that another person gets, and names those that a person decided about', () => {
  fc.assert(
    fc.property(world, ({ jobs, grounds }) => {
      const prepared = prepareAssignments(grounds);
      const { moves } = lookAt(jobs, prepared, 1);
      const moved = jobs.filter((job) => withAssignment(job, prepared).assigneeId !== job.assigneeId);
      expect(moves.reduce((sum, move) => sum + move.jobs, 0)).toBe(moved.length);
    }),
    { seed, numRuns: 300 },
  );
  const free = [1, 2].map((id) => aJob({ id, facility: 'Mercy Hospital' }));
  const fromLee = aJob({ id: 3, facility: 'Mercy Hospital', assigneeId: 6, assignee: 'Lee', assignmentRuleId: 9 });
  const byHand = aJob({ id: 4, facility: 'Mercy Hospital', assignedByHand: true });
  const grounds = { rules: [anAssignmentRule({ person: 'Dana' })], people: new Set([5]), sources: [], values: new Map() };
  const look = lookAt([...free, fromLee, byHand], prepareAssignments(grounds), 1);
  expect(lookWords(look)).toBe('2 jobs go to Dana, 1 job goes from Lee to Dana, 1 job stays as a person decided.');
  expect(lookWords(lookAt([], prepareAssignments(grounds), 1))).toBe('No open job changes.');
});

test('A rule moves by one place, however often', () => {
  let all = [1, 2, 3, 4].map((id) => anAssignmentRule({ id, position: id }));
  const ids = () => inOrder(all).map(({ id }) => id);
  const move = (id: number, by: -1 | 1) => {
    const moves = movesOf(all, id, by);
    all = all.map((rule) => ({ ...rule, ...moves.find((one) => one.id === rule.id) }));
    return moves.length;
  };
  expect([move(1, -1), move(4, 1), ids()]).toEqual([0, 0, [1, 2, 3, 4]]);
  move(1, 1);
  expect(ids()).toEqual([2, 1, 3, 4]);
  let most = 0;
  // The rules in the middle change places until no number is left between their neighbors.
  for (let i = 0; i < 120; i++) {
    const [, second, third] = ids();
    most = Math.max(most, move(third ?? 0, -1));
    expect(ids()).toEqual([2, third, second, 4]);
  }
  expect(most).toBeGreaterThan(1);
  move(4, -1);
  move(4, -1);
  move(4, -1);
  expect(ids()[0]).toBe(4);
  expect(lastPosition(all)).toBeGreaterThan(Math.max(...all.map(({ position }) => position)));
  expect(lastPosition([])).toBe(1);
});
