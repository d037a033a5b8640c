import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { pagedFeedKeys } from '#server/demo/vendors/paged-feed.ts';
import { staffingOrdersSignIn } from '#server/demo/vendors/staffing-orders.ts';
import { offersAt } from '#server/demo/vendors/vendor-offers.ts';
import { collectorTools, jobsOf, listening, taskOf } from '#tests/support/collecting/collector-tools.ts';
import { useVendorSite } from '#tests/support/collecting/vendor-site-tests.ts';
import { bearerFeedCollector } from './bearer-feed.ts';
import { staffingOrderCollector } from './staffing-order.ts';

const now = new Date('2025-01-10T12:00:00Z');
const site = useVendorSite(() => now);
const toolsNow = () => collectorTools({ sites: [site.url()], now: () => now });

describe('a feed behind a key', () => {
  const taskWith = (password: string, credentials = {}) =>
    taskOf({ pageParameter: 'page' }, { url: `${site.url()}/paged/jobs.xml`, password, ...credentials });

  test('as many pages are read as the feed says it has', async () => {
    const { tools, asked } = toolsNow();
    const pulled = await bearerFeedCollector.pull(taskWith(pagedFeedKeys.good), tools);
    expect(pulled).toMatchObject({ ok: true, value: { kind: 'file', complete: true } });
    if (!pulled.ok) return;
    const offers = offersAt('derived', now);
    const { jobs, refused, warned } = await jobsOf(pulled.value, '2025-01-10', 'DMY');
    expect([refused, warned]).toEqual([[], []]);
    expect(jobs.map((job) => job.providerJobId)).toEqual(offers.map(({ id }) => id));
    expect(jobs.map((job) => job.startDate)).toEqual(offers.map(({ start }) => start.toISOString().slice(0, 10)));
    expect(asked).toHaveLength(Math.ceil(offers.length / 25));
  });

  test('a feed without pages is taken as it is, also if it is no XML', async () => {
    const listens = await listening(createServer((_request, response) => response.end('Job ID,Facility\n1,Mercy\n')));
    const { tools } = collectorTools({ sites: [listens.url] });
    const pulled = await bearerFeedCollector.pull(taskWith('x'.repeat(32), { url: listens.url }), tools);
    await listens.close();
    expect(pulled.ok && (await jobsOf(pulled.value, '2025-01-10')).jobs).toHaveLength(1);
  });

  test('a feed that moves while it is read is not complete', async () => {
    const pulled = await bearerFeedCollector.pull(taskWith(pagedFeedKeys.moving), toolsNow().tools);
    expect(pulled).toMatchObject({ ok: true, value: { complete: false } });
  });

  test('a check fetches the first page only', async () => {
    const { tools, asked } = toolsNow();
    expect(await bearerFeedCollector.check(taskWith(pagedFeedKeys.good), tools)).toEqual({ ok: true, value: null });
    expect(asked.map(({ url }) => url)).toEqual([`${site.url()}/paged/jobs.xml`]);
  });

  test.each([
    ['a wrong key', 'canary-key', 'sign_in', /refused the sign-in/],
    ['no key', '', 'setup', /Enter the key/],
    ['too many requests', pagedFeedKeys.limited, 'rate_limited', /so many requests/],
    ['a page that fails', pagedFeedKeys.broken, 'vendor_error', /^Page 2 of the feed/],
    ['a key that no header can hold', 'ключ', 'setup', /characters that no key has/],
    ['a number of pages that is none', pagedFeedKeys.uncounted, 'unreadable', /how many pages/],
    ['paging in a circle', pagedFeedKeys.loop, 'page_changed', /^Page 2 of the feed repeats page 1/],
  ] as const)('%s is a problem of its kind', async (_what, key, kind, words) => {
    const pulled = await bearerFeedCollector.pull(taskWith(key), toolsNow().tools);
    expect(pulled).toMatchObject({ ok: false, error: { kind, ...(kind === 'rate_limited' && { retryAfterSeconds: 120 }) } });
    expect(pulled.ok ? '' : pulled.error.words).toMatch(words);
    expect(JSON.stringify(pulled)).not.toContain('canary');
  });
});

describe('staffing orders of HR-XML', () => {
  const taskOfOrders = (path: string, credentials = {}) =>
    taskOf({}, { url: `${site.url()}/orders/${path}`, ...staffingOrdersSignIn, ...credentials });
  const changed = offersAt('orders', now).filter(({ modifiedAt }) => modifiedAt.getTime() >= now.getTime() - 24 * 60 * 60_000);

  test.each([
    ['changed.xml', changed],
    // Its lists of rates are no list of jobs.
    ['one.xml', changed.slice(0, 1)],
  ])('%s: each order is one job, and orders that are missing stay open', async (path, offers) => {
    const pulled = await staffingOrderCollector.pull(taskOfOrders(path), toolsNow().tools);
    expect(pulled).toMatchObject({ ok: true, value: { kind: 'file', complete: false } });
    if (!pulled.ok) return;
    const { jobs, refused } = await jobsOf(pulled.value, '2025-01-10');
    expect(refused).toEqual([]);
    expect(jobs.map((job) => job.providerJobId)).toEqual(offers.map(({ id }) => id));
    for (const [at, job] of jobs.entries()) {
      const offer = offers[at];
      expect(job).toMatchObject({ facility: offer?.facilityText, city: offer?.facility.city, state: offer?.facility.state });
      expect(job).toMatchObject({ positions: offer?.positions, startDate: offer?.start.toISOString().slice(0, 10) });
      expect(job.title).toBe(`${offer?.degree} ${offer?.specialty}`);
    }
  });

  test('a check downloads nothing, because what it downloads would be missing in the next run', async () => {
    const { tools, asked } = toolsNow();
    expect(await staffingOrderCollector.check(taskOfOrders('changed.xml'), tools)).toMatchObject({
      ok: false,
      error: { kind: 'no_such_call' },
    });
    expect(asked).toEqual([]);
  });

  test('a wrong password is refused', async () => {
    const pulled = await staffingOrderCollector.pull(taskOfOrders('changed.xml', { password: 'canary' }), toolsNow().tools);
    expect(pulled).toMatchObject({ ok: false, error: { kind: 'sign_in' } });
    expect(JSON.stringify(pulled)).not.toContain('canary');
  });
});
