// The process that reads feeds: an entry of its own, bundled as `feed-parser.mjs` beside the server's main bundle, because
// a file from outside must not be able to take the service's memory or time with it. It takes the file on its standard input
// and its options as the first message, then hands the result over piece by piece, the next one only when asked, so that
// taking it in never blocks the service.
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

// The service is gone: there is no one left to read for.
process.once('disconnect', () => process.exit());
await run();
process.exit();
