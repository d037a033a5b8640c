import { withoutRules } from '../rules/without-rules.ts';
import type { Command } from './command.ts';
import { keysOf } from './each-row.ts';
import { held, refused, versionDrift, written } from './versioned.ts';

/** Keeps a job, as collection and people left it, with the outcome that rules must give it; pinned again it is replaced. */
export const pinGolden: Command<'golden.pin.v1'> = {
  name: 'golden.pin.v1',
  needs: () => ['rules.write'],
  touches: ({ id }) => keysOf('goldenJob', [id]),
  reads: ({ jobId }) => keysOf('job', [jobId]),
  compares: () => ['version'],
  onDrift: (_args, key, _field, now) => versionDrift(now, key),
  apply: (rows, { id, ref, jobId, name, expected }, context) => {
    const current = rows.get('goldenJob', id);
    if (current?.purged || (!current && ref === null)) return refused('gone', 'This pinned job was removed.');
    const job = rows.get('job', jobId);
    if (!job && !current) return refused('not_found', 'This job no longer exists.');
    const created = { id, ref, purged: false, version: 0, by: context.by, at: context.at };
    const pinned = current && current.jobId === jobId ? current.job : job && withoutRules({ ...job, posts: [] });
    if (!pinned) return refused('not_found', 'This job no longer exists.');
    return written('goldenJob', current, { ...(current ?? created), jobId, name, job: pinned, expected }, context);
  },
};

export const unpinGolden: Command<'golden.unpin.v1'> = {
  name: 'golden.unpin.v1',
  needs: () => ['rules.write'],
  touches: ({ id }) => keysOf('goldenJob', [id]),
  compares: () => ['version'],
  onDrift: (_args, key, _field, now) => versionDrift(now, key),
  apply: (rows, { id }, context) => {
    const current = held(rows, 'goldenJob', id);
    if (!current) return refused('gone', 'This pinned job was removed.');
    return written('goldenJob', current, { ...current, purged: true }, context);
  },
};
