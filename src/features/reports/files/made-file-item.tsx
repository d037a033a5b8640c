import type { ReactNode } from 'react';
import type { MadeFile } from '#contract/reports/made-file.ts';
import { stopLongWork } from '#contract/system/long-work.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useCall } from '#src/entities/session/use-call.ts';
import { bytes } from '#src/ui/format/format.ts';
import { Ago, useFormat } from '#src/ui/format/use-format.tsx';

const stateWords: Record<MadeFile['state'], string> = {
  working: 'Being made.',
  ready: '',
  failed: 'Not made.',
  stopped: '',
  expired: 'Not kept any more.',
};

type Props = {
  readonly cust: number;
  readonly file: MadeFile;
  readonly title: string;
  /** What the file is of, for the name of its download button. */
  readonly of: string;
  readonly download: () => void;
  readonly refresh: () => void;
  /** Another action, for a file that is not being made. */
  readonly other?: ReactNode;
};

/** A file that the service makes or has made: its state in words, its download, and the stop of its work. */
export function MadeFileItem({ cust, file, title, of, download, refresh, other }: Props) {
  const call = useCall();
  const format = useFormat();
  const { state, words, size, keptUntil, askedAt, runId } = file;
  const stop = async () => {
    if (runId !== null) await call(stopLongWork, { cust, id: runId });
    refresh();
  };
  return (
    <li data-state={state}>
      <strong>{title}</strong>
      <p>
        {stateWords[state]} {words}
        {state === 'ready' && size !== null && ` ${bytes(size)}, kept until ${format.date(keptUntil ?? askedAt)}.`}
      </p>
      <p className="muted">
        Requested <Ago at={askedAt} />
      </p>
      <div className="form-actions">
        {state === 'ready' && (
          <OnlineButton size="xs" aria-label={`Download ${of}`} onClick={download}>
            Download
          </OnlineButton>
        )}
        {state === 'working' ? (
          <OnlineButton size="xs" variant="default" onClick={() => void stop()}>
            Stop
          </OnlineButton>
        ) : (
          other
        )}
      </div>
    </li>
  );
}
