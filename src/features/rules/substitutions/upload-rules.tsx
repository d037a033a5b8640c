import { messages } from '#contract/kit/messages.ts';
import { no } from '#contract/kit/result.ts';
import { uploadSubstitutionRules } from '#contract/rules/substitutions.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { counted } from '#src/ui/format/format.ts';
import { UploadBox } from '#src/ui/upload/upload-box.tsx';
import { UploadDialog } from '#src/ui/upload/upload-dialog.tsx';
import { useUpload } from '#src/ui/upload/use-upload.ts';

const maxBytes = 5_000_000;

/** Uploads rules from a two-column CSV or TXT file. Lists each refused line. */
export function UploadRules({ kind }: { kind: 'degree' | 'specialty' }) {
  const call = useCall();
  const { customer } = useSession();
  const upload = useUpload(maxBytes, async (file) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const args = { cust: customer.id, objectName: kind, file: bytes, fileName: file.name };
    const answer = await call(uploadSubstitutionRules, args);
    return answer.ok ? answer : no(errorMessage(answer.error));
  });
  return (
    <UploadDialog label="Upload rules…" title={`Upload rules for ${kind === 'degree' ? 'degrees' : 'specialties'}`}>
      <UploadBox
        what="a CSV or TXT file"
        hint="Two columns: vendor text and replacement name. New names are added."
        upload={upload}
        refused={messages.fileNotProcessed}
      >
        {({ added, same, refused }) => (
          <>
            <p role="status">
              {counted(added, 'rule')} added, {same.toLocaleString('en-US')} already existed, {refused.length} refused.
            </p>
            <ul className="upload-refused">
              {refused.map(({ line, words }) => (
                <li key={line}>
                  Line {line}: {words}
                </li>
              ))}
            </ul>
          </>
        )}
      </UploadBox>
    </UploadDialog>
  );
}
