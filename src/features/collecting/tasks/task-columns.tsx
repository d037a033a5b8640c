import { useRef, useState } from 'react';
import type { ColumnMapping } from '#contract/collecting/column-mapping.ts';
import { previewTask, saveTaskColumns } from '#contract/collecting/tasks.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { RefusedRows } from '#src/entities/collect/refused-rows.tsx';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { useUnsavedWork } from '#src/ui/unsaved/unsaved-work.ts';
import { ColumnTable } from '../uploads/column-table.tsx';
import { FileFlags, FileNotes, UnreadColumns } from '../uploads/file-notes.tsx';
import { JobSample } from '../uploads/job-sample.tsx';
import '../uploads/upload.css';

type Preview = ReplyOf<typeof previewTask>;

/** A feed may be large, and its vendor slow. */
const timeoutMs = 120_000;

/** Reads a task’s feed on request, again with each choice, and saves the choices. */
function useTaskColumns(id: number, source: string) {
  const call = useCall();
  const cust = useSession().customer.id;
  const [preview, setPreview] = useState<Preview | null>(null);
  const [chosen, setChosen] = useState<ColumnMapping>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const last = useRef(0);
  const read = async (mapping: ColumnMapping) => {
    last.current += 1;
    const turn = last.current;
    setChosen(mapping);
    setBusy(true);
    const answer = await call(previewTask, { cust, id, mapping }, { timeoutMs });
    if (turn !== last.current) return;
    setBusy(false);
    setProblem(answer.ok ? null : Object.values(problemsOf(answer.error)).join(' '));
    if (answer.ok) setPreview(answer.value);
  };
  const save = async (): Promise<boolean> => {
    if (!preview || busy) return false;
    const mapping = Object.fromEntries(preview.columns.map(({ column, field }) => [column, field]));
    const answer = await call(saveTaskColumns, { cust, id, signature: preview.signature, mapping });
    if (!answer.ok) {
      setProblem(Object.values(problemsOf(answer.error)).join(' '));
      return false;
    }
    setChosen({});
    setProblem(null);
    toast.success({ title: answer.value.message, detail: `Columns of ${source}. The next run reads them this way.` });
    return true;
  };
  return { preview, chosen, busy, problem, read, save };
}

/** How the columns of a task’s feed are read. The feed is fetched only on request. */
export function TaskColumns({ id, source }: { id: number; source: string }) {
  const { preview, chosen, busy, problem, read, save } = useTaskColumns(id, source);
  useUnsavedWork(Object.keys(chosen).length > 0, { what: `the columns of ${source}`, save });
  return (
    <section className="upload-look" aria-label="Columns of the feed">
      <h2>Columns of the feed</h2>
      <p className="muted">Reads what the vendor lists and shows what each column fills. Nothing is staged.</p>
      <div>
        <OnlineButton variant="default" loading={busy && !preview} onClick={() => void read(chosen)}>
          {preview ? 'Read the feed again' : 'Read the feed'}
        </OnlineButton>
      </div>
      {problem !== null && (
        <p className="upload-note" role="alert">
          {problem}
        </p>
      )}
      {preview && (
        <>
          <ColumnTable
            columns={preview.columns}
            chosen={chosen}
            onChoose={(column, field) => void read({ ...chosen, [column]: field })}
          />
          <Look preview={preview} busy={busy} />
          <div className="upload-actions">
            <OnlineButton disabled={busy} onClick={() => void save()}>
              Save columns
            </OnlineButton>
          </div>
        </>
      )}
    </section>
  );
}

const Look = ({ preview, busy }: { preview: Preview; busy: boolean }) => (
  <div className="upload-look" aria-busy={busy}>
    <FileNotes preview={preview} />
    <FileFlags flags={preview.flags} />
    <UnreadColumns columns={preview.columns} />
    {preview.jobs > 0 && <JobSample sample={preview.sample} jobs={preview.jobs} />}
    <RefusedRows rows={preview.warned} total={preview.warnedCount} warnings />
    <RefusedRows rows={preview.refused} total={preview.refusedCount} />
  </div>
);
