import { command } from '../kit/command.ts';
import { rewritten } from '../kit/versioned.ts';
import { removedTarget, targetChange, targetUndo } from './target-change.ts';

/** Deletes a target name. The service refuses it while substitution rules use the name; only the service knows all of them. */
export const removeSubstitutionTarget = command('substitutionTarget.remove.v1', {
  ...targetChange,
  describe: ({ id }, names) => ['removeSubstitutionTarget', { target: names.of('substitutionTarget', [id]) }],
  apply: (rows, { id }, context) =>
    rewritten(rows, { collection: 'substitutionTarget', id, gone: removedTarget }, (row) => ({ ...row, purged: true }), context),
  inverse: targetUndo.remove,
});
