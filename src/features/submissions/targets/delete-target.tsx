import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messages } from '#contract/kit/messages.ts';
import { removeSubmissionTarget, type SubmissionTarget } from '#contract/submissions/targets.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { targetReplies } from './target.ts';

/** Deletes a submission target after its name was typed. For administrators. */
export function DeleteSubmissionTarget({ target: { id, name } }: { target: SubmissionTarget }) {
  const me = useSession().customer.id;
  const send = useSend(removeSubmissionTarget, targetReplies);
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    const choice = await ask({
      title: `Delete ${name}?`,
      body: (
        <p>
          Its lists, mappings, packages and sign-ins are removed with it. Submissions that were sent stay where they are. This
          cannot be undone.
        </p>
      ),
      choices: { go: { words: 'Delete target', tone: 'danger', typed: name }, stay: { words: 'Cancel' } },
      safe: 'stay',
    });
    if (choice !== 'go') return;
    setBusy(true);
    const answer = await send({ id, me, name });
    setBusy(false);
    if (!answer.ok) return toast.error({ title: messages.targetNotDeleted, detail: errorMessage(answer.error) });
    toast.success({ title: answer.value.message });
    await navigate(pathTo('/submissiontargets'));
  };
  return (
    <OnlineButton variant="default" color="red" loading={busy} onClick={() => void remove()}>
      Delete target…
    </OnlineButton>
  );
}
