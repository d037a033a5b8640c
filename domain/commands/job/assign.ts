import type { CommandArgs } from '#contract/commands/commands.ts';
import { type Change, command } from '../kit/command.ts';
import { eachRow, keysOf } from '../kit/each-row.ts';
import { imagesOf } from '../kit/images-of.ts';
import { jobChange } from './job-change.ts';

type Args = CommandArgs<'job.assign.v1'>;

/** Assigns jobs to a person, or to no one. Collection never writes these fields, so they need no lock. */
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
  // Only people assign jobs, so another value is another person's decision.
  onDrift: ({ userId }, key, _field, now) => ((now.get('job', key.id)?.assigneeId ?? null) === userId ? 'overwrite' : 'conflict'),
  apply: (rows, { ids, userId, name }) =>
    eachRow(rows, 'job', ids, (job) =>
      (job.assigneeId ?? null) === userId ? job : { ...job, assigneeId: userId, assignee: userId === null ? null : name },
    ),
  inverse: (_, before) => {
    const byPerson = new Map<number | null, Args>();
    for (const { id, fields } of imagesOf('job', before)) {
      const userId = fields.assigneeId ?? null;
      const same = byPerson.get(userId) ?? { ids: [], userId, name: userId === null ? null : (fields.assignee ?? null) };
      byPerson.set(userId, { ...same, ids: [...same.ids, id] });
    }
    return [...byPerson.values()].map((args): Change => ({ name: 'job.assign.v1', args }));
  },
});
