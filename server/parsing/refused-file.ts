import { no } from '#contract/kit/result.ts';
import type { FeedProblem } from './files/feed-problem.ts';

/** How a call refuses a file: the limit that it exceeds, or what to do about it. */
export type RefusedFile = { kind: 'too_large'; limit: string } | { kind: 'invalid'; fields: Record<string, string> };

/** The refusal of an unreadable file. */
export function refusedFile({ kind, words }: FeedProblem): { ok: false; error: RefusedFile } {
  if (kind === 'too_large' || kind === 'timeout') return no({ kind: 'too_large', limit: words });
  return no({ kind: 'invalid', fields: { file: words } });
}
