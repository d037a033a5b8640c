import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { FetchProblem, SafeReply } from '#server/kit/lib/safe-fetch.ts';
import type { Collector, CollectorTask, CollectorTools, CollectProblem, Pulled } from './collector.ts';

/** Settings of tasks whose vendor sends a file. `aliases` are the customer's own column names. */
export const FileSettings = z.object({
  dateOrder: z.enum(['MDY', 'DMY']).default('MDY'),
  durationUnit: z.enum(['days', 'weeks']).default('weeks'),
  aliases: z.record(z.string(), z.array(z.string())).default({}),
});
export type FileSettings = z.infer<typeof FileSettings>;

const noAddress = { kind: 'setup', words: 'Give the task the address of its feed first.' } as const;

/** A whole list of jobs at one address. */
export const feedCollector: Collector<FileSettings> = {
  kind: 'feed',
  settings: FileSettings,
  async check(task, tools) {
    const reply = await fetched(task, tools, {});
    if (!reply.ok) return reply;
    return reply.value.bytes.length > 0
      ? ok(null)
      : no({ kind: 'unreadable', words: 'The feed answered with an empty file. Ask the vendor whether the address is right.' });
  },
  async pull(task, tools): Promise<Result<Pulled, CollectProblem>> {
    const { etag, lastModified } = task.marks;
    const reply = await fetched(task, tools, {
      ...(etag !== undefined && { 'if-none-match': etag }),
      ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
    });
    if (!reply.ok) return reply;
    const { status, headers, bytes } = reply.value;
    if (status === 304) return ok({ kind: 'unchanged' });
    const marks = {
      ...(headers.etag !== undefined && { etag: headers.etag }),
      ...(headers['last-modified'] !== undefined && { lastModified: headers['last-modified'] }),
    };
    return ok({ kind: 'file', bytes, complete: true, marks });
  },
};

async function fetched(
  { credentials: { url } }: CollectorTask<FileSettings>,
  tools: CollectorTools,
  headers: Record<string, string>,
): Promise<Result<SafeReply, CollectProblem>> {
  if (url === '') return no(noAddress);
  const reply = await tools.fetch(url, { headers });
  if (!reply.ok) return no(problemOf(reply.error));
  const asked = Object.keys(headers).length > 0;
  return reply.value.status === 200 || (reply.value.status === 304 && asked) ? reply : no(refusalOf(reply.value));
}

const fetchKinds = {
  refused: 'not_allowed',
  unreachable: 'unreachable',
  timeout: 'timeout',
  too_large: 'unreadable',
} as const satisfies Record<FetchProblem['kind'], CollectProblem['kind']>;

const problemOf = ({ kind, words }: FetchProblem): CollectProblem => ({ kind: fetchKinds[kind], words });

/** What an answer other than 200 means. */
function refusalOf({ status, headers }: SafeReply): CollectProblem {
  if (status === 429) {
    const seconds = Number(headers['retry-after']);
    return {
      kind: 'rate_limited',
      words: 'The vendor asks to wait before the next request. Run the task less often if this happens again.',
      ...(Number.isFinite(seconds) && seconds > 0 && { retryAfterSeconds: Math.min(seconds, 86_400) }),
    };
  }
  const kind = status === 401 || status === 403 ? 'sign_in' : status >= 500 ? 'vendor_error' : 'unreachable';
  return { kind, words: `The feed answered ${status}. Check its address and whether the vendor still lets you in.` };
}
