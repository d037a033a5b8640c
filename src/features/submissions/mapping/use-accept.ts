import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { acceptPairMappings, undoPairMappings } from '#contract/submissions/mapping.ts';
import type { PairStep } from '#domain/submissions/pair-steps.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { pairReplies } from './pair-replies.ts';
import { distinct } from './pairs.ts';

type Steps = readonly PairStep[];
/** The service stores so many steps at once. */
const atOnce = 5000;

/** Stores steps at once, all or none, with Undo. Returns whether they are stored. */
export function useAccept(): (steps: Steps) => Promise<boolean> {
  const cust = useSession().customer.id;
  const accept = useSend(acceptPairMappings, pairReplies);
  const undo = useSend(undoPairMappings, pairReplies);
  return async (steps) => {
    const answer = await accept({ cust, steps: distinct(steps).slice(0, atOnce) });
    if (!answer.ok) {
      toast.error({ title: messages.dataNotSaved, detail: errorMessage(answer.error) });
      return false;
    }
    toast.undo(answer.value.message, () => void takeBack(answer.value));
    return true;
  };

  async function takeBack({ added, replaced }: ReplyOf<typeof acceptPairMappings>): Promise<void> {
    const answer = await undo({ cust, added, replaced });
    if (answer.ok) toast.success({ title: answer.value.message });
    else toast.error({ title: 'Not undone', detail: errorMessage(answer.error) });
  }
}
