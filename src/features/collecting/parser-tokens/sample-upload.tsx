import { useQueryClient } from '@tanstack/react-query';
import { addSample, listParsers, listSamples } from '#contract/collecting/parsers.ts';
import { maxUploadBytes } from '#contract/collecting/uploads.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { refreshReplies } from '#src/entities/reply/use-reply.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { UploadBox } from '#src/ui/upload/upload-box.tsx';
import { UploadDialog } from '#src/ui/upload/upload-dialog.tsx';
import { useUpload } from '#src/ui/upload/use-upload.ts';

/** Adds an email as a sample. */
export function SampleUpload({ parserId }: { parserId: number }) {
  const call = useCall();
  const client = useQueryClient();
  const upload = useUpload(maxUploadBytes, async (file) => {
    const args = { id: parserId, fileName: file.name, file: new Uint8Array() };
    const answer = await call(addSample, args, { file, timeoutMs: 60_000 });
    if (!answer.ok) return no(Object.values(problemsOf(answer.error)).join(' '));
    for (const stale of [listSamples, listParsers]) void refreshReplies(client, stale);
    return ok(answer.value);
  });
  return (
    <UploadDialog label="Add sample…" title="Add a sample">
      <UploadBox
        what="an email"
        hint="A saved email (EML), a page, a text or a worksheet. Scripts, pictures and hidden text are not kept."
        upload={upload}
        refused={messages.fileNotProcessed}
      >
        {({ name }) => <p role="status">{name} is a sample now.</p>}
      </UploadBox>
    </UploadDialog>
  );
}
