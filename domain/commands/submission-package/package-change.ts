import type { CommandArgs } from '#contract/commands/commands.ts';
import type { SubmissionPackageRow } from '#contract/rows/submission-lists.ts';
import { entriesOf, type PackageContent, type PackageProblem } from '#domain/submissions/packages.ts';
import type { RowKey, RowReader } from '../kit/command.ts';
import { keysOf } from '../kit/each-row.ts';
import { refused, rowNamed, wholeRow, wholeRowUndo } from '../kit/versioned.ts';
import type { RowNames } from '../kit/wording.ts';

export const removedPackage = 'This package was removed.';

/** The common part of changes of one package. Whether another one is for the same pair only the service knows for certain. */
export const packageChange = {
  ...wholeRow('submissionPackage'),
  area: 'submissions',
  heading: 'submissions',
  shownOn: 'packages',
  needs: () => ['targets.write'] as const,
  forbidden: 'standard',
  refs: [rowNamed('submissionPackage', 'names')],
  reads: () => [],
} as const;

/** The target of a package in a sentence. */
export const targetOf = ({ targetId }: { readonly targetId: number }, names: RowNames) => ({
  target: names.of('submissionTarget', [targetId]),
});

/** The target and the entries of lists that a package names. */
export const namedBy = (asked: PackageContent): RowKey[] => [
  ...keysOf('submissionTarget', [asked.targetId]),
  ...keysOf('submissionEntry', entriesOf(asked)),
];

/** Refused, because the target of a package is gone. Null if it is there. */
export const targetProblem = (rows: RowReader, { targetId }: Pick<PackageContent, 'targetId'>) =>
  rows.get('submissionTarget', targetId) ? null : withField('targetId', 'This target no longer exists. Choose another one.');

export const fieldProblem = ({ field, message }: PackageProblem) => withField(field, message);

function withField(field: string, message: string) {
  const { error } = refused('invalid', message);
  return { ok: false, error: { ...error, field } } as const;
}

/** The arguments that restore a package. `version` is the version of the row they replace. */
const packageBack = (
  { id, ref, targetId, degreeId, specialtyId, documents, note, isDefault, defaultAt }: SubmissionPackageRow,
  version: number,
): CommandArgs<'submissionPackage.restore.v1'> => ({
  id,
  ref,
  version,
  targetId,
  degreeId,
  specialtyId,
  documents,
  note,
  isDefault,
  defaultAt,
});

/** The changes that undo saving, removing and restoring. */
export const packageUndo = wholeRowUndo('submissionPackage', {
  remove: ({ id, ref, targetId }: CommandArgs<'submissionPackage.remove.v1'>) => ({
    name: 'submissionPackage.remove.v1',
    args: { id, ref, targetId },
  }),
  restore: (row, version) => ({ name: 'submissionPackage.restore.v1', args: packageBack(row, version) }),
});
