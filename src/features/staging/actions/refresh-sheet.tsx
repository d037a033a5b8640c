import { Button } from '@mantine/core';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { counted } from '#src/ui/format/format.ts';
import { SidePanel } from '#src/ui/panel/side-panel.tsx';
import { RunResult } from './run-result.tsx';
import type { SheetProps } from './sheet.ts';
import { useReprocess } from './use-reprocess.ts';

/** Refreshing jobs from their vendors: what will be asked, then what each vendor said. */
export function RefreshSheet({ wish: { ids, leftOut }, width, onWidth, onDone, onClose }: SheetProps) {
  const { runId, start } = useReprocess(2, ids, onDone);
  const what = counted(ids.length, 'job');
  return (
    <SidePanel title={`Refresh ${what} from the vendor`} onClose={onClose} width={width} onWidth={onWidth}>
      {runId !== null && <RunResult runId={runId} onClose={onClose} />}
      {runId === null && (
        <div className="action-sheet">
          <p>
            The vendor is asked about {ids.length === 1 ? 'this job' : 'each of these jobs'} now. Values that you set stay, and
            rules run on what comes back. A job that the vendor no longer lists is canceled.
          </p>
          {leftOut > 0 && (
            <p className="muted">{counted(leftOut, 'other job')} came from an uploaded file and cannot be asked about.</p>
          )}
          <div className="action-foot">
            <OnlineButton onClick={() => void start()} data-autofocus>
              {`Refresh ${what}`}
            </OnlineButton>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <p className="muted">You can undo the run as a whole.</p>
          </div>
        </div>
      )}
    </SidePanel>
  );
}
