import type { CommandArgs } from '#contract/commands/commands.ts';
import type { SubmissionPairRow } from '#contract/rows/submission-pair.ts';
import { entryProblem, type PairStep } from '#domain/submissions/pair-steps.ts';
import type { CommandRefusal, RowKey, RowReader } from '../kit/command.ts';
import { keysOf } from '../kit/each-row.ts';
import { refused, rowNamed, wholeRow, wholeRowUndo } from '../kit/versioned.ts';
import type { RowNames } from '../kit/wording.ts';

export const removedStep = 'This step of the mapping was removed.';

/** The common part of changes of one step. Whether another one is for the same pair only the service knows for certain. */
export const pairChange = {
  ...wholeRow('submissionPair'),
  area: 'submissions',
  heading: 'submissions',
  shownOn: 'submissionMapping',
  needs: () => ['submissions.use'] as const,
  forbidden: 'standard',
  refs: [rowNamed('submissionPair', 'names')],
  reads: () => [],
} as const;

type Entries = Pick<PairStep, 'targetId' | 'degreeId' | 'specialtyId'>;
const entriesOf = ({ degreeId, specialtyId }: Entries): number[] => [degreeId, specialtyId].filter((id) => id > 0);

/** The target of a step and its entries in a sentence. */
export const wordsOf = (args: Entries, names: RowNames) => ({
  target: names.of('submissionTarget', [args.targetId]),
  pair: entriesOf(args)
    .map((id) => names.of('submissionEntry', [id]))
    .join(' / '),
});

/** The target and the entries of its lists that a step names. */
export const namedBy = (args: Entries): RowKey[] => [
  ...keysOf('submissionTarget', [args.targetId]),
  ...keysOf('submissionEntry', entriesOf(args)),
];

/** Refused, because the target of a step is gone or its list has not what the step names. Null if all is there. */
export function listProblem(rows: RowReader, args: Entries): { ok: false; error: CommandRefusal } | null {
  if (!rows.get('submissionTarget', args.targetId))
    return withField('targetId', 'This target no longer exists. Choose another one.');
  const problem = entryProblem(args, (id) => rows.get('submissionEntry', id));
  return problem && withField(problem.field, problem.message);
}

function withField(field: string, message: string) {
  const { error } = refused('invalid', message);
  return { ok: false, error: { ...error, field } } as const;
}

/** The arguments that restore a step. `version` is the version of the row they replace. */
const pairBack = (
  { id, ref, targetId, side, degreeId, specialtyId, jrDegreeId, jrSpecialtyId }: SubmissionPairRow,
  version: number,
): CommandArgs<'submissionPair.restore.v1'> => ({
  id,
  ref,
  version,
  targetId,
  side,
  degreeId,
  specialtyId,
  jrDegreeId,
  jrSpecialtyId,
});

/** The changes that undo saving, removing and restoring. */
export const pairUndo = wholeRowUndo('submissionPair', {
  remove: ({ id, ref, targetId, degreeId, specialtyId }: CommandArgs<'submissionPair.remove.v1'>) => ({
    name: 'submissionPair.remove.v1',
    args: { id, ref, targetId, degreeId, specialtyId },
  }),
  restore: (row, version) => ({ name: 'submissionPair.restore.v1', args: pairBack(row, version) }),
});
