import { no, ok } from '#contract/kit/result.ts';
import { addCaregiverDocument } from '#contract/submissions/caregiver-documents.ts';
import { addedFileProblem } from '#domain/submissions/document-problem.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { UploadBox } from '#src/ui/upload/upload-box.tsx';
import { useUpload } from '#src/ui/upload/use-upload.ts';
import type { Asked, Check } from './send-request.ts';

const timeoutMs = 120_000;
/** As many of the first bytes as the check of a file looks at. */
const headBytes = 2048;

type Props = EditorProps<Check['documents'][number]> & {
  asked: Asked;
  check: Pick<Check, 'fromId' | 'toId' | 'documentBytes'>;
  onAdded: () => void;
};

/** Adds a document that a package asks for to the caregiver in the source. The file is kept neither here nor by the service. */
export function AddDocument({ row, asked, check: { fromId, toId, documentBytes }, onAdded, onClose }: Props) {
  const call = useCall();
  // The check of the file names its size with the remedy, so that it is the only limit.
  const upload = useUpload(Number.POSITIVE_INFINITY, async (file) => {
    const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
    const problem = addedFileProblem({ name: file.name, size: file.size, head }, documentBytes);
    if (problem !== null) return no(problem);
    const { me, caregiverId } = asked;
    const args = { me, caregiverId, documentId: row.id, fromId, toId, fileName: file.name, file: new Uint8Array() };
    const answer = await call(addCaregiverDocument, args, { file, timeoutMs });
    if (!answer.ok) return no(Object.values(problemsOf(answer.error)).join(' '));
    toast.success({ title: answer.value.message, detail: row.name });
    onClose();
    onAdded();
    return ok(answer.value);
  });
  return (
    <Dialog title={`Add ${row.name}`} dirty={false} size={600} onClose={onClose}>
      {() => (
        <UploadBox
          what="the document"
          hint={`PDF, Word document or picture, at most ${Math.floor(documentBytes / 1024 / 1024)} MB. It goes to the caregiver in the source. Jobdock does not keep it.`}
          upload={upload}
          refused="The document was not added"
        >
          {({ message }) => <p data-tone="good">{`${message}.`}</p>}
        </UploadBox>
      )}
    </Dialog>
  );
}
