import { useState } from 'react';
import type { Fault, Refusal } from '#contract/kit/errors.ts';
import { messages } from '#contract/kit/messages.ts';
import type { Result } from '#contract/kit/result.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';

type Props = {
  label: string;
  /** Title of the toast on failure. */
  failed: string;
  /** Queues the sync. A message says why none was queued. */
  start: () => Promise<Result<{ message: string }, Refusal | Fault>>;
  disabled?: boolean;
};

/** Starts a sync of lists, which goes on as long work. */
export function SyncButton({ label, failed, start, disabled = false }: Props) {
  const [busy, setBusy] = useState(false);
  const sync = async () => {
    setBusy(true);
    const answer = await start();
    setBusy(false);
    longWorkNews.begun();
    if (!answer.ok) toast.error({ title: failed, detail: errorMessage(answer.error) });
    else if (answer.value.message === '') toast.info({ title: messages.syncScheduled });
    else toast.warning({ title: answer.value.message });
  };
  return (
    <OnlineButton variant="default" loading={busy} disabled={disabled} onClick={() => void sync()}>
      {label}
    </OnlineButton>
  );
}
