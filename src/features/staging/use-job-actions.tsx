import { useChanges } from '#src/entities/change/use-changes.ts';
import { type JobAction, type JobActionKey, jobActions } from '#src/entities/job/job-actions.ts';
import { useSession } from '#src/entities/session/session.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import type { JobName } from '#src/workers/grid/grid-api.ts';
import type { Staging } from './use-staging.ts';

/** Above this many rows, the user must confirm a question with the number. */
const cautionAbove = 100;
/** Jobs that a question names one by one. */
const namedAtMost = 5;

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
    const names = () => client.namesOf(allowed.slice(0, namedAtMost));
    if (
      (action.confirm || allowed.length > cautionAbove) &&
      !(await agreed(action, allowed.length, ids.length, await names(), customer.name))
    )
      return;
    await changes.makeForAll(action.command as 'job.hold.v1', allowed, {}, action.done);
  };
  return { act, changes };
}

const questions: Partial<Record<JobActionKey, { verb: string; noun: string; keep: string; means: string }>> = {
  cancel: {
    verb: 'Cancel',
    noun: 'order',
    keep: 'Keep',
    means: 'Canceled here and, where posted, in the ATS. You can reopen them.',
  },
  reopen: {
    verb: 'Reopen',
    noun: 'order',
    keep: 'Leave',
    means: 'Open again with the vendor’s status, and ready to post again.',
  },
};

/** Asks before an action that reaches far, with the names of the jobs. */
async function agreed(
  { key, label, look, blockedReason }: JobAction,
  allowed: number,
  chosen: number,
  names: readonly JobName[],
  customer: string,
): Promise<boolean> {
  const { verb, noun, keep, means } = questions[key] ?? { verb: label, noun: 'job', keep: null, means: null };
  const what = counted(allowed, noun);
  const left = chosen - allowed;
  const from = document.activeElement;
  const answer = await ask({
    title: `${verb} ${what} for ${customer}?`,
    body: (
      <>
        <ul className="job-names">
          {names.map(({ id, providerJobId, facility, title }) => (
            <li key={id}>
              <b className="mono">{providerJobId}</b> {facility ?? title}
            </li>
          ))}
          {allowed > names.length && <li className="muted">and {(allowed - names.length).toLocaleString('en-US')} more</li>}
        </ul>
        {means && <p>{means}</p>}
        {left > 0 && (
          <p>
            {left.toLocaleString('en-US')} {blockedReason} and will not change.
          </p>
        )}
      </>
    ),
    choices: {
      do: { words: `${verb} ${what}`, tone: look === 'danger' ? 'danger' : 'primary' },
      keep: { words: keep ? `${keep} ${allowed === 1 ? noun : `${noun}s`}` : 'Go back' },
    },
    safe: 'keep',
  });
  // The dialog took the focus from the grid: give it back.
  if (from instanceof HTMLElement && from.isConnected) setTimeout(() => from.focus({ preventScroll: true }));
  return answer === 'do';
}
