import { useQueryClient } from '@tanstack/react-query';
import { maxUploadBytes } from '#contract/collecting/uploads.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import {
  listSubmissionListStates,
  uploadSubmissionDegrees,
  uploadSubmissionDocuments,
  uploadSubmissionSpecialties,
} from '#contract/submissions/lists.ts';
import { proposePairMappings } from '#contract/submissions/mapping.ts';
import { RefusedRows } from '#src/entities/collect/refused-rows.tsx';
import { refreshReplies } from '#src/entities/reply/use-reply.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { UploadBox } from '#src/ui/upload/upload-box.tsx';
import { UploadDialog } from '#src/ui/upload/upload-dialog.tsx';
import { useUpload } from '#src/ui/upload/use-upload.ts';

const timeoutMs = 300_000;
const uploads = {
  degree: { endpoint: uploadSubmissionDegrees, noun: 'degrees', columns: 'Name and Id' },
  specialty: { endpoint: uploadSubmissionSpecialties, noun: 'specialties', columns: 'Name, Id and Degree (its id or name)' },
  document: { endpoint: uploadSubmissionDocuments, noun: 'document types', columns: 'Name, Id and GroupName' },
} as const;

type Props = { targetId: number; kind: keyof typeof uploads; refreshes: readonly Endpoint[] };

/** Uploads a CSV or TXT file into a list of a submission target, and shows each rejected row. */
export function SubmissionListUpload({ targetId, kind, refreshes }: Props) {
  const { noun } = uploads[kind];
  return (
    <UploadDialog label="Upload a list…" title={`Upload ${noun}`}>
      <Box targetId={targetId} kind={kind} refreshes={refreshes} />
    </UploadDialog>
  );
}

function Box({ targetId, kind, refreshes }: Props) {
  const call = useCall();
  const client = useQueryClient();
  const cust = useSession().customer.id;
  const { endpoint, noun, columns } = uploads[kind];
  const upload = useUpload(maxUploadBytes, async (file) => {
    const args = { cust, target: targetId, fileName: file.name, file: new Uint8Array() };
    const answer = await call(endpoint, args, { file, timeoutMs });
    if (!answer.ok) return no(Object.values(problemsOf(answer.error)).join(' '));
    const stale = [listSubmissionListStates, proposePairMappings, ...refreshes];
    for (const one of stale) void refreshReplies(client, one);
    return ok(answer.value);
  });
  return (
    <UploadBox
      what={`a list of ${noun}`}
      hint={`CSV or TXT with the columns ${columns}. Adds and changes; removes nothing.`}
      upload={upload}
      refused={messages.fileNotProcessed}
    >
      {({ message, refused }) => (
        <>
          <p role="status" data-tone="good">
            {message.replace(/\.?$/, '.')}
          </p>
          <RefusedRows rows={refused} />
        </>
      )}
    </UploadBox>
  );
}
