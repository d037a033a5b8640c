import { useState } from 'react';
import type { Result } from '#contract/kit/result.ts';

/** What became of the chosen file: on its way, refused with a sentence, or taken with the service's reply. */
type UploadState<R> =
  | { kind: 'none' }
  | { kind: 'sending'; file: File }
  | { kind: 'refused'; file: File; problem: string }
  | { kind: 'done'; file: File; reply: R };

/** Sends a file: the reply, or a sentence that says why not. */
type SendFile<R> = (file: File) => Promise<Result<R, string>>;

export type Upload<R> = {
  readonly state: UploadState<R>;
  readonly take: (file: File) => Promise<void>;
  readonly reset: () => void;
};

/** Why a file is not sent at all; null where its size is fine. */
export const tooLarge = (bytes: number, maxBytes: number): string | null =>
  bytes > maxBytes ? `The file is larger than ${Math.round(maxBytes / 1_000_000)} MB. Split it.` : null;

/** One file on its way to the service. A refused one stays chosen, so that it can be tried again. */
export function useUpload<R>(maxBytes: number, send: SendFile<R>): Upload<R> {
  const [state, setState] = useState<UploadState<R>>({ kind: 'none' });
  const take = async (file: File): Promise<void> => {
    const problem = tooLarge(file.size, maxBytes);
    if (problem !== null) return setState({ kind: 'refused', file, problem });
    setState({ kind: 'sending', file });
    const answer = await send(file);
    setState(answer.ok ? { kind: 'done', file, reply: answer.value } : { kind: 'refused', file, problem: answer.error });
  };
  return { state, take, reset: () => setState({ kind: 'none' }) };
}
