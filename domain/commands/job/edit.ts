import type { JobRow } from '#contract/rows/jobs.ts';
import { withEdit } from '#domain/jobs/overrides.ts';
import { type Change, command } from '../kit/command.ts';
import { eachRow, type RefusedStep } from '../kit/each-row.ts';
import { imagesOf } from '../kit/images-of.ts';
import { editedField, editOf, manualDrift, valueProblem } from './edited-field.ts';

/** Sets a field manually and locks it. The end date is computed from start and duration. */
export const editJob = command('job.edit.v1', {
  ...editedField,
  heading: 'editValue',
  describe: ({ id, field, value }, names) => ['editJob', { field: names.field(field), job: names.of('job', [id]), value }],
  onDrift: (args, key, field, now) => manualDrift(now.get('job', key.id), field, field === args.field ? args.value : undefined),
  apply: (rows, args, hand) =>
    eachRow(rows, 'job', [args.id], (job): JobRow | RefusedStep => {
      const problem = valueProblem(args.field, args.value);
      if (problem) return problem;
      if (job.locks[args.field] && job[args.field] === args.value) return job;
      return withEdit(job, args.field, args.value, hand);
    }),
  inverse: ({ field }, before) =>
    imagesOf('job', before).flatMap(({ id, fields }): Change[] => {
      // If the field was not locked before, the undo removes the lock. Otherwise it restores the locked value.
      if (fields.locks && !(field in fields.locks)) return [{ name: 'job.unlock.v1', args: { id, field } }];
      return field in fields ? [editOf(id, field, fields[field])] : [];
    }),
  corrects: 'value',
});
