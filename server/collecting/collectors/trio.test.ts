import { expect, test } from 'vitest';
import { trioClosedJobs, trioKeys } from '#server/demo/vendors/trio-double.ts';
import { offersAt } from '#server/demo/vendors/vendor-offers.ts';
import { collectorTools, jobsOf, taskOf } from '#tests/support/collecting/collector-tools.ts';
import { useVendorSite } from '#tests/support/collecting/vendor-site-tests.ts';
import { trioCollector } from './trio.ts';

const start = new Date('2025-01-10T12:00:00Z');
let now = start;
const site = useVendorSite(() => now);

const settings = { fullEveryHours: 24, closedJobs: { ...trioClosedJobs } };
const taskWith = (credentials = {}, marks = {}, changes = {}) =>
  taskOf({ ...settings, ...changes }, { url: `${site.url()}/trio/demo`, password: trioKeys.good, ...credentials }, marks);
const toolsNow = () => collectorTools({ sites: [site.url()], now: () => now });
const openAt = (at: Date) => offersAt('trio', at).filter(({ status }) => status === 'Open');
const numbersOf = (offers: ReturnType<typeof offersAt>) => offers.map(({ id }) => id.replace(/\D/g, '')).sort();

test('the first pull lists every open job, with its documented fields', async () => {
  const { tools, asked } = toolsNow();
  const pulled = await trioCollector.pull(taskWith(), tools);
  expect(pulled).toMatchObject({ ok: true, value: { kind: 'file', complete: true, marks: { asOf: now.toISOString() } } });
  if (!pulled.ok) return;
  const { jobs, refused, warned } = await jobsOf(pulled.value, '2025-01-10');
  const open = openAt(now);
  expect([refused, warned]).toEqual([[], []]);
  expect(jobs.map((job) => job.providerJobId).sort()).toEqual(numbersOf(open));
  const [offer] = open.filter(({ id }) => !/[05]$/.test(id));
  const job = jobs.find(({ providerJobId }) => offer?.id.endsWith(`-${providerJobId}`));
  expect(job).toMatchObject({ status: 'Open', billRate: offer?.billRate, positions: offer?.positions, degree: offer?.degree });
  expect(new Set(jobs.map((one) => [one.status, /[05]$/.test(one.providerJobId)].join()))).toEqual(
    new Set(['Open,false', 'On Hold,true']),
  );
  expect(job?.startDate).toBe(offer?.start.toISOString().slice(0, 10));
  expect(job?.coordinator).toBe('Dana Whitfield');
  expect(job?.extra).toMatchObject({ 'Certifications.0.Name': 'BLS' });
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([`GET ${site.url()}/trio/demo/api/v3/Job`]);
});

test('a later pull asks for changes only, and learns of closed jobs', async () => {
  const first = await trioCollector.pull(taskWith(), toolsNow().tools);
  const marks = first.ok && first.value.kind === 'file' ? first.value.marks : {};
  now = new Date(start.getTime() + 5 * 60 * 60_000);
  const { tools, asked } = toolsNow();
  const pulled = await trioCollector.pull(taskWith({}, marks), tools);
  now = start;
  expect(pulled).toMatchObject({ ok: true, value: { complete: false } });
  expect(asked.map(({ url }) => new URL(url).pathname)).toEqual([
    '/trio/demo/api/v3/Job',
    `/trio/demo/api/v3/${trioClosedJobs.path}`,
  ]);
  if (!pulled.ok) return;
  const { jobs } = await jobsOf(pulled.value, '2025-01-10');
  const later = new Date(start.getTime() + 5 * 60 * 60_000);
  const since = start.getTime() - 10 * 60_000;
  const changed = offersAt('trio', later).filter(({ modifiedAt }) => modifiedAt.getTime() >= since);
  expect(jobs.map((job) => job.providerJobId).sort()).toEqual(numbersOf(changed));
  expect(jobs.some(({ status }) => status !== 'Open')).toBe(changed.some(({ status }) => status !== 'Open'));
  expect(changed.length).toBeGreaterThan(3);
});

test('without an address for closed jobs, only open ones are asked for', async () => {
  const marks = { asOf: start.toISOString(), fullAt: start.toISOString() };
  const { tools, asked } = toolsNow();
  expect((await trioCollector.pull(taskWith({}, marks, { closedJobs: null }), tools)).ok).toBe(true);
  expect(asked).toHaveLength(1);
});

test('a day after the whole list, the whole list is fetched again', async () => {
  const day = 24 * 60 * 60_000;
  const marks = { asOf: start.toISOString(), fullAt: new Date(start.getTime() - day).toISOString() };
  expect(await trioCollector.pull(taskWith({}, marks), toolsNow().tools)).toMatchObject({ ok: true, value: { complete: true } });
});

test('one job is fetched by its number, and its lists are part of it', async () => {
  const [offer] = openAt(now);
  const number = numbersOf(offer ? [offer] : [])[0] ?? '';
  const pulled = await trioCollector.pullOne?.(taskWith(), number, toolsNow().tools);
  expect(pulled).toMatchObject({ ok: true, value: { complete: false } });
  if (!pulled?.ok || pulled.value.kind === 'gone') return;
  const { jobs } = await jobsOf(pulled.value, '2025-01-10');
  expect(jobs).toHaveLength(1);
  expect(jobs[0]).toMatchObject({ providerJobId: number, facility: offer?.facilityText });
  expect(await trioCollector.pullOne?.(taskWith(), '1', toolsNow().tools)).toEqual({ ok: true, value: { kind: 'gone' } });
});

test('a check asks for the professions only', async () => {
  const { tools, asked } = toolsNow();
  expect(await trioCollector.check(taskWith(), tools)).toEqual({ ok: true, value: null });
  expect(asked.map(({ url }) => url)).toEqual([`${site.url()}/trio/demo/api/v3/Profession`]);
});

test.each([
  ['a wrong key', { password: 'canary-key' }, 'sign_in'],
  ['no key', { password: '' }, 'setup'],
  ['a key that no header can hold', { password: 'key\nX-Other: 1' }, 'setup'],
  ['no address', { url: '' }, 'setup'],
  ['another tenant', { url: 'TENANT' }, 'unreachable'],
  ['too many requests', { password: trioKeys.limited }, 'rate_limited'],
  ['an error of the vendor', { password: trioKeys.broken }, 'vendor_error'],
  ['a web page in place of data', { password: trioKeys.page }, 'unreadable'],
] as const)('%s is a problem of its kind', async (_what, changes, kind) => {
  const credentials = 'url' in changes && changes.url === 'TENANT' ? { url: `${site.url()}/trio/other` } : changes;
  const pulled = await trioCollector.pull(taskWith(credentials), toolsNow().tools);
  expect(pulled).toMatchObject({ ok: false, error: { kind, ...(kind === 'rate_limited' && { retryAfterSeconds: 120 }) } });
  expect(JSON.stringify(pulled)).not.toMatch(/canary|demo-key/);
});

test('an address without a tenant is a setup that is not complete', async () => {
  const pulled = await trioCollector.pull(taskWith({ url: 'https://api.triovms.com/' }), toolsNow().tools);
  expect(pulled).toMatchObject({ ok: false, error: { kind: 'setup' } });
});
