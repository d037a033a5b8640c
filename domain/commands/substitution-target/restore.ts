import { command } from '../kit/command.ts';
import { broughtBack, rowNamed } from '../kit/versioned.ts';
import { targetChange, targetUndo } from './target-change.ts';

export const restoreSubstitutionTarget = command('substitutionTarget.restore.v1', {
  ...targetChange,
  describe: ({ name }) => ['restoreSubstitutionTarget', { name }],
  refs: [rowNamed('substitutionTarget', 'restores')],
  apply: (rows, args, context) => broughtBack('substitutionTarget', rows, args, context),
  inverse: targetUndo.restore,
});
