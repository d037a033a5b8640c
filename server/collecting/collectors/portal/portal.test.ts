import { createServer, type RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Recipe } from '#contract/collecting/recipe.ts';
import { createVendorSite } from '#server/demo/vendor-site.ts';
import { demoPortalRecipe } from '#server/demo/vendors/portal-recipe.ts';
import { offersAt } from '#server/demo/vendors/vendor-offers.ts';
import { portalSignIn } from '#server/demo/vendors/vendor-portal.ts';
import { buildFeedParser } from '#tests/corpus/build-feed-parser.ts';
import { collectorTools, jobsOf, listening, taskOf } from '#tests/support/collecting/collector-tools.ts';
import { portalCollector } from './portal.ts';

const now = new Date('2025-01-10T12:00:00Z');
const offers = offersAt('crestview', now);
const endings: (() => unknown)[] = [];
const ofTest: (() => unknown)[] = [];
let site = '';
beforeAll(async () => {
  endings.push(await buildFeedParser());
  const listens = await listening(createVendorSite(() => now));
  site = listens.url;
  endings.push(listens.close);
}, 60_000);
afterEach(async () => {
  for (const end of ofTest.splice(0)) await end();
});
afterAll(async () => {
  for (const end of endings.splice(0)) await end();
});

const taskFor = (username: string, changes: Partial<typeof portalSignIn> & { recipe?: Recipe } = {}) => {
  const { recipe = demoPortalRecipe, ...credentials } = changes;
  return taskOf({ recipe }, { url: site, username, ...portalSignIn, ...credentials });
};
const pullAs = async (username: string, changes: Parameters<typeof taskFor>[1] = {}) => {
  const { tools, asked, progress } = collectorTools({ sites: [site], now: () => now });
  const result = await portalCollector.pull(taskFor(username, changes), tools);
  return { result, asked, progress };
};
const withList = (list: Partial<Recipe['list']>, rest: Partial<Recipe> = {}): Recipe => ({
  ...demoPortalRecipe,
  detail: null,
  ...rest,
  list: { ...demoPortalRecipe.list, ...list },
});

/** A portal of a few pages, made for one test. */
async function portalOf(listener: RequestListener) {
  const listens = await listening(createServer(listener));
  ofTest.push(listens.close);
  const { tools, asked } = collectorTools({ sites: [listens.url], now: () => now });
  const pull = (recipe: unknown, credentials = {}) =>
    portalCollector.pull(taskOf({ recipe: Recipe.parse(recipe) }, { url: listens.url, ...credentials }), tools);
  return { url: listens.url, pull, asked };
}

describe('the demo’s portal', () => {
  test('every order of every page becomes a job, with the values of its own page', async () => {
    const { result, progress } = await pullAs('agency');
    expect(result).toMatchObject({ ok: true, value: { kind: 'file', complete: true } });
    if (!result.ok) return;
    const { jobs, refused, warned } = await jobsOf(result.value, '2025-01-10');
    expect([refused, warned]).toEqual([[], []]);
    expect(offers.length).toBeGreaterThan(40);
    expect(jobs.map((job) => job.providerJobId)).toEqual(offers.map(({ id }) => id));
    for (const [at, job] of jobs.entries()) {
      const offer = offers[at];
      expect(job).toMatchObject({ facility: offer?.facilityText, billRate: offer?.billRate, specialty: offer?.specialty });
      expect(job).toMatchObject({ jobUrl: `${site}/portal/jobs/${offer?.id}`, positions: offer?.positions });
      expect(job.description).toContain('Two years of experience asked.');
    }
    expect(progress.at(-1)).toEqual([offers.length, offers.length]);
  });

  test('a check only signs in', async () => {
    const { tools, asked } = collectorTools({ sites: [site], now: () => now });
    expect(await portalCollector.check(taskFor('agency'), tools)).toEqual({ ok: true, value: null });
    expect(asked.map(({ method, url }) => [method, new URL(url).pathname])).toEqual([
      ['GET', '/portal/login'],
      ['POST', '/portal/login'],
      // The redirect after the sign-in.
      ['GET', '/portal/jobs'],
    ]);
  });

  test.each([
    ['a wrong password', 'agency', { password: 'wrong' }, 'sign_in', /refused the user name or password/],
    ['a wrong org key', 'agency', { orgKey: 'HV-999' }, 'sign_in', /refused/],
    ['an unknown user', 'no-one', {}, 'sign_in', /refused/],
    ['no password', 'agency', { password: '' }, 'setup', /asks for the password/],
    ['an expired password', 'expired', {}, 'password_expired', /has expired/],
    ['a page that fails', 'broken', {}, 'vendor_error', /^Page 2 of the list: .*status 500/],
    ['a table that is gone', 'moved', {}, 'page_changed', /^The list: no table matches “#orders”/],
    ['a column that is gone', 'narrow', {}, 'page_changed', /^The list: “Facility” is not where it was/],
    ['paging in a circle', 'loop', {}, 'page_changed', /^Page 3 of the list repeats page 1/],
    ['a session that always ends', 'always-out', {}, 'sign_in', /^Page 2 of the list: .*sign in again/],
    ['a link to another host', 'elsewhere', {}, 'not_allowed', /leads to another host/],
  ] as const)('%s is a problem of its kind', async (_what, username, changes, kind, words) => {
    const { result } = await pullAs(username, changes);
    expect(result).toMatchObject({ ok: false, error: { kind } });
    expect(result.ok ? '' : result.error.words).toMatch(words);
    expect(JSON.stringify(result)).not.toContain(portalSignIn.password);
  });

  test('a vendor that is asked too often is waited for as long as it says', async () => {
    const { result } = await pullAs('limited');
    expect(result).toMatchObject({ ok: false, error: { kind: 'rate_limited', retryAfterSeconds: 120 } });
  });

  test.each(['out-on-list', 'out-on-job'])(
    '%s: a session that ends midway is renewed once, and nothing is missing',
    async (name) => {
      const { result, asked } = await pullAs(name);
      expect(result.ok && (await jobsOf(result.value, '2025-01-10')).jobs).toHaveLength(offers.length);
      expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(2);
    },
  );

  test('a portal without orders gives a complete list of none', async () => {
    const { result } = await pullAs('idle');
    expect(result.ok && result.value).toMatchObject({ kind: 'file', complete: true, bytes: Buffer.from('[]') });
  });

  test('a detail that every page had and one lacks is a changed page', async () => {
    const detail = { labels: 'dl.order dt', values: {}, required: ['Bill Rate', 'Unit'], mostPages: 2000 };
    const { result } = await pullAs('agency', { recipe: { ...demoPortalRecipe, detail } });
    expect(result).toMatchObject({
      ok: false,
      error: { kind: 'page_changed', words: 'The page of a job: “Unit” is not where it was.' },
    });
  });

  test('a recipe says how many pages of jobs are opened at most', async () => {
    const detail = { labels: 'dl.order dt', values: {}, required: [], mostPages: offers.length - 1 };
    const { result } = await pullAs('agency', { recipe: { ...demoPortalRecipe, detail } });
    expect(result).toMatchObject({
      ok: false,
      error: { kind: 'page_changed', words: expect.stringContaining(`${offers.length} jobs`) },
    });
  });

  test('a list longer than the recipe allows is not taken for a shorter one', async () => {
    const { result } = await pullAs('agency', { recipe: withList({ mostPages: 2 }) });
    expect(result).toMatchObject({ ok: false, error: { kind: 'page_changed' } });
  });

  test('pages by number end where the page says how many there are', async () => {
    const paging = { kind: 'number', parameter: 'page', first: 1, step: 1, count: { at: '.pages' } } as const;
    const { result, asked } = await pullAs('agency', { recipe: withList({ paging }) });
    expect(result.ok && (await jobsOf(result.value, '2025-01-10')).jobs).toHaveLength(offers.length);
    expect(asked.filter(({ url }) => url.includes('page='))).toHaveLength(Math.ceil(offers.length / 20));
  });

  test('pages by number end at an empty one', async () => {
    const paging = { kind: 'number', parameter: 'page', first: 1, step: 1 } as const;
    const { result } = await pullAs('agency', { recipe: withList({ paging }) });
    expect(result.ok && (await jobsOf(result.value, '2025-01-10')).jobs).toHaveLength(offers.length);
  });

  test('a selector that is none is named before anything is sent', async () => {
    const { result, asked } = await pullAs('agency', { recipe: withList({ link: 'a[' }) });
    expect(result).toMatchObject({ ok: false, error: { kind: 'setup' } });
    expect(result.ok ? '' : result.error.words).toContain('list.link');
    expect(asked).toEqual([]);
  });
});

describe('other portals', () => {
  const cards = {
    list: {
      page: '/jobs',
      rows: { kind: 'items', at: '.card', values: { 'Job ID': { at: 'b' }, url: { at: 'a', attribute: 'href' } } },
    },
  };

  test('cards are read by selectors, and rows without a link have none', async () => {
    const { pull } = await portalOf((_request, response) =>
      response.end('<div class=card><b>7</b></div><div class=card><b>8</b><a href=/8>8</a>'),
    );
    const pulled = await pull(cards);
    expect(pulled.ok && pulled.value.kind === 'file' && JSON.parse(Buffer.from(pulled.value.bytes).toString())).toEqual([
      { 'Job ID': '7' },
      { 'Job ID': '8', 'Job Link': expect.stringMatching(/\/8$/), url: '/8' },
    ]);
  });

  test('cards that are all gone are a changed page, unless the page shows that no job is listed', async () => {
    const { pull } = await portalOf((_request, response) => response.end('<p>Nothing here today'));
    expect(await pull(cards)).toMatchObject({ ok: false, error: { kind: 'page_changed' } });
    const empty = { text: 'NOTHING here' };
    expect(await pull({ list: { ...cards.list, empty } })).toMatchObject({ ok: true, value: { complete: true } });
  });

  test('a card without a required value is a changed page', async () => {
    const { pull } = await portalOf((_request, response) => response.end('<div class=card><b>7</b></div><div class=card></div>'));
    const rows = { ...cards.list.rows, required: ['Job ID'] };
    expect(await pull({ list: { ...cards.list, rows } })).toMatchObject({ ok: false, error: { kind: 'page_changed' } });
  });

  test('cells that span rows and columns stay under their headers', async () => {
    const table = `<table><tr><th>Job ID<th>Facility<th>City<th>State</tr><tr><td>1<td rowspan=2>Mercy<td>Tulsa<td>OK</tr><tr><td>2<td colspan=2>Both</tr>
      <tr><td>3<td><table><tr><td>Inner</td></tr></table><td>Waco<td>TX</tr></table>`;
    const { pull } = await portalOf((_request, response) => response.end(table));
    const pulled = await pull({ list: { page: '/', rows: { kind: 'table', at: 'table' } } });
    expect(pulled.ok && pulled.value.kind === 'file' && JSON.parse(Buffer.from(pulled.value.bytes).toString())).toEqual([
      { 'Job ID': '1', Facility: 'Mercy', City: 'Tulsa', State: 'OK' },
      { 'Job ID': '2', Facility: 'Mercy', City: 'Both' },
      { 'Job ID': '3', Facility: 'Inner', City: 'Waco', State: 'TX' },
    ]);
  });

  test('a form that leads to another host, or that would show the password in the address, is not filled', async () => {
    const signIn = { page: '/in', username: '[name=u]', password: '[name=p]', worked: { text: 'welcome' } };
    const form = (rest: string) => `<form ${rest}><input name=u><input name=p type=password></form>`;
    for (const [rest, kind] of [
      ['method=post action="https://thief.example/"', 'not_allowed'],
      ['method=post action="http://127.0.0.1:1/"', 'not_allowed'],
      ['action=/in', 'page_changed'],
    ] as const) {
      const { pull, asked } = await portalOf((_request, response) => response.end(form(rest)));
      expect(await pull({ ...cards, signIn }, { username: 'u', password: 'canary-1' })).toMatchObject({
        ok: false,
        error: { kind },
      });
      expect(JSON.stringify(asked)).not.toContain('canary-1');
    }
  });

  test('a redirect to another host is not followed, one within the portal is', async () => {
    const { pull } = await portalOf((request, response) => {
      if (request.url === '/jobs') response.writeHead(302, { location: '/list' }).end();
      else if (request.url === '/out') response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
      else response.end('<div class=card><b>7</b></div>');
    });
    expect(await pull(cards)).toMatchObject({ ok: true });
    expect(await pull({ list: { ...cards.list, page: '/out' } })).toMatchObject({ ok: false, error: { kind: 'not_allowed' } });
  });

  test('redirects in a circle end', async () => {
    const { pull, asked } = await portalOf((_request, response) => response.writeHead(302, { location: '/jobs' }).end());
    expect(await pull(cards)).toMatchObject({ ok: false, error: { kind: 'page_changed' } });
    expect(asked.length).toBeLessThan(20);
  });

  test('a host that now leads into a private network is refused', async () => {
    const { tools } = collectorTools({ sites: [], resolve: async () => [{ address: '10.0.0.5', family: 4 }] });
    const task = taskOf({ recipe: Recipe.parse(cards) }, { url: 'https://portal.example' });
    expect(await portalCollector.pull(task, tools)).toMatchObject({ ok: false, error: { kind: 'not_allowed' } });
  });

  test('a page of a job that was taken down leaves the job as the list has it', async () => {
    const { pull } = await portalOf((request, response) => {
      if (request.url === '/jobs')
        response.end('<div class=card><b>7</b><a href=/7>7</a></div><div class=card><b>8</b><a href=/8>8</a></div>');
      else if (request.url === '/7') response.writeHead(404).end();
      else response.end('<dl><dt>City:<dd>Tulsa</dl>');
    });
    const pulled = await pull({ ...cards, detail: { labels: 'dt' } });
    expect(pulled.ok && pulled.value.kind === 'file' && JSON.parse(Buffer.from(pulled.value.bytes).toString())).toMatchObject([
      { 'Job ID': '7' },
      { 'Job ID': '8', City: 'Tulsa' },
    ]);
  });

  test('a portal that never ends is left before its list fills the memory', async () => {
    const { pull, asked } = await portalOf((request, response) => {
      const row = (n: number) => `<div class=card><b>${request.url} ${n}</b><a href="${'x'.repeat(1900)}">${n}</a></div>`;
      response.end(Array.from({ length: 1000 }, (_, n) => row(n)).join(''));
    });
    const list = { ...cards.list, paging: { kind: 'number', parameter: 'page' }, mostPages: 500 };
    expect(await pull({ list })).toMatchObject({
      ok: false,
      error: { kind: 'unreadable', words: expect.stringContaining('15 million') },
    });
    expect(asked.length).toBeLessThan(10);
  });

  test('a run that is stopped ends at once', async () => {
    const listens = await listening(createServer(() => undefined));
    ofTest.push(listens.close);
    const { tools, stop } = collectorTools({ sites: [listens.url] });
    const pulling = portalCollector.pull(taskOf({ recipe: Recipe.parse(cards) }, { url: listens.url }), tools);
    setTimeout(() => stop.abort(), 50);
    await expect(pulling).rejects.toThrow(/abort/i);
  });

  test('a vendor that does not answer is a timeout', async () => {
    const listens = await listening(createServer(() => undefined));
    ofTest.push(listens.close);
    const { tools } = collectorTools({ sites: [listens.url], totalMs: 100 });
    const pulled = await portalCollector.pull(taskOf({ recipe: Recipe.parse(cards) }, { url: listens.url }), tools);
    expect(pulled).toMatchObject({ ok: false, error: { kind: 'timeout' } });
  });
});
