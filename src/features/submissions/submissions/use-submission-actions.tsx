import { messages } from '#contract/kit/messages.ts';
import { resendSubmission, type Submission, settleSubmission, syncSubmissionStatus } from '#contract/submissions/submissions.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useSession } from '#src/entities/session/session.ts';
import type { RowAction } from '#src/ui/actions/row-action.ts';
import { type Editor, useEditor } from '#src/ui/dialog/use-editor.tsx';
import { mayResubmit, maySyncStatus, mayWithdraw, submissionReplies } from './submission.ts';
import { ThereForm } from './there-form.tsx';

type Actions = {
  readonly actions: readonly RowAction<Submission>[];
  readonly resubmit: (row: Submission) => Promise<boolean>;
  readonly sync: (row: Submission) => Promise<boolean>;
  readonly dialog: Editor<Submission>['dialog'];
};

/** What a person may do about a submission: send it again, read its status, or decide about one without an answer. */
export function useSubmissionActions(): Actions {
  const me = useSession().customer.id;
  const there = useEditor(ThereForm, {});
  const resubmit = useDo(resendSubmission, {
    args: ({ id }: Submission) => ({ id, me }),
    said: ({ message }, { id }) => ({ title: message, detail: `Submission ${id}` }),
    failed: messages.notResubmitted,
    refreshes: submissionReplies,
  });
  const sync = useDo(syncSubmissionStatus, {
    args: ({ id }: Submission) => ({ id, me }),
    said: ({ status }, { id }) => ({
      title: status === '' ? 'The destination names no status' : status,
      detail: `Submission ${id}`,
    }),
    failed: messages.submissionStatusNotUpdated,
    refreshes: submissionReplies,
  });
  const withdraw = useDo(settleSubmission, {
    args: ({ id }: Submission) => ({ id, me, decision: 'withdraw' as const }),
    said: (_reply, { id }) => ({ title: 'Taken back', detail: `Submission ${id}` }),
    refreshes: submissionReplies,
  });
  const actions: RowAction<Submission>[] = [
    { label: 'Resubmit', run: resubmit, when: mayResubmit, online: true, confirm: resending },
    { label: 'Read status', run: sync, when: maySyncStatus, online: true },
    there.action('It is there…', { when: ({ state }) => state === 'human', online: true }),
    { label: 'Take back…', run: withdraw, when: mayWithdraw, online: true, danger: true, confirm: withdrawal },
  ];
  return { actions, resubmit, sync, dialog: there.dialog };
}

const resending = ({ id, state, to }: Submission) =>
  ({
    title: `Resubmit ${id}?`,
    body:
      state === 'human'
        ? `${to} did not answer the last time. Look there first: if it has the submission already, choose “It is there”.`
        : 'It is checked again before it leaves.',
    choices: { go: { words: 'Resubmit', tone: 'primary' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;

const withdrawal = ({ id, to }: Submission) =>
  ({
    title: `Take submission ${id} back?`,
    body: `Nothing more is sent to ${to} for it. The caregiver can be put forward there again.`,
    choices: { go: { words: 'Take back', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;
