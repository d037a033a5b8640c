import { messages } from '#contract/kit/messages.ts';
import { resendSubmission, settleSubmission, syncSubmissionStatus } from '#contract/submissions/submissions.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useSession } from '#src/entities/session/session.ts';
import type { RowAction } from '#src/ui/actions/row-action.ts';
import { useOffline } from '#src/ui/connection/connection.ts';
import { type Editor, useEditor } from '#src/ui/dialog/use-editor.tsx';
import { mayResubmit, maySyncStatus, mayWithdraw, type ShownSubmission, submissionReplies } from './submission.ts';
import { ThereForm } from './there-form.tsx';

type Actions = {
  readonly actions: readonly RowAction<ShownSubmission>[];
  readonly resubmit: (row: ShownSubmission) => Promise<boolean>;
  readonly sync: (row: ShownSubmission) => Promise<boolean>;
  readonly dialog: Editor<ShownSubmission>['dialog'];
};

/** What a person may do about a submission: send it again, read its status, or decide about one without an answer. */
export function useSubmissionActions(): Actions {
  const me = useSession().customer.id;
  const there = useEditor(ThereForm, {});
  const resubmitNow = useDo(resendSubmission, {
    args: ({ id }: ShownSubmission) => ({ id, me }),
    said: ({ message }, { id }) => ({ title: message, detail: `Submission ${id}` }),
    failed: messages.notResubmitted,
    refreshes: submissionReplies,
  });
  const isOffline = useOffline();
  const changes = useChanges();
  // With a connection the service answers at once, with the name of who came first. Without one the change waits in the outbox.
  const resubmit = async (row: ShownSubmission): Promise<boolean> => {
    if (!isOffline) return resubmitNow(row);
    const { id, ref } = row;
    const queued = await changes.make('submission.resend.v1', { id, ref }, () => 'Resubmit queued', messages.notResubmitted);
    return queued.done.length > 0;
  };
  const sync = useDo(syncSubmissionStatus, {
    args: ({ id }: ShownSubmission) => ({ id, me }),
    said: ({ status }, { id }) => ({
      title: status === '' ? 'The destination names no status' : status,
      detail: `Submission ${id}`,
    }),
    failed: messages.submissionStatusNotUpdated,
    refreshes: submissionReplies,
  });
  const withdraw = useDo(settleSubmission, {
    args: ({ id }: ShownSubmission) => ({ id, me, decision: 'withdraw' as const }),
    said: (_reply, { id }) => ({ title: 'Taken back', detail: `Submission ${id}` }),
    refreshes: submissionReplies,
  });
  const actions: RowAction<ShownSubmission>[] = [
    { label: 'Resubmit', run: resubmit, when: mayResubmit, confirm: resending },
    { label: 'Read status', run: sync, when: maySyncStatus, online: true },
    there.action('It is there…', { when: ({ state }) => state === 'human', online: true }),
    { label: 'Take back…', run: withdraw, when: mayWithdraw, online: true, danger: true, confirm: withdrawal },
  ];
  return { actions, resubmit, sync, dialog: there.dialog };
}

const resending = ({ id, state, to }: ShownSubmission) =>
  ({
    title: `Resubmit ${id}?`,
    body:
      state === 'human'
        ? `${to} did not answer the last time. Look there first: if it has the submission already, choose “It is there”.`
        : 'It is checked again before it leaves.',
    choices: { go: { words: 'Resubmit', tone: 'primary' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;

const withdrawal = ({ id, to }: ShownSubmission) =>
  ({
    title: `Take submission ${id} back?`,
    body: `Nothing more is sent to ${to} for it. The caregiver can be put forward there again.`,
    choices: { go: { words: 'Take back', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;
