import { expect, test } from 'vitest';
import { laborEdgeSignIn } from '#server/demo/vendors/laboredge-double.ts';
import { offersAt } from '#server/demo/vendors/vendor-offers.ts';
import { collectorTools, jobsOf, taskOf } from '#tests/support/collecting/collector-tools.ts';
import { useVendorSite } from '#tests/support/collecting/vendor-site-tests.ts';
import { laborEdgeCollector } from './laboredge.ts';

const now = new Date('2025-01-10T12:00:00Z');
/** The clock of the service; the vendor's is `now`. */
let ours = now;
const site = useVendorSite(() => now);

const { password, organizationCode, client } = laborEdgeSignIn;
const taskAs = (username: string, credentials = {}, marks = {}, fullEveryHours = 0) =>
  taskOf(
    { fullEveryHours, oldTokenPath: false },
    { url: `${site.url()}/laboredge`, username, password, orgKey: organizationCode, secretKey: client, ...credentials },
    marks,
  );
const toolsNow = () => collectorTools({ sites: [site.url()], now: () => ours });
const open = offersAt('laboredge', now).filter(({ status }) => status === 'Open');
const tokensIn = (asked: readonly { url: string; body: string }[]) =>
  asked.filter(({ url }) => url.endsWith('/token')).map(({ body }) => new URLSearchParams(body).get('grant_type'));

test('all pages of the search are read by POST, at most 100 rows at once, with ids as given', async () => {
  const { tools, asked, progress } = toolsNow();
  const pulled = await laborEdgeCollector.pull(taskAs('nexus'), tools);
  expect(pulled).toMatchObject({ ok: true, value: { kind: 'file', complete: true } });
  if (!pulled.ok) return;
  const { jobs, refused, warned } = await jobsOf(pulled.value, '2025-01-10');
  expect([refused, warned]).toEqual([[], []]);
  expect(open.length).toBeGreaterThan(100);
  expect(jobs.map((job) => job.providerJobId)).toEqual(open.map(({ id }) => id.replace(/\D/g, '')));
  expect(jobs[0]).toMatchObject({ status: 'Open', facility: open[0]?.facilityText, durationDays: (open[0]?.weeks ?? 0) * 7 });
  expect(jobs[0]).toMatchObject({ licenses: 'BLS, ACLS', vms: 'Nexus', positions: open[0]?.positions, workType: 1 });
  expect(jobs[0]?.extra).toMatchObject({ 'rates.0.billRateCode': 'REG' });
  const searches = asked.filter(({ url }) => url.endsWith('/search'));
  expect(searches.every(({ method }) => method === 'POST')).toBe(true);
  expect(searches.map(({ body }) => (JSON.parse(body) as { pagingDetails: object }).pagingDetails)).toEqual(
    Array.from({ length: Math.ceil(open.length / 100) }, (_, page) => ({ start: page * 100, maxRowsToFetch: 100 })),
  );
  expect(tokensIn(asked)).toEqual(['password']);
  expect(progress.at(-1)).toEqual([open.length, open.length]);
});

test('a check only asks for a token', async () => {
  const { tools, asked } = toolsNow();
  expect(await laborEdgeCollector.check(taskAs('nexus'), tools)).toEqual({ ok: true, value: null });
  expect(asked).toHaveLength(1);
});

test('a token that ends midway is refreshed, each time with the newest refresh token', async () => {
  const { tools, asked } = toolsNow();
  const pulled = await laborEdgeCollector.pull(taskAs('brief'), tools);
  expect(pulled.ok && (await jobsOf(pulled.value, '2025-01-10')).jobs).toHaveLength(open.length);
  const refreshes = asked.map(({ body }) => new URLSearchParams(body).get('refresh_token')).filter((one) => one !== null);
  expect(refreshes.length).toBeGreaterThan(0);
  expect(new Set(refreshes).size).toBe(refreshes.length);
});

test('if the refresh is refused, the password gives another token', async () => {
  const { tools, asked } = toolsNow();
  const pulled = await laborEdgeCollector.pull(taskAs('unrefreshed'), tools);
  expect(pulled.ok && (await jobsOf(pulled.value, '2025-01-10')).jobs).toHaveLength(open.length);
  expect(tokensIn(asked).slice(0, 3)).toEqual(['password', 'refresh_token', 'password']);
});

test('a token is renewed before its 899 seconds are over', async () => {
  const { tools, asked } = collectorTools({ sites: [site.url()], now: () => ours });
  let searches = 0;
  const fetch: typeof tools.fetch = async (url, options) => {
    if (url.endsWith('/search')) searches += 1;
    const reply = await tools.fetch(url, options);
    ours = new Date(now.getTime() + searches * 880_000);
    return reply;
  };
  const pulled = await laborEdgeCollector.pull(taskAs('nexus'), { ...tools, fetch });
  ours = now;
  expect(pulled.ok).toBe(true);
  expect(tokensIn(asked)).toEqual(['password', ...Array.from({ length: searches - 1 }, () => 'refresh_token')]);
});

test('a list of which jobs are missing is not complete', async () => {
  const pulled = await laborEdgeCollector.pull(taskAs('short'), toolsNow().tools);
  expect(pulled).toMatchObject({ ok: true, value: { complete: false } });
  expect(pulled.ok && (await jobsOf(pulled.value, '2025-01-10')).jobs).toHaveLength(open.length);
});

test('changes only are never complete, and none of them is no change', async () => {
  const marks = (at: Date) => ({ asOf: at.toISOString(), fullAt: now.toISOString() });
  const since = new Date(now.getTime() - 4 * 60 * 60_000);
  const pulled = await laborEdgeCollector.pull(taskAs('nexus', {}, marks(since), 24), toolsNow().tools);
  expect(pulled).toMatchObject({ ok: true, value: { complete: false, marks: { fullAt: now.toISOString() } } });
  const from = since.getTime() - 10 * 60_000;
  const changed = offersAt('laboredge', now).filter(({ modifiedAt }) => modifiedAt.getTime() >= from);
  expect(pulled.ok && (await jobsOf(pulled.value, '2025-01-10')).jobs).toHaveLength(changed.length);
  expect(changed.some(({ status }) => status === 'Filled')).toBe(true);
  const later = marks(new Date(now.getTime() + 60 * 60_000));
  expect(await laborEdgeCollector.pull(taskAs('nexus', {}, later, 24), toolsNow().tools)).toEqual({
    ok: true,
    value: { kind: 'unchanged' },
  });
});

test.each([
  ['a wrong password', 'nexus', { password: 'canary-password' }, 'sign_in'],
  ['a wrong client key', 'nexus', { secretKey: 'nexus:canary' }, 'sign_in'],
  ['a missing organization code', 'nexus', { orgKey: '' }, 'setup'],
  ['no address', 'nexus', { url: '' }, 'setup'],
  ['a token that is never believed', 'never', {}, 'sign_in'],
  ['too many requests', 'limited', {}, 'rate_limited'],
  ['an error of the vendor', 'broken', {}, 'vendor_error'],
  ['a count that cannot be', 'uncounted', {}, 'unreadable'],
  ['a key that no header can hold', 'nexus', { secretKey: 'schlüssel' }, 'setup'],
  ['paging in a circle', 'loop', {}, 'page_changed'],
] as const)('%s is a problem of its kind', async (_what, username, credentials, kind) => {
  const pulled = await laborEdgeCollector.pull(taskAs(username, credentials), toolsNow().tools);
  expect(pulled).toMatchObject({ ok: false, error: { kind, ...(kind === 'rate_limited' && { retryAfterSeconds: 120 }) } });
  expect(JSON.stringify(pulled)).not.toMatch(/canary|nexus-Demo/);
});
