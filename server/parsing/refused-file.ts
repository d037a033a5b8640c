import { no } from '#contract/kit/result.ts';
import type { FeedProblem } from './files/feed-problem.ts';

/** How a call refuses a file: the limit that it exceeds, or what to do about it. */
export type RefusedFile = { kind: 'too_large'; limit: string } | { kind: 'invalid'; fields: Record<string, string> };

/** What to do with a file that a person chose. A feed's own words speak of its address, which such a file does not have. */
const remedies: Partial<Record<FeedProblem['kind'], string>> = {
  web_page:
    'This is a saved web page. Open the page, download its export as CSV, XLSX, JSON or XML, and choose that file. If it came by email, ask the vendor for the export.',
  e_mail: 'This is a saved email. Open it, save its attachment (CSV, XLSX, JSON or XML), and choose that file.',
};

/** The refusal of an unreadable file. */
export function refusedFile({ kind, words }: FeedProblem): { ok: false; error: RefusedFile } {
  if (kind === 'too_large' || kind === 'timeout') return no({ kind: 'too_large', limit: words });
  return no({ kind: 'invalid', fields: { file: remedies[kind] ?? words } });
}
