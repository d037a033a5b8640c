import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOffline } from '../connection/connection.ts';
import { DropZone } from '../form/drop-zone.tsx';
import type { Upload } from './use-upload.ts';
import './upload.css';

type UploadBoxProps<R> = {
  /** The noun for the file: "a list of clients". */
  what: string;
  hint: ReactNode;
  upload: Upload<R>;
  /** The start of the message about a rejected file. */
  refused: string;
  /** Renders the result for an accepted file. */
  children: (reply: R) => ReactNode;
};

/** Uploads one file: choose or drop it, see it being sent, why it was rejected, or its result. */
export function UploadBox<R>({ what, hint, upload: { state, take }, refused, children }: UploadBoxProps<R>) {
  const offline = useOffline();
  const file = state.kind === 'none' ? null : state.file;
  return (
    <div className="upload-box">
      <DropZone
        what={what}
        hint={offline ? 'Uploading needs a connection.' : hint}
        file={file}
        busy={state.kind === 'sending'}
        onFile={(chosen) => void take(chosen)}
      />
      <div role="status">
        {state.kind === 'sending' && `Reading ${state.file.name}…`}
        {state.kind === 'refused' && <p data-tone="bad">{`${refused}. ${state.problem}`}</p>}
      </div>
      {state.kind === 'refused' && (
        <Button variant="default" size="xs" disabled={offline} onClick={() => void take(state.file)}>
          Try again
        </Button>
      )}
      {state.kind === 'done' && children(state.reply)}
    </div>
  );
}
