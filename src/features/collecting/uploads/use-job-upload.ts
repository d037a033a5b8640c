import { useRef, useState } from 'react';
import type { ColumnMapping, FeedField } from '#contract/collecting/column-mapping.ts';
import { commitUpload, maxUploadBytes, previewUpload, uploadGoogleJobs, uploadJobs } from '#contract/collecting/uploads.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import type { Problems } from '#src/ui/form/use-form.ts';

export type Preview = ReplyOf<typeof uploadJobs>;
export type Staged = ReplyOf<typeof commitUpload> & { readonly source: string };

/** How the file is to be read: the fields that the person chose, and the source, if one is named. */
export type Reading = { readonly chosen: ColumnMapping; readonly source: string };

/** Where the jobs come from: a file of this device, or a Google Sheet that the service fetches by its link. */
export type Chosen = { readonly kind: 'file'; readonly file: File } | { readonly kind: 'sheet'; readonly link: string };

/** The step of an upload. A file that could not be read stays selected, with the service's error message. */
export type Step =
  | { readonly kind: 'choose' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'unread'; readonly words: string }
  | {
      readonly kind: 'preview';
      readonly preview: Preview;
      readonly reading: Reading;
      /** The preview does not show the last choice yet. */
      readonly updating: boolean;
      /** Why the preview could not be made again. */
      readonly problem: string | null;
    }
  | { readonly kind: 'staged'; readonly staged: Staged };

/** Enough to send and read 20 MB over a slow connection. */
const readTimeoutMs = 300_000;
const gone = 'Uploaded files are kept for one day. Choose the file again.';

const refusalOf = (error: Parameters<typeof problemsOf>[0]): Problems =>
  error.kind === 'not_found' ? { '': gone } : problemsOf(error);

/** Sends a file, or has the service fetch a sheet, and asks for the preview. */
const previewOf = (call: ReturnType<typeof useCall>, cust: number, chosen: Chosen) =>
  chosen.kind === 'sheet'
    ? call(uploadGoogleJobs, { cust, gp: chosen.link }, { timeoutMs: readTimeoutMs })
    : call(
        uploadJobs,
        { cust, fileName: chosen.file.name, file: new Uint8Array() },
        { file: chosen.file, timeoutMs: readTimeoutMs },
      );

/** The steps of an upload: read a file, say how its columns are read, then stage its jobs. */
export function useJobUpload() {
  const call = useCall();
  const cust = useSession().customer.id;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [step, setStep] = useState<Step>({ kind: 'choose' });
  /** Counts the readings, so that only the reply to the last one is shown. */
  const last = useRef(0);
  const read = async (next: Chosen) => {
    last.current += 1;
    const turn = last.current;
    setChosen(next);
    // Check the size before sending the file over a slow connection.
    if (next.kind === 'file' && next.file.size > maxUploadBytes) {
      return setStep({ kind: 'unread', words: `The file is larger than ${maxUploadBytes / 1_000_000} MB. Split it.` });
    }
    setStep({ kind: 'reading' });
    const answer = await previewOf(call, cust, next);
    // Another file or sheet was chosen meanwhile.
    if (turn !== last.current) return;
    if (!answer.ok) return setStep({ kind: 'unread', words: Object.values(problemsOf(answer.error)).join(' ') });
    const { value: preview } = answer;
    const reading = { chosen: {}, source: preview.source ?? '' };
    setStep({ kind: 'preview', preview, reading, updating: false, problem: null });
  };
  const readAgain = async (shown: Preview, reading: Reading) => {
    last.current += 1;
    const turn = last.current;
    setStep({ kind: 'preview', preview: shown, reading, updating: true, problem: null });
    const source = reading.source.trim();
    const args = { cust, file: shown.file, mapping: reading.chosen, ...(source !== '' && { source }) };
    const answer = await call(previewUpload, args, { timeoutMs: readTimeoutMs });
    if (turn !== last.current) return;
    const problem = answer.ok ? null : Object.values(refusalOf(answer.error)).join(' ');
    setStep({ kind: 'preview', preview: answer.ok ? answer.value : shown, reading, updating: false, problem });
  };
  const choose = (column: string, field: FeedField | null) => {
    if (step.kind !== 'preview') return;
    void readAgain(step.preview, { ...step.reading, chosen: { ...step.reading.chosen, [column]: field } });
  };
  /** A known source brings what was learned for its files. */
  const nameSource = (source: string) => {
    if (step.kind === 'preview' && step.reading.source !== source) void readAgain(step.preview, { ...step.reading, source });
  };
  const stage = async (preview: Preview, source: string): Promise<Problems | undefined> => {
    const mapping = Object.fromEntries(preview.columns.map(({ column, field }) => [column, field]));
    const answer = await call(commitUpload, { cust, file: preview.file, source, mapping }, { timeoutMs: readTimeoutMs });
    if (answer.ok) {
      if (answer.value.status === 'queued') longWorkNews.begun();
      setStep({ kind: 'staged', staged: { ...answer.value, source } });
      return undefined;
    }
    return refusalOf(answer.error);
  };
  const again = () => {
    last.current += 1;
    setChosen(null);
    setStep({ kind: 'choose' });
  };
  return { chosen, step, read, choose, nameSource, stage, again };
}
