import { command } from '../kit/command.ts';
import { broughtBack, imageOf, rowNamed } from '../kit/versioned.ts';
import { testCaseChange } from './test-case-change.ts';

/** Restores a test case with the job that was saved in it. */
export const restoreTestCase = command('ruleTestCase.restore.v1', {
  ...testCaseChange,
  describe: ({ name }) => ['restoreTestCase', { name }],
  refs: [rowNamed('goldenJob', 'restores')],
  apply: (rows, args, context) => broughtBack('goldenJob', rows, args, context),
  inverse: ({ id, ref }, before) => {
    const image = imageOf('goldenJob', before);
    if (!image) return [];
    if (image.created || image.row.purged) return [{ name: 'ruleTestCase.remove.v1', args: { id, ref } }];
    const { version, name, jobId, job, expected } = image.row;
    return [{ name: 'ruleTestCase.restore.v1', args: { id, ref: image.row.ref, version, name, jobId, job, expected } }];
  },
});
