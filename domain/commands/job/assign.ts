import type { CommandArgs } from '#contract/commands/commands.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { isByHand } from '#domain/assignments/assignment-of.ts';
import { type Change, command } from '../kit/command.ts';
import { eachRow, keysOf } from '../kit/each-row.ts';
import { imagesOf } from '../kit/images-of.ts';
import { jobChange } from './job-change.ts';

type Args = CommandArgs<'job.assign.v1'>;
type Assigned = Pick<JobRow, 'assigneeId' | 'assignee' | 'assignedByHand' | 'assignmentRuleId'>;

const assignedBy = ({ userId, name, byRule }: Args): Assigned => ({
  assigneeId: userId,
  assignee: userId === null ? null : name,
  assignedByHand: byRule === undefined,
  assignmentRuleId: byRule ?? null,
});

/** Assigns jobs to a person, or to no one. Collection never writes these fields, and rules leave a person's decision alone: they need no lock. */
export const assignJobs = command('job.assign.v1', {
  ...jobChange,
  heading: 'assign',
  describe: ({ ids, userId, name }, names) => {
    const jobs = names.of('job', ids);
    return userId === null ? ['unassignJobs', { jobs }] : ['assignJobs', { jobs, name: name ?? `person ${userId}` }];
  },
  needs: () => ['jobs.hold'],
  touches: ({ ids }) => keysOf('job', ids),
  compares: () => ['assignee'],
  compared: { assignee: { jobField: 'assignee' } },
  // Another value is another person's decision, or that of a rule, which gives way to a person.
  onDrift: ({ userId }, key, _field, now) => {
    const job = now.get('job', key.id);
    return (job?.assigneeId ?? null) === userId || (job && !isByHand(job)) ? 'overwrite' : 'conflict';
  },
  apply: (rows, args) => {
    const next = assignedBy(args);
    return eachRow(rows, 'job', args.ids, (job) => (isAssigned(job, next) ? job : { ...job, ...next }));
  },
  inverse: (args, before) => {
    const after = assignedBy(args);
    const changes = new Map<string, Args>();
    for (const { id, fields } of imagesOf('job', before)) {
      // A field without an image had the value that the change wrote.
      const was = { ...after, ...fields };
      const byRule = was.assignedByHand ? undefined : (was.assignmentRuleId ?? null);
      const userId = was.assigneeId ?? null;
      const key = `${userId}/${byRule}`;
      const same = changes.get(key) ?? {
        ids: [],
        userId,
        name: userId === null ? null : (was.assignee ?? null),
        ...(byRule !== undefined && { byRule }),
      };
      changes.set(key, { ...same, ids: [...same.ids, id] });
    }
    return [...changes.values()].map((change): Change => ({ name: 'job.assign.v1', args: change }));
  },
});

/** Another spelling of the person's name is no other assignment. To unassign a job that no one has says nothing about it. */
function isAssigned(job: JobRow, { assigneeId, assignedByHand, assignmentRuleId }: Assigned): boolean {
  if ((job.assigneeId ?? null) !== assigneeId) return false;
  if (assigneeId === null && assignedByHand) return true;
  return (job.assignedByHand ?? false) === assignedByHand && (job.assignmentRuleId ?? null) === assignmentRuleId;
}
