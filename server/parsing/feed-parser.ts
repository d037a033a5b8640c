// Entry point of the process that reads feeds, bundled as `feed-parser.mjs` beside the server's main bundle, so that a file from
// outside cannot take the service's memory or time. It reads the file from its standard input and its options from the first
// message. It sends the result in pieces, each one on request, so that receiving them never blocks the service.
import { buffer } from 'node:stream/consumers';
import { type CollectOptions, collectRecords } from './collect-records.ts';
import type { FeedMessage } from './files/feed-message.ts';

const PIECE = 200;

const nextMessage = async (): Promise<unknown> => await new Promise((resolve) => process.once('message', resolve));

async function send(message: FeedMessage): Promise<void> {
  const asked = nextMessage();
  process.send?.(message);
  await asked;
}

async function run(): Promise<void> {
  const [options, bytes] = await Promise.all([nextMessage(), buffer(process.stdin)]);
  const result = await collectRecords(bytes, options as CollectOptions);
  if (!result.ok) return await send({ kind: 'problem', problem: result.error });
  const { jobs, refused, ...rest } = result.value;
  for (let at = 0; at < jobs.length; at += PIECE) await send({ kind: 'jobs', jobs: jobs.slice(at, at + PIECE) });
  for (let at = 0; at < refused.length; at += PIECE) await send({ kind: 'refused', refused: refused.slice(at, at + PIECE) });
  await send({ kind: 'done', ...rest });
}

// The service has stopped, so the result is no longer needed.
process.once('disconnect', () => process.exit());
await run();
process.exit();
