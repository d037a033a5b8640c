import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FeedEntry } from '#domain/posting/feeds/feed-entry.ts';
import type { FeedWriter } from './feed-formats.ts';

/** A whole feed, written to a file that no one else can open. Read it or drop it. */
export type SpooledFeed = {
  /** Changes when the feed does; the time it was written does not count. */
  readonly tag: string;
  readonly jobs: number;
  read(): AsyncIterable<Uint8Array>;
  drop(): Promise<void>;
};

/**
 * Writes a feed of any size before the first byte is sent: its tag is known, and what fails halfway is an error and not a part of a
 * catalogue, which job boards would take for the whole. The memory that it needs does not grow with the feed.
 */
export async function spoolFeed(
  writer: FeedWriter,
  entries: AsyncIterable<FeedEntry>,
  { builtAt, signal }: { readonly builtAt: string; readonly signal: AbortSignal },
): Promise<SpooledFeed> {
  const path = join(tmpdir(), `jobdock-feed-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  // It is gone once it is closed, also where the process ends first.
  await rm(path);
  const hash = createHash('sha256').update(writer.contentType).update(writer.start(''));
  let jobs = 0;
  try {
    await file.write(writer.start(builtAt));
    for await (const entry of entries) {
      signal.throwIfAborted();
      const text = writer.entry(entry, jobs === 0);
      hash.update(text);
      await file.write(text);
      jobs++;
    }
    await file.write(writer.end);
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    // A weak one: the time in the feed may differ.
    tag: `W/"${hash.digest('base64url').slice(0, 32)}"`,
    jobs,
    read: () => file.createReadStream({ start: 0 }),
    drop: () => file.close(),
  };
}

/** Whether a caller already has the version with this tag, by its `If-None-Match`. */
export const hasTag = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === '*' || one === tag.replace(/^W\//, ''));
