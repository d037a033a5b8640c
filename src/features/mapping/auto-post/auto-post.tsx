import { Button } from '@mantine/core';
import { useState } from 'react';
import { checkAutoPost, setAutoPost } from '#contract/posting/auto-post.ts';
import type { SourceRow, TargetRow } from '#contract/rows/rows.ts';
import { takesJobs } from '#domain/posting/takes-jobs.ts';
import { PlanView } from '#src/entities/posting/plan-view.tsx';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { counted } from '#src/ui/format/format.ts';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';

/** Turns automatic posting of a source on or off, for each target. Before it is on, it shows what is posted at once. */
export function AutoPost({ row: { id }, onClose }: EditorProps<Pick<SourceRow, 'id'>>) {
  const source = useCollection('source').rows.find((one) => one.id === id);
  const { ready, rows } = useCollection('target');
  const targets = rows.filter(takesJobs);
  if (!source || !ready) return null;
  return (
    <Dialog title={`Automatic posting of ${source.name}`} dirty={false} onClose={onClose}>
      {(close) => (
        <div className="form">
          <p className="muted">
            A job is posted as soon as it may be: open, mapped, not on hold. Each is posted once. A job that a target refused is
            left to you.
          </p>
          {targets.length === 0 && <p>Add a target first. Jobs are posted to it.</p>}
          {targets.map((target) => (
            <ToTarget key={target.id} source={source} target={target} />
          ))}
          <div className="form-actions">
            <Button variant="default" onClick={close}>
              Close
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function ToTarget({ source, target }: { source: SourceRow; target: TargetRow }) {
  const cust = useSession().customer.id;
  const on = source.autoPost && (source.autoPostTo ?? []).includes(target.id);
  const [checks, setChecks] = useState(false);
  const place = { cust, id: source.id, target: target.id };
  const { reply: plan, problem, refresh } = useReply(checkAutoPost, place, { wanted: checks && !on });
  const send = useSend(setAutoPost);
  const [refused, setRefused] = useState<string | null>(null);
  const turn = async (to: boolean) => {
    const answer = await send({ ...place, on: to, ...(to && plan && { seen: plan.seen }) });
    setRefused(answer.ok ? null : answer.error.kind === 'conflict' ? changed : errorMessage(answer.error));
    if (!answer.ok) return refresh();
    setChecks(false);
    const posts = answer.value.posts > 0 ? { detail: `${counted(answer.value.posts, 'job')} queued to post` } : {};
    toast.success({ title: `${source.name} ${to ? 'posts' : 'no longer posts'} to ${target.name} automatically`, ...posts });
  };
  return (
    <SettingsPart title={target.name} about={on ? 'On: jobs are posted automatically.' : 'Off: people post the jobs.'}>
      {refused !== null && <p role="alert">{refused}</p>}
      {on && (
        <OnlineButton variant="default" onClick={() => void turn(false)}>
          {`Turn off for ${target.name}`}
        </OnlineButton>
      )}
      {!on && !checks && (
        <OnlineButton variant="default" onClick={() => setChecks(true)}>
          Check jobs…
        </OnlineButton>
      )}
      {!on && checks && problem !== null && <p role="alert">{problem}</p>}
      {!on && checks && plan === null && problem === null && (
        <p className="muted" role="status">
          Checking jobs…
        </p>
      )}
      {!on && checks && plan && (
        <>
          <PlanView plan={plan} updates={false} />
          <OnlineButton onClick={() => void turn(true)}>
            {plan.posts === 0 ? 'Turn on' : `Turn on and post ${counted(plan.posts, 'job')}`}
          </OnlineButton>
        </>
      )}
    </SettingsPart>
  );
}

const changed = 'The jobs have changed since you checked them. Look at the new figures, then turn it on again.';
