import { command } from '../kit/command.ts';
import { rewritten } from '../kit/versioned.ts';
import { packageChange, packageUndo, removedPackage, targetOf } from './package-change.ts';

/** Removes a package. Submissions on their way keep the documents that they were asked with. */
export const removePackage = command('submissionPackage.remove.v1', {
  ...packageChange,
  describe: (args, names) => ['removePackage', targetOf(args, names)],
  apply: (rows, { id }, context) =>
    rewritten(rows, { collection: 'submissionPackage', id, gone: removedPackage }, (row) => ({ ...row, purged: true }), context),
  inverse: packageUndo.remove,
});
