import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { reprocessJobs } from '#contract/rules/rule-runs.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** Starts a run over jobs: mode 1 runs the rules again, mode 2 asks the vendors. `runId` is the started run. */
export function useReprocess(mode: 1 | 2, ids: readonly number[], onStarted: () => void) {
  const { customer } = useSession();
  const call = useCall();
  const [runId, setRunId] = useState<number | null>(null);
  const start = async () => {
    const answer = await call(reprocessJobs, { cust: customer.id, mode, ids: [...ids] });
    if (!answer.ok) return void toast.error({ title: messages.unableToProcess, detail: errorMessage(answer.error) });
    longWorkNews.begun();
    setRunId(answer.value.id);
    onStarted();
  };
  return { runId, start };
}
