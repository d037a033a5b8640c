import { withoutEdit } from '#domain/jobs/overrides.ts';
import { command } from '../kit/command.ts';
import { eachRow } from '../kit/each-row.ts';
import { imagesOf } from '../kit/images-of.ts';
import { editedField, editOf, manualDrift } from './edited-field.ts';

/** Removes a manual lock, so that the field has the value from collection and rules again. */
export const unlockJob = command('job.unlock.v1', {
  ...editedField,
  heading: 'unlockValue',
  describe: ({ id, field }, names) => ['unlockJob', { field: names.field(field), job: names.of('job', [id]) }],
  onDrift: (_, key, field, now) => manualDrift(now.get('job', key.id), field, undefined),
  apply: (rows, { id, field }, hand) =>
    eachRow(rows, 'job', [id], (job) => (job.locks[field] ? withoutEdit(job, field, hand) : job)),
  inverse: ({ field }, before) =>
    imagesOf('job', before).flatMap(({ id, fields }) => {
      const lock = fields.locks?.[field];
      // If the field was locked with its collected value, removing the lock did not change it.
      return lock ? [editOf(id, field, field in fields ? fields[field] : lock.was)] : [];
    }),
});
