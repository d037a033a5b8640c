import { useChanges } from '#src/entities/change/use-changes.ts';
import { type JobDeed, type JobDeedKey, jobDeeds } from '#src/entities/job/job-deeds.ts';
import { useSession } from '#src/entities/session/session.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import type { Staging } from './use-staging.ts';

/** Above so many rows a person is asked once more, with the number in plain sight. */
const cautionAbove = 100;

/** Does a deed to jobs: to those it is allowed for, after asking where it cannot simply be undone. */
export function useDeeds({ client, states, target }: Staging, onPost: (ids: readonly number[]) => void) {
  const changes = useChanges();
  const { may, customer } = useSession();

  const act = async (key: JobDeedKey, ids: readonly number[]): Promise<void> => {
    const deed = jobDeeds.find((d) => d.key === key);
    if (!deed || ids.length === 0 || !may(deed.right)) return;
    if (key === 'post') {
      if (target) onPost(ids);
      else toast.warning({ title: 'No targets to post to', detail: 'Connect one under Post to, Targets.' });
      return;
    }
    const allowed = await client.idsAmong(ids, deed.allowed(states));
    if (allowed.length === 0) {
      toast.warning({ title: 'Nothing was changed', detail: `${counted(ids.length, 'job')} ${deed.blockedWords}.` });
      return;
    }
    if ((deed.confirm || allowed.length > cautionAbove) && !(await agreed(deed, allowed.length, ids.length, customer.name)))
      return;
    await changes.makeForAll(deed.command as 'job.hold.v1', allowed, {}, deed.done);
  };
  return { act, changes };
}

async function agreed(deed: JobDeed, allowed: number, chosen: number, customer: string): Promise<boolean> {
  const left = chosen - allowed;
  const from = document.activeElement;
  const answer = await ask({
    title: `${deed.label} ${counted(allowed, 'job')} for ${customer}?`,
    body: (
      <>
        {bodies[deed.key] ?? null}
        {left > 0 && (
          <p>
            {left.toLocaleString('en-US')} {deed.blockedWords} and will not change.
          </p>
        )}
      </>
    ),
    choices: {
      do: { words: `${deed.label} ${counted(allowed, 'job')}`, tone: deed.look === 'danger' ? 'danger' : 'primary' },
      keep: { words: 'Go back' },
    },
    safe: 'keep',
  });
  // The dialog took the focus from the grid: work goes on where it was.
  if (from instanceof HTMLElement && from.isConnected) setTimeout(() => from.focus({ preventScroll: true }));
  return answer === 'do';
}

const bodies: Partial<Record<JobDeedKey, React.ReactNode>> = {
  cancel: <p>The jobs are canceled here and, if posted, in the ATS. You can reopen them.</p>,
  reopen: <p>The jobs become open again with the vendor’s status and can be posted again.</p>,
};
