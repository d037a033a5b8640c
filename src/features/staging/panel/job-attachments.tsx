import './job-attachments.css';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { JobRow } from '#contract/rows/jobs.ts';
import { type Attachment, listAttachments } from '#contract/staging/attachments.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { bytes } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { CutNote } from '#src/ui/list/cut-note.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { AsOf } from '#src/ui/page/answered.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { useAttachments } from './use-attachment.ts';

/** The files that the vendor sent with a job, also those that are missing, with the reason. */
export function JobAttachments({ job }: { job: Pick<JobRow, 'id' | 'changedAt' | 'attachments'> }) {
  const { customer } = useSession();
  const files = useAttachments();
  const since = `${job.changedAt} ${job.attachments}`;
  const answer = useReply(listAttachments, { cust: customer.id, jobId: job.id }, { since });
  const { reply, problem } = answer;
  if (!reply && problem === null) return <Waiting />;
  return (
    <div className="job-attachments">
      <AsOf {...answer} />
      {reply?.total === 0 && <p className="muted job-none">The vendor sent no files with this job.</p>}
      <ul>
        {reply?.rows.map((file) => (
          <AttachedFile
            key={file.id}
            file={file}
            isKept={files.kept.has(file.id)}
            busy={files.busy === file.id}
            onSave={() => void files.save(file)}
          />
        ))}
      </ul>
      {reply && <CutNote of={reply} noun="file" />}
    </div>
  );
}

type FileProps = {
  readonly file: Attachment;
  readonly isKept: boolean;
  readonly busy: boolean;
  readonly onSave: () => void;
};

function AttachedFile({ file: { name, kind, size, from, fromName, at, state, words }, isKept, busy, onSave }: FileProps) {
  const about = [kind, size === null ? null : bytes(size)].filter((part) => part !== null).join(', ');
  // A link is tried again; of an email, what is missing stays so.
  const offered = state !== 'missing' || from === 'link';
  return (
    <li>
      <div>
        <span className="attachment-name">{name}</span> {state === 'missing' && <StateBadge tone="bad">Missing</StateBadge>}
        {isKept && (
          <StateBadge tone="good" tip="Opens without a connection">
            On this device
          </StateBadge>
        )}
        <p className="muted">
          {about !== '' && `${about} · `}
          {from === 'email' ? `Email “${fromName}”` : `Link to ${fromName}`} · <Ago at={at} />
        </p>
        {words !== null && <p className={state === 'missing' ? 'attachment-missing' : 'muted'}>{words}</p>}
      </div>
      {offered && (
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={`${state === 'missing' ? 'Try again' : 'Download'}: ${name}`}
          onClick={onSave}
        >
          {state === 'missing' ? 'Try again' : 'Download'}
        </Button>
      )}
    </li>
  );
}
