import type { JobRow, PostReceipt } from '#contract/rows/jobs.ts';
import { fieldColumns } from '../../fields/field-columns.ts';
import { workTypeKeys } from '../../fields/labels.ts';
import { workTypeNames } from '../../fields/values.ts';
import { defaultNames, type FieldNames } from '../../job-list/field-names.ts';
import { type FlagName, has } from '../../jobs/flags.ts';
import { type MappedOf, valueIn } from '../../rules/job-run.ts';
import { column, type ExportColumn, type ExportSheet, type NameOf } from './export-sheet.ts';

/** A job with what it is mapped to in the ATS. */
export type ExportedJob = { readonly job: JobRow; readonly mappedOf: MappedOf };

/** Fields that hold an instant where the catalog of fields says day. */
const instants: ReadonlySet<string> = new Set(['postedAt', 'firstSeenAt', 'changedAt']);
/** No value of the day goes into an export: calculated fields follow from the others. */
const around = { today: '1970-01-01', pay: null };

const fieldColumn =
  (names: FieldNames) =>
  ({ field, label: usual, home, type }: (typeof fieldColumns)[number]): ExportColumn<ExportedJob> => {
    const label = names.of(field, usual);
    const kind = instants.has(field) ? 'instant' : type;
    if (field === 'workType')
      return column(
        label,
        ({ job }) => names.labels(workTypeKeys[job.workType] ?? '')?.one ?? workTypeNames[job.workType],
        'text',
      );
    if (home === 'flag') return column(label, ({ job }) => has(job.chgMap, field as FlagName), 'yes-no');
    return column(label, ({ job, mappedOf }) => valueIn(job, field, around, mappedOf), kind);
  };

const fromJob = (label: string, key: keyof JobRow, type: ExportColumn<ExportedJob>['type'] = 'text') =>
  column<ExportedJob>(
    label,
    ({ job }) => {
      const value = job[key];
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
    },
    type,
  );

const states: Readonly<Record<PostReceipt['state'], string>> = {
  wanted: 'waiting',
  sending: 'being sent',
  unknown: 'in doubt',
  human: 'waits for a person',
  done: 'posted',
  failed: 'refused',
  dryRun: 'checked in a dry run',
};

const postWords = ({ posts }: JobRow, targetName: NameOf): string =>
  posts
    .map(({ targetId, state, externalId }) =>
      [`${targetName(targetId) ?? `target ${targetId}`}: ${states[state]}`, externalId].filter(Boolean).join(' '),
    )
    .join('; ');

/** Jobs with every stored field, what they are mapped to, and what became of their posts. Calculated fields are left out. */
export const jobSheet = (targetName: NameOf, names: FieldNames = defaultNames): ExportSheet<ExportedJob> => ({
  name: 'Jobs',
  columns: [
    fromJob('ID', 'id', 'number'),
    ...fieldColumns.filter(({ home, field }) => home !== 'derived' && field !== 'id').map(fieldColumn(names)),
    fromJob(names.of('rateChangedAt', 'Rate changed'), 'rateChangedAt', 'instant'),
    fromJob('Canceled', 'canceledAt', 'instant'),
    fromJob('Assigned to', 'assignee'),
    fromJob('Attachments', 'attachments', 'number'),
    fromJob('Notes', 'noteCount', 'number'),
    column('Posts', ({ job }) => postWords(job, targetName)),
  ],
});
