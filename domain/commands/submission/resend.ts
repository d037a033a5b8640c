import { messages } from '#contract/kit/messages.ts';
import { stateLabels } from '#domain/submissions/words.ts';
import { command } from '../kit/command.ts';
import { refused, rowNamed } from '../kit/versioned.ts';
import { submissionChange } from './submission-change.ts';

/**
 * Sends a submission again that was refused, or that a person did not find at the destination. One that is on its way already stays as it
 * is.
 */
export const resendCaregiver = command('submission.resend.v1', {
  ...submissionChange,
  describe: ({ id }, names) => ['resendSubmission', { submission: names.of('submission', [id]) }],
  refs: [rowNamed('submission', 'names')],
  reads: () => [],
  apply: (rows, { id }) => {
    const result = { done: [id], refused: [] };
    const row = rows.get('submission', id);
    if (!row) return refused('gone', 'This submission is no longer here.');
    if (row.state === 'wanted' || row.state === 'sending') return { ok: true, value: { writes: [], result } };
    if (row.state !== 'refused' && row.state !== 'human')
      return refused('invalid', `${messages.notResubmitted} It is ${stateLabels[row.state].toLowerCase()} already.`);
    const again = { ...row, state: 'wanted', errorText: '' } as const;
    return { ok: true, value: { writes: [{ collection: 'submission', row: again }], result } };
  },
});
