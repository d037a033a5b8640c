import { useEffect, useState } from 'react';
import { previewReplay, replayRun } from '#contract/collecting/runs.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { workLineOf } from '#src/entities/long-work/work-line.ts';
import { errorMessage, problemsOf } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';

type Preview = ReplyOf<typeof previewReplay>;
type Change = Preview['jobs'][number]['changes'][number];

/** A large file takes a while to be read. */
const timeoutMs = 120_000;

/** Shows what reading the kept file of a run again would change, and reads it on request. */
export function ReplayDialog({ runId, taskId, onClose }: { runId: number; taskId: number; onClose: () => void }) {
  const call = useCall();
  const cust = useSession().customer.id;
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    void call(previewReplay, { cust, id: runId }, { timeoutMs }).then((answer) => {
      if (answer.ok) setPreview(answer.value);
      else setProblem(Object.values(problemsOf(answer.error)).join(' '));
    });
  }, [call, cust, runId]);
  const replay = async (close: () => void) => {
    const answer = await call(replayRun, { cust, id: runId });
    if (!answer.ok) {
      setProblem(errorMessage(answer.error));
      return;
    }
    longWorkNews.begun();
    toast.info({ id: `work ${workLineOf(cust, 'collect', taskId)}`, title: answer.value.message });
    close();
  };
  const changes = preview === null ? 0 : preview.added + preview.changed;
  return (
    <Dialog title="Replay the file" size={760} dirty={false} onClose={onClose}>
      {(close) => (
        <div className="replay">
          {problem !== null && <p role="alert">{problem}</p>}
          {!preview && problem === null && <Waiting label="Comparing the file with the jobs" />}
          {preview && <Comparison preview={preview} />}
          {preview && (
            <div className="task-alarm-actions">
              <OnlineButton disabled={changes + preview.notCompared === 0} onClick={() => void replay(close)}>
                Replay the file
              </OnlineButton>
            </div>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Comparison({ preview }: { preview: Preview }) {
  const { fetchedAt, added, changed, same, refused, notCompared, jobs } = preview;
  return (
    <>
      <p>
        The file was fetched <Ago at={fetchedAt} />. Read with the rules and columns of now, it adds {counted(added, 'job')},
        changes {counted(changed, 'job')} and leaves {counted(same, 'job')} as they are. {counted(refused, 'row')} refused. A
        replay cancels no job.
      </p>
      {notCompared > 0 && <p className="muted">{counted(notCompared, 'more job')} not compared here.</p>}
      {jobs.length > 0 && (
        <ul className="replay-jobs" aria-label="Jobs that would change">
          {jobs.map((job) => (
            <li key={job.providerJobId}>
              <strong>{job.providerJobId}</strong> {job.title} {job.id === null && <span className="muted">new</span>}
              <ChangeList changes={job.changes} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const shown = (value: Change['before']): string => (value === null || value === '' ? 'empty' : String(value));

function ChangeList({ changes }: { changes: readonly Change[] }) {
  const names = useFieldNames();
  return (
    <span className="muted">
      {changes.map(({ field, before, after }) => `${names.of(field)}: ${shown(before)} → ${shown(after)}`).join('; ')}
    </span>
  );
}
