import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shippedParsers } from '#domain/parsers/shipped-parsers.ts';
import { keepParser } from '#server/parsing/kept-parser.ts';
import { collectMailApart, readSampleApart } from '#server/parsing/read-apart.ts';
import { buildFeedParser } from './build-feed-parser.ts';
import { hostileMails } from './hostile-mails.ts';
import { inThisRun } from './short-form.ts';

let undo = (): void => undefined;
beforeAll(async () => {
  undo = await buildFeedParser();
}, 60_000);
afterAll(() => undo());

const parsers = shippedParsers.map((parser, at) => ({ ...parser, id: at + 1 }));
/** The result must not depend on the machine's load. */
const patient = { deadlineMs: 90_000 };
const options = { parsers, customerId: 1, today: '2026-01-05' };
/** What each email gave in a process of its own. */
const alone = new Map<string, unknown>();

describe.concurrent('the parsing process returns a clear result for each hostile mail', () => {
  test.each(inThisRun(hostileMails).map((mail, n) => [mail.name, mail, n] as const))(
    '%s',
    async (name, { bytes, becomes }, n) => {
      const result = await collectMailApart(bytes(), options, { customerId: n, background: true }, patient);
      alone.set(name, result);
      if (!result.ok) {
        expect(result.error).toMatchObject({ kind: becomes });
        expect(result.error.words).toMatch(/^[A-Z].{20,}\.$/s);
        expect(result.error.words).not.toMatch(/broke its reader/);
        return;
      }
      const { jobs, mail } = result.value;
      expect({ job: jobs[0]?.providerJobId ?? null }).toEqual(becomes);
      expect(mail.reason === '').toBe(mail.parserId !== null);
    },
    100_000,
  );
});

test('a page is shown without anything that runs or loads', async () => {
  const scripted = hostileMails.find(({ name }) => name === 'scripts, forms and pixels');
  const question = {
    name: '',
    parser: null,
    earlier: null,
    rule: null,
    context: { today: '2026-01-05', dateOrder: 'MDY' },
  } as const;
  const sample = await readSampleApart(scripted?.bytes() ?? new Uint8Array(), question, { customerId: 1 });
  expect(sample.ok && sample.value.html).toMatch(/Job ID: 4711/);
  expect(sample.ok && sample.value.html).not.toMatch(/script|svg|meta|img|url=/);
});

/** Runs a program in place of the parsing process: it notes its start, does `first`, and becomes the parser. Returns the number of starts. */
async function startsDuring(first: string, work: () => Promise<void>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'jobdock-parser-'));
  const shipped = process.env['JOBDOCK_FEED_PARSER'];
  const [parser, starts] = [join(folder, 'parser.mjs'), join(folder, 'starts')];
  const note = `(await import('node:fs')).appendFileSync(${JSON.stringify(starts)}, '.');`;
  await writeFile(parser, `${note}\n${first}\nawait import(${JSON.stringify(shipped)});`);
  process.env['JOBDOCK_FEED_PARSER'] = parser;
  try {
    await work();
    return (await readFile(starts, 'utf8')).length;
  } finally {
    process.env['JOBDOCK_FEED_PARSER'] = shipped;
    await rm(folder, { recursive: true });
  }
}

/** Emails of this run that need little time and memory. */
const small = inThisRun(hostileMails).filter(({ bytes }) => bytes().length < 300_000);

test('read one after another in one process, emails give what each gives alone', async () => {
  const kept = keepParser();
  const starts = await startsDuring('', async () => {
    for (const { name, bytes } of [...small, ...small.toReversed()]) {
      const result = await collectMailApart(bytes(), options, { customerId: 1, background: true }, { ...patient, kept });
      expect([name, result]).toEqual([name, alone.get(name)]);
    }
  });
  kept.end();
  expect(small.length).toBeGreaterThan(5);
  expect(starts).toBe(1);
}, 100_000);

test('a process whose built-in objects an email changed reads no other email', async () => {
  const kept = keepParser();
  const spoil = `const { once } = process;
    process.once = (...args) => {
      if (args[0] === 'message') Object.prototype.left = 'by an email';
      return once.apply(process, args);
    };`;
  const starts = await startsDuring(spoil, async () => {
    for (const { name, bytes } of small.slice(0, 3)) {
      const result = await collectMailApart(bytes(), options, { customerId: 1, background: true }, { ...patient, kept });
      expect([name, result.ok]).toEqual([name, (alone.get(name) as { ok: boolean }).ok]);
    }
  });
  kept.end();
  expect(starts).toBe(3);
}, 100_000);
