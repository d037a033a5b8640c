import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { SafeReply } from '#server/kit/lib/safe-fetch.ts';
import type { Collector, CollectorTask, CollectorTools, CollectProblem, Pulled } from './collector.ts';
import { problemOfFetch, problemOfStatus } from './problems.ts';

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
  if (!reply.ok) return no(problemOfFetch(reply.error));
  const isUnchanged = reply.value.status === 304 && Object.keys(headers).length > 0;
  const problem = isUnchanged ? null : problemOfStatus(reply.value, tools.now());
  return problem === null ? reply : no(problem);
}
