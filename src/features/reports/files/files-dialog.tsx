import { Button } from '@mantine/core';
import { listReportFiles, type ReportFile } from '#contract/reports/report-files.ts';
import { again, save } from '#src/entities/long-work/report-files.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall, useDownload } from '#src/entities/session/use-call.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { Answered } from '#src/ui/page/answered.tsx';
import { MadeFileItem } from './made-file-item.tsx';
import './files.css';

/** The files of reports that the service made for the user: those to download, and those that failed or expired. `wanted` is shown first. */
export function FilesDialog({ wanted, onClose }: { wanted: number; onClose: () => void }) {
  const { customer } = useSession();
  const answer = useReply(
    listReportFiles,
    { cust: customer.id },
    { again: ({ rows }) => rows.some(({ state }) => state === 'working') },
  );
  return (
    <Dialog title="Files of reports" dirty={false} onClose={onClose}>
      {(close) => (
        <>
          <Answered answer={answer} what="Your files">
            {({ rows }) => (
              <Files
                files={rows.toSorted((a, b) => Number(b.id === wanted) - Number(a.id === wanted))}
                refresh={answer.refresh}
              />
            )}
          </Answered>
          <div className="form-actions">
            <Button variant="default" onClick={close}>
              Close
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

type FilesProps = { files: readonly ReportFile[]; refresh: () => void };

function Files({ files, refresh }: FilesProps) {
  if (files.length === 0)
    return <p className="muted">No files yet. Open a report and choose Export, then Export in the background.</p>;
  return (
    <ul className="report-files" aria-label="Files">
      {files.map((file) => (
        <Item key={file.id} file={file} refresh={refresh} />
      ))}
    </ul>
  );
}

function Item({ file, refresh }: { file: ReportFile; refresh: () => void }) {
  const { customer } = useSession();
  const caller = { call: useCall(), download: useDownload() };
  const { id, report, kind, state } = file;
  const ref = { cust: customer.id, id };
  return (
    <MadeFileItem
      cust={customer.id}
      file={file}
      title={`${report}, ${kind === 'xlsx' ? 'Excel' : 'CSV'}`}
      of={report}
      download={() => void save(caller, ref)}
      refresh={refresh}
      other={
        <OnlineButton size="xs" variant="default" onClick={() => void again(caller, ref).then(refresh)}>
          {state === 'ready' || state === 'expired' ? 'Export again' : 'Retry'}
        </OnlineButton>
      }
    />
  );
}
