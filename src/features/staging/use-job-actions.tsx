import { useChanges } from '#src/entities/change/use-changes.ts';
import { type JobAction, type JobActionKey, jobActions } from '#src/entities/job/job-actions.ts';
import { useSession } from '#src/entities/session/session.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import type { Staging } from './use-staging.ts';

/** Above this many rows, the user must confirm a question with the number. */
const cautionAbove = 100;

/** Applies an action to the jobs it is allowed for, after a confirmation if undo is not enough. */
export function useJobActions({ client, states, target }: Staging, onPost: (ids: readonly number[]) => void) {
  const changes = useChanges();
  const { may, customer } = useSession();

  const act = async (key: JobActionKey, ids: readonly number[]): Promise<void> => {
    const action = jobActions.find((d) => d.key === key);
    if (!action || ids.length === 0 || !may(action.right)) return;
    if (key === 'post') {
      if (target) onPost(ids);
      else toast.warning({ title: 'No targets to post to', detail: 'Connect one under Post to, Targets.' });
      return;
    }
    const allowed = await client.idsAmong(ids, action.allowed(states));
    if (allowed.length === 0) {
      toast.warning({ title: 'Nothing was changed', detail: `${counted(ids.length, 'job')} ${action.blockedReason}.` });
      return;
    }
    if ((action.confirm || allowed.length > cautionAbove) && !(await agreed(action, allowed.length, ids.length, customer.name)))
      return;
    await changes.makeForAll(action.command as 'job.hold.v1', allowed, {}, action.done);
  };
  return { act, changes };
}

async function agreed(action: JobAction, allowed: number, chosen: number, customer: string): Promise<boolean> {
  const left = chosen - allowed;
  const from = document.activeElement;
  const answer = await ask({
    title: `${action.label} ${counted(allowed, 'job')} for ${customer}?`,
    body: (
      <>
        {bodies[action.key] ?? null}
        {left > 0 && (
          <p>
            {left.toLocaleString('en-US')} {action.blockedReason} and will not change.
          </p>
        )}
      </>
    ),
    choices: {
      do: { words: `${action.label} ${counted(allowed, 'job')}`, tone: action.look === 'danger' ? 'danger' : 'primary' },
      keep: { words: 'Go back' },
    },
    safe: 'keep',
  });
  // The dialog took the focus from the grid: give it back.
  if (from instanceof HTMLElement && from.isConnected) setTimeout(() => from.focus({ preventScroll: true }));
  return answer === 'do';
}

const bodies: Partial<Record<JobActionKey, React.ReactNode>> = {
  cancel: <p>The jobs are canceled here and, if posted, in the ATS. You can reopen them.</p>,
  reopen: <p>The jobs become open again with the vendor’s status and can be posted again.</p>,
};
