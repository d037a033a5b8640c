import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type KeptParser, keepParser } from './kept-parser.ts';
import { collectMailApart } from './read-apart.ts';

let folder = '';
let kept: KeptParser;
const before = process.env['JOBDOCK_FEED_PARSER'];

/**
 * A program in place of the parser. It does what its email says, notes each process that it starts, and answers with the id of its process,
 * how many emails it has read, and this email's text.
 */
const program = `
import { appendFileSync } from 'node:fs';
import { once } from 'node:events';
appendFileSync(new URL('processes', import.meta.url), process.pid + ' ');
let read = 0;
const held = [];
process.on('message', async ({ length }) => {
  if (length === undefined) return;
  let bytes = Buffer.alloc(0);
  while (bytes.length < length) {
    const part = process.stdin.read();
    if (part === null) await once(process.stdin, 'readable');
    else bytes = Buffer.concat([bytes, part]);
  }
  const text = bytes.subarray(0, 50).toString();
  read += 1;
  if (text === 'hangs') for (;;);
  if (text === 'needs all memory' && read > 1) process.exit(9);
  while (text === 'takes too much memory') held.push(new Array(1e6).fill(read));
  if (text === 'breaks') throw new TypeError('this email breaks its reader');
  if (text === 'is refused') return process.send({ kind: 'problem', problem: { kind: 'empty', words: 'Nothing is in it.' } });
  if (text === 'says nonsense') return process.send({ kind: 'nonsense' });
  const mail = { parserId: null, parser: String(process.pid), reason: text, processing: 0, subject: String(read), from: '', messageId: '', sentAt: null, attachments: 0, unread: [] };
  process.send({ kind: 'done', format: 'mail', mail }, () => text === 'spoils' && process.exit());
});
process.once('disconnect', () => process.exit());
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jobdock-parser-'));
  process.env['JOBDOCK_FEED_PARSER'] = join(folder, 'parser.mjs');
  await writeFile(join(folder, 'parser.mjs'), program);
});
afterAll(async () => {
  if (before === undefined) delete process.env['JOBDOCK_FEED_PARSER'];
  else process.env['JOBDOCK_FEED_PARSER'] = before;
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await writeFile(join(folder, 'processes'), '');
  kept = keepParser();
});
afterEach(() => kept.end());

const options = { parsers: [], customerId: 1, today: '2026-01-05' };

/** What became of an email: its text and which email of its process it was, or its problem. */
async function read(text: string, limits: Parameters<typeof collectMailApart>[3] = {}) {
  const result = await collectMailApart(Buffer.from(text), options, { customerId: 1, background: true }, { kept, ...limits });
  return result.ok ? `${result.value.mail.reason} (${result.value.mail.subject})` : result.error.kind;
}
const processes = async () => (await readFile(join(folder, 'processes'), 'utf8')).trim().split(' ');

/** Waits until a process has ended. */
async function ended(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((later) => setTimeout(later, 5));
  }
}

test('one process reads many emails, also after one that it refuses, and ends with its batch', async () => {
  const big = 'x'.repeat(3_000_000);
  expect([await read('a'), await read('is refused'), await read(''), await read(big), await read('b')]).toEqual([
    'a (1)',
    'empty',
    ' (3)',
    `${'x'.repeat(50)} (4)`,
    'b (5)',
  ]);
  const [pid, ...more] = await processes();
  expect(more).toEqual([]);
  kept.end();
  await ended(Number(pid));
});

test('an email that hangs ends only its own reading, after the limit of one email', async () => {
  const limits = { deadlineMs: 2000 };
  const since = performance.now();
  expect([await read('a'), await read('hangs', limits), await read('b'), await read('c')]).toEqual([
    'a (1)',
    'timeout',
    'b (1)',
    'c (2)',
  ]);
  expect(performance.now() - since).toBeGreaterThan(2000);
  const [first, ...more] = await processes();
  await ended(Number(first));
  expect(more).toHaveLength(1);
});

test.each([
  ['takes too much memory', 'too_large'],
  ['breaks', 'malformed'],
])('an email that %s has its problem from a fresh process, and the others are read', async (text, problem) => {
  expect([await read('a', { heapMb: 30 }), await read(text, { heapMb: 30 }), await read('b'), await read('c')]).toEqual([
    'a (1)',
    problem,
    'b (1)',
    'c (2)',
  ]);
  // The first process, a fresh one for the email alone, and one for the rest.
  expect(await processes()).toHaveLength(3);
});

test('an email that needs all memory of a process gets it', async () => {
  expect([await read('a'), await read('needs all memory'), await read('b')]).toEqual(['a (1)', 'needs all memory (1)', 'b (2)']);
});

test('a process that ends itself after an email reads no other', async () => {
  expect(await read('spoils')).toBe('spoils (1)');
  expect([await read('a'), await read('b')]).toEqual(['a (1)', 'b (2)']);
});

test('a process that says nonsense is a fault of ours, and reads no other email', async () => {
  expect(await read('a')).toBe('a (1)');
  await expect(read('says nonsense')).rejects.toThrow('The feed parser said something it cannot say');
  expect(await read('b')).toBe('b (1)');
});

test('a stop ends the reading of an email at once', async () => {
  expect(await read('a')).toBe('a (1)');
  const stop = new AbortController();
  const going = read('hangs', { signal: stop.signal });
  setTimeout(() => stop.abort(new Error('the run was stopped')), 50);
  await expect(going).rejects.toThrow('the run was stopped');
  const [pid] = await processes();
  await ended(Number(pid));
  await expect(read('b', { signal: stop.signal })).rejects.toThrow('the run was stopped');
});
