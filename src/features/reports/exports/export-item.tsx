import type { DataExport } from '#contract/reports/data-exports.ts';
import { stopLongWork } from '#contract/system/long-work.ts';
import { listLabels } from '#domain/reports/exports/export-words.ts';
import { saveExport } from '#src/entities/long-work/report-files.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useCall, useDownload } from '#src/entities/session/use-call.ts';
import { bytes } from '#src/ui/format/format.ts';
import { Ago, useFormat } from '#src/ui/format/use-format.tsx';

const stateWords: Record<DataExport['state'], string> = {
  working: 'Being made.',
  ready: '',
  failed: 'Not made.',
  stopped: '',
  expired: 'Not kept any more.',
};

/** One requested export: what is in it, and its file as long as it is kept. */
export function ExportItem({ cust, one, refresh }: { cust: number; one: DataExport; refresh: () => void }) {
  const caller = { call: useCall(), download: useDownload() };
  const format = useFormat();
  const { id, lists, kind, state, words, size, keptUntil, askedAt, runId } = one;
  const title = lists.map((list) => listLabels[list]).join(', ');
  const stop = async () => {
    if (runId !== null) await caller.call(stopLongWork, { cust, id: runId });
    refresh();
  };
  return (
    <li data-state={state}>
      <strong>{`${title}: ${kind === 'xlsx' ? 'Excel' : 'CSV files in a zip'}`}</strong>
      <p>
        {stateWords[state]} {words}
        {state === 'ready' && size !== null && ` ${bytes(size)}, kept until ${format.date(keptUntil ?? askedAt)}.`}
      </p>
      <p className="muted">
        Requested <Ago at={askedAt} />
      </p>
      {(state === 'ready' || state === 'working') && (
        <div className="form-actions">
          {state === 'ready' ? (
            <OnlineButton size="xs" aria-label={`Download ${title}`} onClick={() => void saveExport(caller, { cust, id })}>
              Download
            </OnlineButton>
          ) : (
            <OnlineButton size="xs" variant="default" onClick={() => void stop()}>
              Stop
            </OnlineButton>
          )}
        </div>
      )}
    </li>
  );
}
