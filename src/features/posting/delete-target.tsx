import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { removeTarget } from '#contract/posting/posting.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** Deletes a target after its name was typed. For administrators. */
export function DeleteTarget({ row }: { row: TargetRow }) {
  const call = useCall();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    const choice = await ask({
      title: `Delete ${row.name}?`,
      body: (
        <p>
          Jobs that wait for it are not posted. Jobs that were posted stay in the ATS and keep their IDs here. Its secrets and its
          feed URL are removed. This cannot be undone.
        </p>
      ),
      choices: { go: { words: 'Delete target', tone: 'danger', typed: row.name }, stay: { words: 'Cancel' } },
      safe: 'stay',
    });
    if (choice !== 'go') return;
    setBusy(true);
    const answer = await call(removeTarget, { id: row.id, name: row.name });
    setBusy(false);
    if (!answer.ok) return toast.error({ title: 'Target not deleted', detail: errorMessage(answer.error) });
    toast.success({ title: `${row.name} deleted`, detail: `${counted(answer.value.stopped, 'waiting job')} stopped.` });
    await navigate(pathTo('/targetconfig'));
  };
  return (
    <OnlineButton variant="default" color="red" loading={busy} onClick={() => void remove()}>
      Delete target…
    </OnlineButton>
  );
}
