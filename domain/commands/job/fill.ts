import type { CommandArgs } from '#contract/commands/commands.ts';
import type { EditableField, JobEdit } from '#contract/commands/job.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { withEdit, withoutEdit } from '#domain/jobs/overrides.ts';
import { type Change, command } from '../kit/command.ts';
import { eachRow, keysOf, type RefusedStep } from '../kit/each-row.ts';
import { imagesOf } from '../kit/images-of.ts';
import { editedJobs, manualDrift, unitOf, valueProblem } from './edited-field.ts';

type Args = CommandArgs<'job.fill.v1'>;

const valuesOf = ({ set }: JobEdit) => Object.entries(set) as [EditableField, string | number | null][];
const fieldsOf = (edit: JobEdit | undefined): EditableField[] =>
  edit ? [...valuesOf(edit).map(([field]) => field), ...(edit.unlock ?? [])] : [];
const allFields = ({ ids, edits }: Args) => [...new Set(ids.flatMap((id) => fieldsOf(edits[id])))];

/** Sets fields of several jobs manually, each job to its own values, and locks them. */
export const fillJobs = command('job.fill.v1', {
  ...editedJobs,
  heading: 'editValue',
  describe: (args, names) => {
    const fields = allFields(args);
    const [first] = fields;
    const words = fields.length === 1 && first ? names.field(first) : `${fields.length} fields`;
    return ['fillJobs', { fields: words, jobs: names.of('job', args.ids) }];
  },
  touches: ({ ids }) => keysOf('job', ids),
  compares: (args) => [...new Set(allFields(args).flatMap(unitOf))],
  writes: ({ ids, edits }) => ids.map((id) => `${id} ${fieldsOf(edits[id]).join()}`).join(';'),
  onDrift: ({ edits }, { id }, field, now) => {
    const edit = edits[id];
    // Another job of the change sets this field, not this one.
    if (!fieldsOf(edit).some((one) => unitOf(one).includes(field as EditableField))) return 'overwrite';
    return manualDrift(now.get('job', id), field, edit?.set[field as EditableField]);
  },
  apply: (rows, { ids, edits }, hand) =>
    eachRow(rows, 'job', ids, (job): JobRow | RefusedStep => {
      const edit = edits[job.id];
      if (!edit) return { refused: 'invalid', message: 'No value is given for this job.' };
      const problem = valuesOf(edit).flatMap(([field, value]) => valueProblem(field, value) ?? [])[0];
      if (problem) return problem;
      const unlocked = (edit.unlock ?? []).reduce((row, field) => withoutEdit(row, field, hand), job);
      return valuesOf(edit).reduce(
        (row, [field, value]) => (row.locks[field] && row[field] === value ? row : withEdit(row, field, value, hand)),
        unlocked,
      );
    }),
  inverse: ({ edits }, before) => {
    const back = imagesOf('job', before).map(({ id, fields }) => [id, asBefore(edits[id], fields)] as const);
    return back.length === 0
      ? []
      : [{ name: 'job.fill.v1', args: { ids: back.map(([id]) => id), edits: Object.fromEntries(back) } } satisfies Change];
  },
});

/** What restores a job: fields that were not locked are unlocked, the others have their earlier value again. */
function asBefore(edit: JobEdit | undefined, fields: Partial<JobRow>): JobEdit {
  const { locks } = fields;
  const given = edit ? valuesOf(edit).map(([field]) => field) : [];
  const unlock = given.filter((field) => locks && !(field in locks));
  const again = [
    ...given.filter((field) => !unlock.includes(field) && field in fields).map((field) => [field, fields[field]]),
    ...(edit?.unlock ?? []).flatMap((field) => {
      const lock = locks?.[field];
      return lock ? [[field, field in fields ? fields[field] : lock.was]] : [];
    }),
  ];
  return { set: Object.fromEntries(again), unlock };
}
