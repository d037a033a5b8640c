import { command } from '../kit/command.ts';
import { imageOf, rewritten } from '../kit/versioned.ts';
import { packageBack, packageChange, removedPackage, targetOf } from './package-change.ts';

/** Removes a package. Submissions on their way keep the documents that they were asked with. */
export const removePackage = command('submissionPackage.remove.v1', {
  ...packageChange,
  describe: (args, names) => ['removePackage', targetOf(args, names)],
  apply: (rows, { id }, context) =>
    rewritten(rows, { collection: 'submissionPackage', id, gone: removedPackage }, (row) => ({ ...row, purged: true }), context),
  inverse: (_, before) => {
    const image = imageOf('submissionPackage', before);
    if (!image || image.created) return [];
    return [{ name: 'submissionPackage.restore.v1', args: packageBack(image.row, image.row.version + 1) }];
  },
});
