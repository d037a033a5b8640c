import { useQueryClient } from '@tanstack/react-query';
import { no } from '#contract/kit/result.ts';
import { listDocuments, mostDocumentBytes, type SupportDocument, uploadDocument } from '#contract/support/documents.ts';
import { refreshReplies } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { bytes } from '#src/ui/format/format.ts';
import { UploadBox } from '#src/ui/upload/upload-box.tsx';
import { useUpload } from '#src/ui/upload/use-upload.ts';

/** Uploads the PDF file of a document. */
export function ReplaceFile({ row: { id, name }, onClose }: EditorProps<SupportDocument>) {
  const call = useCall();
  const client = useQueryClient();
  const upload = useUpload(mostDocumentBytes, async (file) => {
    const content = new Uint8Array(await file.arrayBuffer());
    const answer = await call(uploadDocument, { id, file: content, fileName: file.name });
    void refreshReplies(client, listDocuments);
    return answer.ok ? answer : no(errorMessage(answer.error));
  });
  return (
    <Dialog title={`Replace the file of ${name}`} dirty={false} size={640} onClose={onClose}>
      {() => (
        <UploadBox
          what="a PDF file"
          hint="PDF, at most 10 MB. People get it at once."
          upload={upload}
          refused="The file was not taken"
        >
          {({ fileName, size }) => <p data-tone="good">{`${fileName}, ${bytes(size ?? 0)}, is here.`}</p>}
        </UploadBox>
      )}
    </Dialog>
  );
}
