import { useState } from 'react';
import { readPostingMode, setPostingMode } from '#contract/posting/posting-mode.ts';
import type { PostingMode, TargetRow } from '#contract/rows/rows.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

type Mode = { readonly mode: PostingMode; readonly label: string; readonly means: string };

const modes: readonly Mode[] = [
  { mode: 'off', label: 'Off', means: 'No job can be posted, and posted jobs are not updated.' },
  { mode: 'dryRun', label: 'Dry run', means: 'Jobs are built and checked against the fields of the target. Nothing is sent.' },
  { mode: 'live', label: 'Live', means: 'Jobs are posted and updated.' },
];

/** Whether jobs are posted to a target: off, in a dry run, or live. Going live says first how many jobs it posts. */
export function PostingModeCard({ row }: { row: TargetRow }) {
  const { may } = useSession();
  const { change, busy } = useModeChange(row);
  const current = modes.find(({ mode }) => mode === row.posting) ?? modes[2];
  return (
    <section className="card target-card" aria-labelledby="posting-mode">
      <h2 id="posting-mode">Posting</h2>
      <p>
        <b>{current?.label}.</b> {current?.means}
      </p>
      {may('targets.write') && (
        <div className="target-modes">
          {modes
            .filter(({ mode }) => mode !== row.posting)
            .map(({ mode }) => (
              <OnlineButton
                key={mode}
                variant={mode === 'live' ? 'filled' : 'default'}
                loading={busy === mode}
                onClick={() => void change(mode)}
              >
                {actions[mode]}
              </OnlineButton>
            ))}
        </div>
      )}
    </section>
  );
}

const actions: Readonly<Record<PostingMode, string>> = {
  off: 'Turn posting off',
  dryRun: 'Start a dry run',
  live: 'Go live…',
};

function useModeChange(row: TargetRow) {
  const call = useCall();
  const { customer, may } = useSession();
  const [busy, setBusy] = useState<PostingMode | null>(null);
  const place = { cust: customer.id, target: row.id };

  /** Asks before going live. Null if the person stays; else whether the checked jobs are posted, too. */
  const asked = async (): Promise<boolean | null> => {
    const answer = await call(readPostingMode, place, { timeoutMs: 60_000 });
    if (!answer.ok) {
      toast.error({ title: 'Posting not changed', detail: errorMessage(answer.error) });
      return null;
    }
    const { checked, wouldPost } = answer.value;
    const offers = may('jobs.post') && wouldPost > 0;
    const held = checked - wouldPost;
    const question = {
      title: `Go live with ${row.name}?`,
      body: (
        <>
          <p>
            {offers
              ? `${counted(wouldPost, 'job')} from the dry run ${wouldPost === 1 ? 'posts' : 'post'} to ${row.name} now. Posting can’t be undone.`
              : `No job of the dry run posts now. From now on, jobs are posted to ${row.name}.`}
          </p>
          {held > 0 && <p>{counted(held, 'job')} of the dry run can’t be posted now. Open each to see why.</p>}
        </>
      ),
    };
    const stay = { words: 'Cancel' };
    if (!offers)
      return (await ask({ ...question, choices: { go: { words: 'Go live' }, stay }, safe: 'stay' })) === 'go' ? false : null;
    const go = { words: `Go live and post ${counted(wouldPost, 'job')}` };
    const only = { words: 'Go live without posting' };
    const choice = await ask({ ...question, choices: { go, only, stay }, safe: 'stay' });
    return choice === 'stay' ? null : choice === 'go';
  };

  const change = async (posting: PostingMode) => {
    setBusy(posting);
    const queueChecked = posting === 'live' ? await asked() : false;
    if (queueChecked !== null) {
      const answer = await call(setPostingMode, { ...place, posting, queueChecked }, { timeoutMs: 120_000 });
      if (!answer.ok) toast.error({ title: 'Posting not changed', detail: errorMessage(answer.error) });
      else if (answer.value.queued > 0) toast.success({ title: `${counted(answer.value.queued, 'job')} queued to post` });
    }
    setBusy(null);
  };
  return { change, busy };
}
