import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectApart } from '#server/parsing/read-apart.ts';
import { watchLoop } from '#tests/support/watch-loop.ts';
import { buildFeedParser } from './build-feed-parser.ts';
import { hostileFeeds } from './hostile-feeds.ts';
import { inThisRun } from './short-form.ts';

const options = { today: '2025-01-10' };
const reader = { customerId: 1 };
let undo = (): void => undefined;
beforeAll(async () => {
  undo = await buildFeedParser();
}, 60_000);
afterAll(() => undo());

/** The result must not depend on the machine's load. The shipped deadline has its own test below. */
const patient = { deadlineMs: 90_000 };

const bytesOf = (text: string) => new TextEncoder().encode(text);

// Two at a time, as the service reads them. No one is refused, because these readers wait.
describe.concurrent('the shipped parser returns a clear result for each hostile file', () => {
  test.each(inThisRun(hostileFeeds).map((feed, n) => [feed.name, feed, n] as const))(
    '%s',
    async (_name, { bytes, becomes }, n) => {
      const result = await collectApart(bytes(), options, { customerId: n, background: true }, patient);
      if (!result.ok) {
        expect(result.error).toMatchObject({ kind: becomes });
        expect(result.error.words).toMatch(/^[A-Z].{20,}\.$/s);
        expect(result.error.words).not.toMatch(/broke its reader/);
        return;
      }
      const { jobs, refused, truncated } = result.value;
      expect({ jobs: jobs.length, refused: refused.length, ...(truncated && { truncated: true }) }).toEqual(becomes);
      expect(refused.every(({ problems }) => problems.length > 0 && problems.every(({ remedy }) => remedy.length > 0))).toBe(
        true,
      );
      expect(Object.prototype).not.toHaveProperty('polluted');
    },
    100_000,
  );
});

test('a file that takes too long is stopped at the deadline', async () => {
  const started = performance.now();
  const slow = bytesOf(`Job ID,State\n${'1,TX\n'.repeat(2_000_000)}`);
  const result = await collectApart(slow, options, reader, { deadlineMs: 50 });
  expect(result).toMatchObject({ ok: false, error: { kind: 'timeout' } });
  expect(performance.now() - started).toBeLessThan(2000);
});

test('a file that needs too much memory ends its parser, not the service', async () => {
  const wide = bytesOf(`[${'{"a":1},'.repeat(1_500_000)}{}]`);
  const result = await collectApart(wide, options, reader, { heapMb: 24 });
  expect(result).toMatchObject({ ok: false, error: { kind: 'too_large' } });
}, 40_000);

test('parsing a large feed never blocks the service for long', async () => {
  const header = 'Job ID,Facility,City,State,Specialty,Shift,Bill Rate,Start Date';
  const line = (n: number) => `${n},Mercy Hospital ${n % 400},Tulsa,OK,ICU,07:00AM - 07:00PM,${60 + (n % 50)},1/20/2025`;
  const feed = bytesOf(`${header}\n${Array.from({ length: 20_000 }, (_, n) => line(n)).join('\n')}\n`);
  const stop = watchLoop();
  const started = performance.now();
  const result = await collectApart(feed, options, reader);
  const { usual, worst } = stop();
  process.stdout.write(
    `20,000 rows in ${Math.round(performance.now() - started)} ms; the loop was held ${Math.round(usual)} ms (p99), ${Math.round(worst)} ms at most\n`,
  );
  expect(result.ok && result.value.jobs).toHaveLength(20_000);
  // The single slowest turn is not tested, because other work shares the machine.
  expect(usual).toBeLessThan(50);
}, 40_000);

/** Collects with another program in place of the parser. */
async function collectWith(parser: string) {
  const shipped = process.env['JOBDOCK_FEED_PARSER'];
  process.env['JOBDOCK_FEED_PARSER'] = parser;
  try {
    return await collectApart(bytesOf('Job ID\n1\n'), options, reader);
  } finally {
    process.env['JOBDOCK_FEED_PARSER'] = shipped;
  }
}

test('a parser that cannot be started is reported as a problem', async () => {
  expect(await collectWith('/nowhere/feed-parser.mjs')).toMatchObject({ ok: false, error: { kind: 'malformed' } });
});

test('a parser has a low priority and none of the secrets of the service', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'jobdock-parser-'));
  const parser = join(folder, 'parser.mjs');
  const words = '`${getPriority()} ${Object.keys(process.env).filter((name) => !/^NODE_/.test(name))}`';
  await writeFile(
    parser,
    `import { getPriority } from 'node:os';
    process.once('message', () => process.send({ kind: 'problem', problem: { kind: 'malformed', words: ${words} } }));`,
  );
  try {
    expect(await collectWith(parser)).toEqual({ ok: false, error: { kind: 'malformed', words: '10 ' } });
  } finally {
    await rm(folder, { recursive: true });
  }
});
