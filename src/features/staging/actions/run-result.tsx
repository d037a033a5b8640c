import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { checkReprocess, listRunJobs, type RuleRun, undoRuleRun } from '#contract/rules/rule-runs.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { counted } from '#src/ui/format/format.ts';
import { type BadgeTone, StateBadge } from '#src/ui/mark/state-badge.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { JobChanges } from './job-changes.tsx';

type Line = ReplyOf<typeof listRunJobs>['rows'][number];

const listed = 100;
const isOver = ({ state }: RuleRun) => state !== 'queued' && state !== 'running' && state !== 'undoing';

/** A run over jobs while it works, then what came of each job, with Undo. */
export function RunResult({ runId, onClose }: { readonly runId: number; readonly onClose: () => void }) {
  const { customer } = useSession();
  const [asked, setAsked] = useState(0);
  const runs = useReply(
    checkReprocess,
    { ids: String(runId) },
    { again: (reply) => reply.some((run) => !isOver(run)), since: String(asked) },
  );
  const run = runs.reply?.[0];
  const jobs = useReply(
    listRunJobs,
    { cust: customer.id, id: runId, pageSize: listed, page: 1 },
    { since: run?.state ?? null, wanted: run !== undefined && isOver(run) },
  );
  if (!run) return <Waiting />;
  return (
    <div className="action-sheet">
      <RunState run={run} />
      {isOver(run) && jobs.reply && (
        <ul aria-label="Jobs of this run">
          {jobs.reply.rows.map((line) => (
            <RunJob key={line.id} line={line} />
          ))}
        </ul>
      )}
      {jobs.reply && jobs.reply.total > listed && (
        <p className="muted">and {(jobs.reply.total - listed).toLocaleString('en-US')} more</p>
      )}
      <div className="action-foot">
        {run.canUndo && <Undo run={run} onUndone={() => setAsked(asked + 1)} />}
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {!isOver(run) && <p className="muted">The run goes on when you close this panel.</p>}
      </div>
    </div>
  );
}

function RunState({ run }: { run: RuleRun }) {
  if (!isOver(run)) {
    const done = run.total === 0 ? 0 : Math.min(100, (run.seen / run.total) * 100);
    const doing = run.state === 'undoing' ? 'Undoing' : run.kind === 'refresh' ? 'Checking with the vendor' : 'Running rules';
    return (
      <div>
        <p role="status">
          {doing}: {run.seen.toLocaleString('en-US')} of {counted(run.total, 'job')}
        </p>
        <Progress value={done} aria-label={`Progress of ${run.name}`} />
      </div>
    );
  }
  return <p role="status">{run.message}</p>;
}

const outcomes: Record<Line['outcome'], readonly [words: string, tone: BadgeTone]> = {
  changed: ['Changed', 'good'],
  same: ['Not changed', 'neutral'],
  gone: ['No longer listed', 'warn'],
  failed: ['No answer', 'bad'],
  not_asked: ['Not asked', 'warn'],
};

function RunJob({ line }: { line: Line }) {
  const [words, tone] = outcomes[line.outcome];
  return (
    <JobChanges job={line}>
      <StateBadge tone={line.undone ? 'neutral' : tone}>{line.undone ? 'Restored' : words}</StateBadge>
      {line.words && <span className="muted">{line.words}</span>}
    </JobChanges>
  );
}

function Undo({ run, onUndone }: { run: RuleRun; onUndone: () => void }) {
  const { customer } = useSession();
  const call = useCall();
  const undo = async () => {
    const answer = await call(undoRuleRun, { cust: customer.id, id: run.id });
    if (!answer.ok) toast.error({ title: messages.unableToProcess, detail: errorMessage(answer.error) });
    longWorkNews.begun();
    onUndone();
  };
  return (
    <OnlineButton variant="default" onClick={() => void undo()}>
      Undo
    </OnlineButton>
  );
}
