import { useState } from 'react';
import type { Result } from '#contract/kit/result.ts';

/** State of the chosen file: being sent, refused with a sentence, or done with the service's response. */
type UploadState<R> =
  | { kind: 'none' }
  | { kind: 'sending'; file: File }
  | { kind: 'refused'; file: File; problem: string }
  | { kind: 'done'; file: File; reply: R };

/** Sends a file. Returns the response, or a sentence that explains the rejection. */
type SendFile<R> = (file: File) => Promise<Result<R, string>>;

export type Upload<R> = {
  readonly state: UploadState<R>;
  readonly take: (file: File) => Promise<void>;
  readonly reset: () => void;
};

/** Why a file is not sent at all; null if its size is fine. */
export const tooLarge = (bytes: number, maxBytes: number): string | null =>
  bytes > maxBytes ? `The file is larger than ${Math.round(maxBytes / 1_000_000)} MB. Split it.` : null;

/** Uploads one file. A rejected file stays chosen, so that the user can try again. */
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
