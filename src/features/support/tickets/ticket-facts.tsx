import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { TicketFile, TicketRow } from '#contract/rows/ticket.ts';
import { readTicketFile } from '#contract/support/tickets.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useDownload } from '#src/entities/session/use-call.ts';
import { useRow } from '#src/sync/hooks/use-row.ts';
import { useOffline } from '#src/ui/connection/connection.ts';
import { bytes } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { levelNames } from './ticket.ts';

/** What is known of a ticket besides its answers: who, when, about what, the question’s fields, files, and the sender’s device. */
export function TicketFacts({ ticket }: { ticket: TicketRow }) {
  const { author, createdAt, changedAt, level, answers, evidence, files } = ticket;
  return (
    <aside className="card ticket-facts" aria-label="About the ticket">
      <dl>
        <dt>From</dt>
        <dd>{author}</dd>
        <dt>Created</dt>
        <dd>
          <Ago at={createdAt} />
        </dd>
        <dt>Updated</dt>
        <dd>
          <Ago at={changedAt} />
        </dd>
        <dt>Level</dt>
        <dd>{levelNames[level]}</dd>
        {ticket.jiraStatus && <Fact name="Jira status" value={ticket.jiraStatus} />}
        <About ticket={ticket} />
        {answers.map(({ fieldId, name, value }) => (
          <Fact key={fieldId} name={name} value={value} />
        ))}
      </dl>
      {files.length > 0 && <Files files={files} />}
      {evidence && (
        <details className="ticket-evidence">
          <summary>The sender’s device</summary>
          <dl>
            <Fact name="Screen" value={evidence.address} />
            <Fact name="Version" value={evidence.version} />
            <Fact name="Sync" value={evidence.sync} />
            <Fact name="Refused changes" value={evidence.refusals.join('\n') || 'None'} />
          </dl>
        </details>
      )}
    </aside>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd className="ticket-fact">{value}</dd>
  </>
);

/** The job, the task and the rule that a ticket is about, as links where the device has them. */
function About({ ticket: { jobId, taskId, ruleId = null } }: { ticket: Pick<TicketRow, 'jobId' | 'taskId' | 'ruleId'> }) {
  const { may } = useSession();
  const { row: job } = useRow('job', jobId ?? 0);
  const { row: task } = useRow('task', taskId ?? 0);
  const { row: rule } = useRow('rule', ruleId ?? 0);
  return (
    <>
      {jobId !== null && (
        <>
          <dt>Job</dt>
          <dd>
            {may('staging.read') && job ? (
              <Link to={pathTo('/staging/:pg?/:all?', {}, { view: 'all', open: `job:${jobId}` })}>{job.providerJobId}</Link>
            ) : (
              (job?.providerJobId ?? jobId)
            )}
          </dd>
        </>
      )}
      {taskId !== null && (
        <>
          <dt>Task</dt>
          <dd>
            {may('tasks.read') && task ? <Link to={pathTo('/edittask/:id/:c?', { id: taskId })}>{task.name}</Link> : taskId}
          </dd>
        </>
      )}
      {ruleId !== null && (
        <>
          <dt>Rule</dt>
          <dd>
            {may('rules.read') && rule ? (
              <Link to={pathTo('/custrules/:id?', { id: ruleId })}>{rule.name}</Link>
            ) : (
              (rule?.name ?? ruleId)
            )}
          </dd>
        </>
      )}
    </>
  );
}

/** A file of 20 MB takes a slow line a while. */
const patienceMs = 300_000;

function Files({ files }: { files: readonly TicketFile[] }) {
  const download = useDownload();
  const offline = useOffline();
  const [busy, setBusy] = useState<string | null>(null);
  const save = async ({ id, name }: TicketFile) => {
    setBusy(id);
    const read = await download(readTicketFile, { id }, { timeoutMs: patienceMs }).finally(() => setBusy(null));
    if (!read.ok) return void toast.error({ title: `${name} was not saved`, detail: errorMessage(read.error) });
    saveFile(read.value.fileName ?? name, new Blob([read.value.bytes], { type: 'application/octet-stream' }));
  };
  return (
    <div>
      <h2>Files</h2>
      <ul className="ticket-files" aria-label="Files">
        {files.map((file) => (
          <li key={file.id}>
            <span className="ticket-file-name">{file.name}</span>
            <span className="muted">
              {file.kind}, {bytes(file.size)}
            </span>
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconDownload size={14} aria-hidden />}
              loading={busy === file.id}
              disabled={offline}
              aria-label={`Save ${file.name}`}
              onClick={() => void save(file)}
            >
              {offline ? 'Online only' : 'Save'}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
