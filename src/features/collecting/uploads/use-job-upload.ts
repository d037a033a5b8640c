import { useState } from 'react';
import { commitUpload, maxUploadBytes, uploadJobs } from '#contract/collecting/uploads.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import type { Problems } from '#src/ui/form/use-form.ts';

export type Preview = ReplyOf<typeof uploadJobs>;
export type Staged = ReplyOf<typeof commitUpload> & { readonly source: string };

/** The step of an upload. A file that could not be read stays selected, with the service's error message. */
export type Step =
  | { readonly kind: 'choose' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'unread'; readonly words: string }
  | { readonly kind: 'preview'; readonly preview: Preview }
  | { readonly kind: 'staged'; readonly staged: Staged };

/** Enough to send and read 20 MB over a slow connection. */
const readTimeoutMs = 300_000;

/** The two steps of an upload: read a file, then stage its jobs. */
export function useJobUpload() {
  const call = useCall();
  const cust = useSession().customer.id;
  const [file, setFile] = useState<File | null>(null);
  const [step, setStep] = useState<Step>({ kind: 'choose' });
  const read = async (chosen: File) => {
    setFile(chosen);
    // Check the size before sending the file over a slow connection.
    if (chosen.size > maxUploadBytes) {
      return setStep({ kind: 'unread', words: `The file is larger than ${maxUploadBytes / 1_000_000} MB. Split it.` });
    }
    setStep({ kind: 'reading' });
    const answer = await call(
      uploadJobs,
      { cust, fileName: chosen.name, file: new Uint8Array() },
      { file: chosen, timeoutMs: readTimeoutMs },
    );
    if (answer.ok) return setStep({ kind: 'preview', preview: answer.value });
    setStep({ kind: 'unread', words: Object.values(problemsOf(answer.error)).join(' ') });
  };
  const stage = async (preview: Preview, source: string): Promise<Problems | undefined> => {
    const answer = await call(commitUpload, { cust, file: preview.file, source }, { timeoutMs: readTimeoutMs });
    if (answer.ok) {
      setStep({ kind: 'staged', staged: { ...answer.value, source } });
      return undefined;
    }
    if (answer.error.kind === 'not_found') return { '': 'Uploaded files are kept for one day. Choose the file again.' };
    return problemsOf(answer.error);
  };
  const again = () => {
    setFile(null);
    setStep({ kind: 'choose' });
  };
  return { file, step, read, stage, again };
}
