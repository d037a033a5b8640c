import { packageProblem } from '#domain/submissions/packages.ts';
import { command } from '../kit/command.ts';
import { refused, rowNamed, written } from '../kit/versioned.ts';
import { fieldProblem, namedBy, packageChange, packageUndo, removedPackage, targetOf, targetProblem } from './package-change.ts';

/** Adds a package or changes one. The service refuses a second one for a pair; only it knows all of them. */
export const savePackage = command('submissionPackage.save.v1', {
  ...packageChange,
  describe: (args, names) => ['savePackage', targetOf(args, names)],
  refs: [rowNamed('submissionPackage', 'creates')],
  reads: namedBy,
  apply: (rows, { id, ref, isDefault, ...content }, context) => {
    const current = rows.get('submissionPackage', id);
    if (current?.purged || (!current && ref === null)) return refused('gone', removedPackage);
    const gone = targetProblem(rows, content);
    if (gone) return gone;
    const problem = packageProblem(content, (entry) => rows.get('submissionEntry', entry));
    if (problem) return fieldProblem(problem);
    const created = { id, ref, purged: false, version: 0, by: context.by, at: context.at, isDefault: false, defaultAt: null };
    const choice = isDefault === null ? {} : { isDefault, defaultAt: context.at };
    return written('submissionPackage', current, { ...(current ?? created), ...content, ...choice }, context);
  },
  inverse: packageUndo.save,
});
