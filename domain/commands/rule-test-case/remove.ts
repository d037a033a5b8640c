import { command } from '../kit/command.ts';
import { imageOf, rewritten } from '../kit/versioned.ts';
import { removedTestCase, testCaseChange } from './test-case-change.ts';

export const removeTestCase = command('ruleTestCase.remove.v1', {
  ...testCaseChange,
  describe: ({ id }, names) => ['removeTestCase', { testCase: names.of('goldenJob', [id]) }],
  apply: (rows, { id }, context) =>
    rewritten(rows, { collection: 'goldenJob', id, gone: removedTestCase }, (row) => ({ ...row, purged: true }), context),
  inverse: ({ id }, before) => {
    const image = imageOf('goldenJob', before);
    if (!image || image.created) return [];
    const { ref, version, name, jobId, job, expected } = image.row;
    return [{ name: 'ruleTestCase.restore.v1', args: { id, ref, version: version + 1, name, jobId, job, expected } }];
  },
});
