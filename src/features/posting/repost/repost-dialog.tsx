import { Button } from '@mantine/core';
import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { checkRepost, listRepostSources, repostJobs } from '#contract/posting/repost.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { PlanView } from '#src/entities/posting/plan-view.tsx';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { conflictWords } from '#src/entities/session/conflict-words.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { counted } from '#src/ui/format/format.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** What a repost is asked for: a target, and the chosen sources. */
export type Chosen = { readonly targetId: number; readonly target: string; readonly sourceIds: number[] };

/** Shows what a repost would do, and starts exactly that. If the jobs changed meanwhile, it shows the new plan and asks again. */
export function RepostDialog({ row: { targetId, target, sourceIds }, onClose }: EditorProps<Chosen>) {
  const cust = useSession().customer.id;
  const place = { cust, targetId, sourceIds };
  const { reply: plan, problem, refresh } = useReply(checkRepost, place);
  const send = useSend(repostJobs, [listRepostSources]);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    const answer = await send({ ...place, ...(plan && { seen: plan.seen }) });
    setBusy(false);
    if (answer.ok) {
      toast.success({ title: answer.value.message, detail: answer.value.data.name });
      longWorkNews.begun();
      return onClose();
    }
    setRefused(conflictWords(answer.error));
    refresh();
  };
  const jobs = plan ? plan.posts + plan.updates : 0;
  return (
    <Dialog title={`Repost ${counted(sourceIds.length, 'source')} to ${target}`} dirty={false} onClose={onClose}>
      {(close) => (
        <div className="form">
          {refused !== null && <p role="alert">{refused}</p>}
          {plan === null && problem === null && (
            <p className="muted" role="status">
              {messages.validatingAndSending}…
            </p>
          )}
          {problem !== null && <p role="alert">{problem}</p>}
          {plan && <PlanView plan={plan} updates />}
          <p className="muted">
            Jobs that {target} has get all their fields again, which replaces what people changed there. Missing ones are posted.
            None is posted twice.
          </p>
          <div className="form-actions">
            <OnlineButton disabled={jobs === 0} loading={busy} onClick={() => void start()}>
              {jobs === 0 ? 'Nothing to repost' : `Repost ${counted(jobs, 'job')}`}
            </OnlineButton>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
