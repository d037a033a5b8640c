import { command } from '../kit/command.ts';
import { broughtBack, rowNamed } from '../kit/versioned.ts';
import { packageChange, packageUndo, targetOf, targetProblem } from './package-change.ts';

/** Restores a package as it was, also whether it was the default. A document that left the list meanwhile asks for another one later. */
export const restorePackage = command('submissionPackage.restore.v1', {
  ...packageChange,
  describe: (args, names) => ['restorePackage', targetOf(args, names)],
  refs: [rowNamed('submissionPackage', 'restores')],
  reads: ({ targetId }) => [{ collection: 'submissionTarget', id: targetId }],
  // A moment that is still to come would keep every later choice from becoming the default.
  apply: (rows, { defaultAt, ...args }, context) =>
    targetProblem(rows, args) ??
    broughtBack(
      'submissionPackage',
      rows,
      { ...args, defaultAt: defaultAt !== null && defaultAt > context.at ? context.at : defaultAt },
      context,
    ),
  inverse: packageUndo.restore,
});
