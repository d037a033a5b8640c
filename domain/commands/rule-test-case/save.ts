import { withoutRules } from '#domain/rules/without-rules.ts';
import { command } from '../kit/command.ts';
import { keysOf } from '../kit/each-row.ts';
import { imageOf, refused, rowNamed, written } from '../kit/versioned.ts';
import { removedTestCase, testCaseChange } from './test-case-change.ts';

/** Saves a job, as collection and people left it, with the outcome that rules must give it. Saving it again replaces it. */
export const saveTestCase = command('ruleTestCase.save.v1', {
  ...testCaseChange,
  describe: ({ jobId, name }, names) => ['saveTestCase', { job: names.of('job', [jobId]), name }],
  refs: [rowNamed('goldenJob', 'creates')],
  reads: ({ jobId }) => keysOf('job', [jobId]),
  apply: (rows, { id, ref, jobId, name, expected }, context) => {
    const current = rows.get('goldenJob', id);
    if (current?.purged || (!current && ref === null)) return refused('gone', removedTestCase);
    const job = rows.get('job', jobId);
    if (!job && !current) return refused('not_found', 'This job no longer exists.');
    const created = { id, ref, purged: false, version: 0, by: context.by, at: context.at };
    const kept = current && current.jobId === jobId ? current.job : job && withoutRules({ ...job, posts: [] });
    if (!kept) return refused('not_found', 'This job no longer exists.');
    return written('goldenJob', current, { ...(current ?? created), jobId, name, job: kept, expected }, context);
  },
  inverse: ({ id, ref }, before) => {
    const image = imageOf('goldenJob', before);
    if (!image) return [];
    if (image.created) return [{ name: 'ruleTestCase.remove.v1', args: { id, ref } }];
    const { version, name, jobId, job, expected } = image.row;
    return [{ name: 'ruleTestCase.restore.v1', args: { id, ref: image.row.ref, version, name, jobId, job, expected } }];
  },
});
