import { messages } from '#contract/kit/messages.ts';
import type { SubmissionRow } from '#contract/rows/submission.ts';
import { command } from '../kit/command.ts';
import { keysOf } from '../kit/each-row.ts';
import { refused, rowNamed } from '../kit/versioned.ts';
import { submissionChange } from './submission-change.ts';

/**
 * Puts a caregiver forward by the caregiver's id in the source. Sent again, it changes nothing. Everything else, such as the mapping and the
 * documents, is checked by the service before anything leaves.
 */
export const sendCaregiver = command('submission.send.v1', {
  ...submissionChange,
  describe: ({ caregiverId, jobId, providerJobId }) => [
    'sendSubmission',
    { caregiver: caregiverId, job: providerJobId || String(jobId) },
  ],
  refs: [rowNamed('submission', 'creates')],
  reads: ({ fromId, toId, jobId }) => [
    ...keysOf('submissionTarget', [...new Set([fromId, toId])]),
    ...(jobId > 0 ? keysOf('job', [jobId]) : []),
  ],
  apply: (rows, { id, ref, ...sent }, { by, at }) => {
    const result = { done: [id], refused: [] };
    if (rows.get('submission', id)) return { ok: true, value: { writes: [], result } };
    if (ref === null) return refused('gone', 'This submission is no longer here.');
    if (sent.fromId === sent.toId) return refused('invalid', messages.sameSubmissionTarget);
    for (const targetId of [sent.fromId, sent.toId])
      if (rows.get('submissionTarget', targetId)?.isActive !== true)
        return refused('invalid', 'The source or the destination is no longer active. Choose another one.');
    const job = sent.jobId > 0 ? rows.get('job', sent.jobId) : undefined;
    const providerJobId = job?.providerJobId ?? sent.providerJobId;
    if (sent.jobId === 0 && providerJobId === '') return refused('invalid', 'Choose a job: submissions are made for a job only.');
    const about = { facility: job?.facility ?? '', source: job?.source ?? '', sourceId: job?.sourceId ?? null, atsJobId: '' };
    const row: SubmissionRow = { ...waiting, ...about, ...sent, id, ref, providerJobId, owner: by, createdAt: at, by, at };
    return { ok: true, value: { writes: [{ collection: 'submission', row }], result } };
  },
});

const waiting = {
  state: 'wanted',
  status: '',
  statusAt: null,
  extId: '',
  errorText: '',
  warningsText: '',
  version: 1,
  purged: false,
} as const;
