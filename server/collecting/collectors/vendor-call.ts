import { no, ok, type Result } from '#contract/kit/result.ts';
import type { SafeReply } from '#server/kit/lib/safe-fetch.ts';
import type { RecordList, ReplyOptions } from '#server/parsing/files/reply-options.ts';
import { readReplyApart } from '#server/parsing/read-apart.ts';
import type { CollectorTools, CollectProblem, Credentials } from './collector.ts';
import { failed, problemOfFetch, problemOfFile, problemOfStatus } from './problems.ts';

type Asked = NonNullable<Parameters<CollectorTools['fetch']>[1]>;

/** A vendor's reply, with any status. */
export async function askVendor(url: string, asked: Asked, tools: CollectorTools): Promise<Result<SafeReply, CollectProblem>> {
  const reply = await tools.fetch(url, asked);
  tools.signal.throwIfAborted();
  return reply.ok ? reply : no(problemOfFetch(reply.error));
}

/** A vendor's reply. Any status but 200 to 299 is a problem. */
export async function callVendor(url: string, asked: Asked, tools: CollectorTools): Promise<Result<SafeReply, CollectProblem>> {
  const reply = await askVendor(url, asked, tools);
  const problem = reply.ok ? problemOfStatus(reply.value, tools.now()) : null;
  return problem ? no(problem) : reply;
}

/** The flat records of a reply. They are read apart, because a reply may be large or hostile. */
export async function recordsIn(
  { bytes }: SafeReply,
  options: ReplyOptions,
  customerId: number,
): Promise<Result<RecordList, CollectProblem>> {
  const read = await readReplyApart(bytes, options, { customerId, background: true });
  return read.ok ? read : no(problemOfFile(read.error));
}

/** The key of a task: some kinds of tasks have a field for it, others ask for it as the password. */
export function keyOf({ secretKey, password }: Credentials): Result<string, CollectProblem> {
  const key = (secretKey === '' ? password : secretKey).trim();
  if (key === '') return failed('setup', 'Enter the key that the vendor gave you in the task.');
  return isHeaderText(key) ? ok(key) : failed('setup', 'The key has characters that no key has. Copy it from the vendor again.');
}

/** Whether a text can be sent in a header. */
export const isHeaderText = (text: string): boolean => /^[\x20-\x7E]+$/.test(text);

/** The address of a task. */
export function addressOf({ url }: Credentials, example: string): Result<string, CollectProblem> {
  return URL.canParse(url) ? ok(url) : failed('setup', `Enter the vendor’s address in the task, such as ${example}.`);
}

/** The address of a task that calls are below, without a slash at its end. */
export function baseAddress(credentials: Credentials, example: string): Result<string, CollectProblem> {
  const address = addressOf(credentials, example);
  return address.ok ? ok(address.value.replace(/\/+$/, '')) : address;
}
