import { no, ok, type Result } from '#contract/kit/result.ts';
import { decodeText } from './files/decode-text.ts';
import { feedLimits } from './files/feed-limits.ts';
import { type FeedProblem, UnreadableFeed } from './files/feed-problem.ts';
import { otherKindOf } from './files/other-kinds.ts';
import type { FileLine } from './text-lines.ts';

const accepted = 'Choose a JSONL file: one JSON object on each line.';

/** The lines of a JSONL file without blank ones, each as one cell. Whether a line is JSON is not looked at. */
export function readJsonLines(bytes: Uint8Array): Result<readonly FileLine[], FeedProblem> {
  const other = otherKindOf(bytes);
  if (other) return no({ kind: 'unknown_format', words: `${other.is}. ${accepted}` });
  try {
    return ok(linesOf(decodeText(bytes, accepted).replace(/^\uFEFF/, '')));
  } catch (fault) {
    if (fault instanceof UnreadableFeed) return no(fault.problem);
    throw fault;
  }
}

function linesOf(text: string): FileLine[] {
  const lines = text
    .split(/\r?\n/)
    .map((words, i): FileLine => ({ line: i + 1, cells: [words] }))
    .filter(({ cells }) => cells[0]?.trim() !== '');
  if (lines.length === 0) throw new UnreadableFeed('empty', `The file has no lines. ${accepted}`);
  if (lines.length <= feedLimits.lines) return lines;
  throw new UnreadableFeed('too_large', `The file has more than ${feedLimits.lines.toLocaleString('en-US')} lines. Split it.`);
}
