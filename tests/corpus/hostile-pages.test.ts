import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Recipe } from '#contract/collecting/recipe.ts';
import { portalCollector } from '#server/collecting/collectors/portal/portal.ts';
import { readPagesApart } from '#server/parsing/read-apart.ts';
import { collectorTools, listening, taskOf } from '#tests/support/collecting/collector-tools.ts';
import { watchLoop } from '#tests/support/watch-loop.ts';
import { buildFeedParser } from './build-feed-parser.ts';
import { hostilePages, hostilePlan } from './hostile-pages.ts';
import { inThisRun } from './short-form.ts';

let undo = (): void => undefined;
beforeAll(async () => {
  undo = await buildFeedParser();
}, 60_000);
afterAll(() => undo());

/** The result must not depend on the machine's load. The shipped deadline has its own test below. */
const patient = { deadlineMs: 90_000 };

// Two at a time, as the service reads them.
describe.concurrent('the shipped parser returns a clear result for each hostile page', () => {
  test.each(inThisRun(hostilePages).map((page, n) => [page.name, page, n] as const))(
    '%s',
    async (_name, { bytes, charset = null, becomes }, n) => {
      const read = await readPagesApart([{ bytes: bytes(), charset }], hostilePlan, { customerId: n, background: true }, patient);
      if (typeof becomes === 'string') {
        expect(read).toMatchObject({ ok: false, error: { kind: becomes } });
        expect(read.ok ? '' : read.error.words).toMatch(/^[A-Z].{20,}\.$/s);
        expect(read.ok ? '' : read.error.words).not.toMatch(/broke its reader/);
        return;
      }
      expect(read.ok ? read.value[0] : read.error).toMatchObject(becomes);
      expect(Object.prototype).not.toHaveProperty('polluted');
    },
    100_000,
  );
});

test('a page that takes too long is stopped at the deadline', async () => {
  const started = performance.now();
  const page = { bytes: new TextEncoder().encode('<p>x</p>'.repeat(90_000)), charset: null };
  const slow = { signs: { out: [{ at: 'p:has(~ p:has(~ p)) ~ p:not(:last-of-type)' }] } };
  const read = await readPagesApart([page], slow, { customerId: 1 }, { deadlineMs: 300 });
  expect(read).toMatchObject({ ok: false, error: { kind: 'timeout' } });
  expect(performance.now() - started).toBeLessThan(3000);
});

test('hostile pages never hold the service’s thread', async () => {
  const rows = Array.from({ length: 5000 }, (_, n) => `<tr><td>${n}<td>Mercy Hospital ${n}<td>Tulsa<td>OK`).join('');
  const page = `<table id=jobs><tr><th>Job ID<th>Facility<th>City<th>State${rows}</table>`;
  const stop = watchLoop();
  const bytes = new TextEncoder().encode(page);
  const read = await readPagesApart([{ bytes, charset: null }], hostilePlan, { customerId: 1 });
  await readPagesApart([{ bytes: new TextEncoder().encode('<i></i>'.repeat(1_000_000)), charset: null }], hostilePlan, {
    customerId: 1,
  });
  const { usual, worst } = stop();
  process.stdout.write(
    `5,000 rows and a million elements; the loop was held ${Math.round(usual)} ms (p99), ${Math.round(worst)} ms at most\n`,
  );
  expect(read.ok && read.value[0]?.rows).toHaveLength(5000);
  expect(usual).toBeLessThan(50);
});

test('every hostile page that a portal sends ends a collection with a problem, never with a shorter list', async () => {
  const recipe = Recipe.parse({
    signIn: { page: '/in', username: '[name=u]', password: '[name=p]', worked: { at: '#welcome' } },
    list: { page: '/jobs', rows: { kind: 'table', at: '#jobs', columns: ['Never there'] } },
  });
  const kinds = new Set<string>();
  for (const [at, hostile] of inThisRun(hostilePages)
    .filter(({ name }) => !name.includes('15 MB'))
    .entries()) {
    const place = at % 2 === 0 ? '/in' : '/jobs';
    const server = createServer((request, response) => {
      response.setHeader('content-type', `text/html; charset=${hostile.charset ?? 'utf-8'}`);
      if (request.url === place) response.end(hostile.bytes());
      else if (request.url === '/in') response.end('<form method=post action=/done><input name=u><input name=p></form>');
      else response.end('<p id=welcome>');
    });
    const listens = await listening(server);
    const { tools } = collectorTools({ sites: [listens.url] });
    const pulled = await portalCollector.pull(taskOf({ recipe }, { url: listens.url, username: 'u', password: 'p' }), tools);
    await listens.close();
    expect([hostile.name, place, pulled.ok]).toEqual([hostile.name, place, false]);
    if (!pulled.ok) kinds.add(pulled.error.kind);
    expect(pulled.ok ? '' : pulled.error.words).toMatch(/^The (?:sign-in|list).*\.$/s);
    expect(pulled.ok ? '' : pulled.error.words).not.toMatch(/file/);
  }
  expect([...kinds].sort()).toEqual(['page_changed', 'unreadable']);
}, 120_000);
