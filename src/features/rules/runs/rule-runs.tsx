import { Button, Progress, Select } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import {
  cancelRuleRun,
  listRuleRuns,
  listRuleTasks,
  type RuleRun,
  reprocessTask,
  undoRuleRun,
} from '#contract/rules/rule-runs.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { type BadgeTone, StateBadge } from '#src/ui/mark/state-badge.tsx';
import { AsOf } from '#src/ui/page/answered.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';

const shownRuns = 6;
const isOver = ({ state }: RuleRun): boolean => state !== 'queued' && state !== 'running' && state !== 'undoing';
const someRun = (runs: readonly RuleRun[]) => runs.some((run) => !isOver(run));

/** Runs the saved rules on open jobs now, and shows this run and the recent ones. */
export function RunRulesButton() {
  const { may } = useSession();
  const [open, setOpen] = useState(false);
  if (!may('rules.test')) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Apply to open jobs…
      </Button>
      {open && <RunRules onClose={() => setOpen(false)} />}
    </>
  );
}

function RunRules({ onClose }: { onClose: () => void }) {
  const { customer } = useSession();
  const runs = useReply(listRuleRuns, { cust: customer.id }, { again: someRun });
  const { reply, refresh } = runs;
  const busy = reply !== null && someRun(reply);
  return (
    <Dialog title="Apply rules to open jobs" dirty={false} onClose={onClose}>
      {() => (
        <div className="rule-runs">
          <p className="muted">
            Active data collection rules run again on staged jobs, starting from the collected values. The run continues if you
            close this page.
          </p>
          <Start onStarted={refresh} busy={busy} />
          <h3>Recent runs</h3>
          <AsOf {...runs} />
          {!reply && !runs.problem && <Waiting rows={2} />}
          {reply?.length === 0 && <p className="muted">No manual runs yet.</p>}
          <ul className="rule-runs-list">
            {reply?.slice(0, shownRuns).map((run) => (
              <Run key={run.id} run={run} onStopped={refresh} />
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}

/** The documented -1: every task. */
const all = '-1';

function Start({ onStarted, busy }: { onStarted: () => void; busy: boolean }) {
  const { customer } = useSession();
  const call = useCall();
  const { reply: tasks } = useReply(listRuleTasks, { cust: customer.id });
  const [task, setTask] = useState(all);
  const start = async () => {
    const answer = await call(reprocessTask, { cust: customer.id, crawlerId: Number(task) });
    if (answer.ok) {
      longWorkNews.begun();
      toast.success({ title: messages.recordQueued });
    }
    if (!answer.ok) toast.error({ title: 'Rules did not start', detail: errorMessage(answer.error) });
    onStarted();
  };
  return (
    <div className="rule-runs-start">
      <Select
        label="Jobs"
        allowDeselect={false}
        searchable={(tasks?.length ?? 0) > 12}
        value={task}
        onChange={(value) => setTask(value ?? all)}
        data={[
          { value: all, label: 'All open jobs' },
          ...(tasks ?? []).map(({ id, name, jobs }) => ({
            value: String(id),
            label: `${name}: ${counted(jobs, 'open job')}`,
          })),
        ]}
      />
      <OnlineButton disabled={busy} onClick={() => void start()}>
        {busy ? 'Running…' : 'Apply now'}
      </OnlineButton>
    </div>
  );
}

const states: Record<RuleRun['state'], readonly [words: string, tone: BadgeTone]> = {
  queued: ['Queued', 'pending'],
  running: ['Running', 'info'],
  done: ['Done', 'good'],
  cancelled: ['Stopped', 'warn'],
  failed: ['Failed', 'bad'],
  undoing: ['Undoing', 'info'],
  undone: ['Undone', 'neutral'],
};

function Run({ run, onStopped }: { run: RuleRun; onStopped: () => void }) {
  const { customer } = useSession();
  const call = useCall();
  const [words, tone] = states[run.state];
  const done = run.total === 0 ? 100 : Math.min(100, (run.seen / run.total) * 100);
  const stop = async () => {
    await call(cancelRuleRun, { cust: customer.id, id: run.id });
    onStopped();
  };
  const undo = async () => {
    const answer = await call(undoRuleRun, { cust: customer.id, id: run.id });
    if (!answer.ok) toast.error({ title: `Not undone: ${run.name}`, detail: errorMessage(answer.error) });
    longWorkNews.begun();
    onStopped();
  };
  return (
    <li>
      <div className="rule-runs-head">
        <strong>{run.name}</strong>
        <StateBadge tone={tone}>{run.stopping && !isOver(run) ? 'Stopping' : words}</StateBadge>
        {run.canUndo && (
          <OnlineButton variant="default" size="compact-xs" onClick={() => void undo()}>
            Undo
          </OnlineButton>
        )}
        {!isOver(run) && run.state !== 'undoing' && (
          <OnlineButton variant="default" size="compact-xs" disabled={run.stopping} onClick={() => void stop()}>
            Stop
          </OnlineButton>
        )}
      </div>
      {!isOver(run) && <Progress value={done} aria-label={`Progress of ${run.name}`} />}
      <p className="muted" role={isOver(run) ? undefined : 'status'}>
        {isOver(run)
          ? run.message
          : `${run.seen.toLocaleString('en-US')} of ${counted(run.total, 'job')}, ${run.changed.toLocaleString('en-US')} changed`}{' '}
        · {run.by}, <Ago at={run.queuedAt} />
      </p>
    </li>
  );
}
