import { Button, Progress } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { FeedField } from '#contract/collecting/column-mapping.ts';
import { messages } from '#contract/kit/messages.ts';
import { RefusedRows } from '#src/entities/collect/refused-rows.tsx';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useOffline } from '#src/ui/connection/connection.ts';
import { DropZone } from '#src/ui/form/drop-zone.tsx';
import type { Problems } from '#src/ui/form/use-form.ts';
import { bytes, counted } from '#src/ui/format/format.ts';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { ColumnTable } from './column-table.tsx';
import { FileFlags, FileNotes, UnreadColumns } from './file-notes.tsx';
import { GoogleSheet } from './google-sheet.tsx';
import { JobSample } from './job-sample.tsx';
import { StageForm } from './stage-form.tsx';
import { type Staged, type Step, useJobUpload } from './use-job-upload.ts';
import './upload.css';

const formats: Record<string, string> = { csv: 'CSV or text', xlsx: 'XLSX', xml: 'XML', json: 'JSON' };

/** Uploads jobs from a file or a Google Sheet: reads it, shows a preview, then stages the jobs. */
export function JobUpload() {
  const { chosen, step, read, choose, nameSource, stage, again } = useJobUpload();
  const offline = useOffline();
  const reading = step.kind === 'reading';
  const file = chosen?.kind === 'file' ? chosen.file : null;
  return (
    <section className="page upload" aria-labelledby="page-title">
      <PageHeader title="Upload jobs" />
      {step.kind === 'staged' ? (
        <Result staged={step.staged} onAgain={again} />
      ) : (
        <>
          <DropZone
            what="a job file"
            hint={
              offline
                ? 'Uploading a file requires a connection.'
                : 'CSV, TXT, XLSX, XML or JSON, up to 20 MB. The content determines the format, not the file name. You can review the jobs before anything is staged.'
            }
            file={file}
            busy={reading}
            onFile={(dropped) => void read({ kind: 'file', file: dropped })}
          />
          <GoogleSheet busy={reading} onLink={(link) => void read({ kind: 'sheet', link })} />
        </>
      )}
      {reading && chosen && (
        <div role="status">
          <Progress value={100} animated aria-label="Reading file" />
          <p className="muted">
            {file ? `Sending and reading ${file.name}, ${bytes(file.size)}…` : 'Asking Google for the sheet and reading it…'}
          </p>
        </div>
      )}
      {step.kind === 'unread' && chosen && (
        <div className="upload-unread" role="alert">
          <IconAlertTriangle size={20} aria-hidden />
          <div>
            <strong>{messages.fileNotProcessed}</strong>
            <p>{step.words}</p>
          </div>
          <OnlineButton variant="default" size="xs" onClick={() => void read(chosen)}>
            Try again
          </OnlineButton>
        </div>
      )}
      {step.kind === 'preview' && chosen && (
        <Look
          key={step.preview.file}
          step={step}
          fileName={file?.name ?? 'Google Sheet'}
          onChoose={choose}
          onSource={nameSource}
          onStage={(source) => stage(step.preview, source)}
        />
      )}
    </section>
  );
}

type LookProps = {
  step: Extract<Step, { kind: 'preview' }>;
  fileName: string;
  onChoose: (column: string, field: FeedField | null) => void;
  onSource: (source: string) => void;
  onStage: (source: string) => Promise<Problems | undefined>;
};

/** Preview of the file, before anything is staged: its source, its columns, what to check, and its first jobs. */
function Look({ step, fileName, onChoose, onSource, onStage }: LookProps) {
  const { preview, reading, updating, problem } = step;
  const { format, jobs, columns, flags, refused, refusedCount, warned, warnedCount, sample } = preview;
  const [known] = useState(preview.source);
  const readColumns = columns.filter(({ field }) => field !== null).length;
  return (
    <>
      <dl className="upload-facts">
        <Fact label="Format" value={formats[format] ?? format} />
        <Fact label="Jobs" value={jobs.toLocaleString('en-US')} />
        <Fact label="Rejected rows" value={refusedCount.toLocaleString('en-US')} />
        {warnedCount > 0 && <Fact label="Rows with warnings" value={warnedCount.toLocaleString('en-US')} />}
        <Fact label="Columns read" value={`${readColumns} of ${columns.length}`} />
      </dl>
      <StageForm
        fileName={fileName}
        jobs={jobs}
        known={known}
        waits={updating ? 'Reading the file with your choice…' : undefined}
        onSource={onSource}
        onStage={onStage}
      >
        <div className="upload-look" aria-busy={updating}>
          <FileNotes preview={preview} />
          <FileFlags flags={flags} />
        </div>
        <ColumnTable columns={columns} chosen={reading.chosen} onChoose={onChoose} />
        {problem !== null && (
          <p className="upload-note" role="alert">
            {problem}
          </p>
        )}
        <div className="upload-look" aria-busy={updating}>
          <UnreadColumns columns={columns} />
          {jobs > 0 && <JobSample sample={sample} jobs={jobs} />}
          <RefusedRows rows={warned} total={warnedCount} warnings />
          <RefusedRows rows={refused} total={refusedCount} />
        </div>
      </StageForm>
    </>
  );
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

function Result({ staged, onAgain }: { staged: Staged; onAgain: () => void }) {
  const { status, message, added, changed, same, refused, warned, source } = staged;
  const isDone = status === 'ok';
  return (
    <div className="upload-result card" role="status">
      <IconCircleCheck size={28} stroke={1.5} aria-hidden />
      <h2>{message}</h2>
      {!isDone && (
        <p className="muted">
          A file this large is staged in the background. The status at the top shows its progress. You can leave this screen.
        </p>
      )}
      <p className="muted" hidden={!isDone}>
        {added.toLocaleString('en-US')} new, {changed.toLocaleString('en-US')} changed, {same.toLocaleString('en-US')} already
        there
        {refused > 0 && `, ${counted(refused, 'row')} refused`}
        {warned > 0 && `, ${counted(warned, 'row')} with warnings`}. Uploads never cancel jobs. The columns are read the same way
        in the next file for this source.
      </p>
      <div className="upload-actions">
        <Button component={Link} to={pathTo('/staging/:pg?/:all?', {}, { source })}>
          Show the jobs of {source}
        </Button>
        <Button variant="default" onClick={onAgain}>
          Upload another file
        </Button>
      </div>
    </div>
  );
}
