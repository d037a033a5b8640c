import { Button } from '@mantine/core';
import { lookAtReprocess } from '#contract/rules/rule-runs.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { SidePanel } from '#src/ui/panel/side-panel.tsx';
import { JobChanges } from './job-changes.tsx';
import { RunResult } from './run-result.tsx';
import type { SheetProps } from './sheet.ts';
import { useReprocess } from './use-reprocess.ts';

/** Reapplying rules: what would change first, then the run. */
export function ReapplySheet({ wish: { ids }, width, onWidth, onDone, onClose }: SheetProps) {
  const { runId, start } = useReprocess(1, ids, onDone);
  return (
    <SidePanel title={`Reapply rules to ${counted(ids.length, 'job')}`} onClose={onClose} width={width} onWidth={onWidth}>
      {runId === null ? (
        <Look ids={ids} onRun={() => void start()} onClose={onClose} />
      ) : (
        <RunResult runId={runId} onClose={onClose} />
      )}
    </SidePanel>
  );
}

type LookProps = { readonly ids: readonly number[]; readonly onRun: () => void; readonly onClose: () => void };

function Look({ ids, onRun, onClose }: LookProps) {
  const { customer } = useSession();
  const { reply, problem } = useReply(lookAtReprocess, { cust: customer.id, ids: [...ids] });
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!reply) return <Waiting />;
  const { changed, jobs, notCompared, rows } = reply;
  const rest = changed - rows.length;
  const none = changed === 0 && notCompared === 0;
  return (
    <div className="action-sheet">
      <p role="status">
        {none
          ? 'Nothing would change: the rules give the same result again.'
          : `${counted(changed, 'job')} of ${(jobs - notCompared).toLocaleString('en-US')} would change.`}
        {notCompared > 0 && ` ${counted(notCompared, 'more job')} ${notCompared === 1 ? 'was' : 'were'} not compared.`}
      </p>
      {rows.length > 0 && (
        <ul aria-label="Jobs that would change">
          {rows.map((job) => (
            <JobChanges key={job.id} job={job} />
          ))}
        </ul>
      )}
      {rest > 0 && <p className="muted">and {rest.toLocaleString('en-US')} more</p>}
      <div className="action-foot">
        <OnlineButton disabled={none} onClick={onRun} data-autofocus>
          {none ? 'Nothing to reapply' : `Reapply rules to ${counted(jobs, 'job')}`}
        </OnlineButton>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {!none && <p className="muted">You can undo the run as a whole.</p>}
      </div>
    </div>
  );
}
