import type { CommandArgs } from '#contract/commands/commands.ts';
import type { SubmissionDictionaryStepRow } from '#contract/rows/submission-pair.ts';
import { type DictionaryStep, dictionaryStepProblem } from '#domain/submissions/dictionaries.ts';
import type { CommandRefusal, RowKey, RowReader } from '../kit/command.ts';
import { keysOf } from '../kit/each-row.ts';
import { refused, rowNamed, wholeRow, wholeRowUndo } from '../kit/versioned.ts';
import type { RowNames } from '../kit/wording.ts';

export const removedDictionaryStep = 'This mapping between dictionaries was removed.';

/** The common part of changes of one mapping. Whether another one is for the same entry only the service knows for certain. */
export const dictionaryChange = {
  ...wholeRow('submissionDictionaryStep'),
  area: 'submissions',
  heading: 'submissions',
  shownOn: 'submissionTargets',
  needs: () => ['submissions.use'] as const,
  forbidden: 'standard',
  refs: [rowNamed('submissionDictionaryStep', 'names')],
  reads: () => [],
} as const;

/** The destination of a mapping and the entry of the source in a sentence. */
export const wordsOf = ({ targetId, fromId }: Pick<DictionaryStep, 'targetId' | 'fromId'>, names: RowNames) => ({
  target: names.of('submissionTarget', [targetId]),
  entry: names.of('submissionEntry', [fromId]),
});

/** The destination and both entries that a mapping names. */
export const namedBy = ({ targetId, fromId, toId }: DictionaryStep): RowKey[] => [
  ...keysOf('submissionTarget', [targetId]),
  ...keysOf('submissionEntry', [fromId, toId]),
];

/** Refused, because a mapping cannot be stored as it is. Null if it can. */
export function stepRefusal(rows: RowReader, args: DictionaryStep): { ok: false; error: CommandRefusal } | null {
  if (!rows.get('submissionTarget', args.targetId))
    return withField('targetId', 'This target no longer exists. Choose another one.');
  const [from, to] = [rows.get('submissionEntry', args.fromId), rows.get('submissionEntry', args.toId)];
  const problem = dictionaryStepProblem(args, from, to);
  return problem && withField(problem.field, problem.message);
}

function withField(field: string, message: string) {
  const { error } = refused('invalid', message);
  return { ok: false, error: { ...error, field } } as const;
}

/** The arguments that restore a mapping. `version` is the version of the row they replace. */
const dictionaryBack = (
  { id, ref, targetId, fromId, toId }: SubmissionDictionaryStepRow,
  version: number,
): CommandArgs<'submissionDictionaryStep.restore.v1'> => ({ id, ref, version, targetId, fromId, toId });

/** The changes that undo saving, removing and restoring. */
export const dictionaryUndo = wholeRowUndo('submissionDictionaryStep', {
  remove: ({ id, ref, targetId, fromId }: CommandArgs<'submissionDictionaryStep.remove.v1'>) => ({
    name: 'submissionDictionaryStep.remove.v1',
    args: { id, ref, targetId, fromId },
  }),
  restore: (row, version) => ({ name: 'submissionDictionaryStep.restore.v1', args: dictionaryBack(row, version) }),
});
