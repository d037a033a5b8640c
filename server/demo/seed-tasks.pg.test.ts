import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import { useVendorSite } from '#tests/support/collecting/vendor-site-tests.ts';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { crawlerSetups, storeCrawler } from '../collecting/crawlers/crawler-setups.ts';
import { collectJobs } from '../collecting/runs/due-tasks.ts';
import { credentialsOf } from '../collecting/task-rows/task-credentials.ts';
import { taskOfKey } from '../collecting/webhooks/webhook-address.ts';
import { seedTasks } from './seed-tasks.ts';
import { demoPortalCrawler } from './vendors/portal-crawler.ts';
import { seedWebhookTask } from './webhook-vendor/seed-webhook-task.ts';

const at = new Date('2026-11-20T12:00:00Z');
const site = useVendorSite(() => at);
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ at, vendorSiteUrl: site.url() });
});
afterAll(() => service.close());

const stored = () =>
  service.services.db
    .selectFrom('task')
    .select(['id', 'next_run_at', 'settings', 'row'])
    .where('deleted', '=', false)
    .orderBy('id')
    .execute();
const namesOf = (tasks: Awaited<ReturnType<typeof stored>>) => tasks.map(({ row }) => (row as TaskRow).name);

test('new demo tasks are due at once; a restart gives them the new address and leaves the rest as it is', async () => {
  const { services, people } = service;
  await seedTasks(services, people.north, 'http://127.0.0.1:4001');
  const first = await stored();
  expect(namesOf(first)).toEqual([
    'Medloop',
    'Careline',
    'Nightingale',
    'Northfield Trio',
    'Coastal Nexus',
    'Summit Feed',
    'Prairie Orders',
    'Crestview Portal',
  ]);
  for (const { next_run_at } of first) expect(Date.parse(next_run_at ?? '')).toBeLessThanOrEqual(services.now().getTime());
  const { row } = first.find((task) => (task.row as TaskRow).name === 'Coastal Nexus') ?? {};
  expect(row).toMatchObject({ crawler: 'LaborEdge Nexus', has: ['url', 'username', 'password', 'orgKey', 'secretKey'] });

  const portal = first.find((task) => (task.row as TaskRow).name === 'Crestview Portal')?.row as TaskRow;
  expect(portal).toMatchObject({ has: ['url', 'username', 'password', 'orgKey'] });
  const crawler = (await crawlerSetups(services.db)).find(({ id }) => id === portal.crawlerId);
  expect(crawler).toMatchObject({ name: portal.crawler, kind: 'portal', changedAt: null });
  if (!crawler) return;
  const change = { by: people.administrator, at: services.now() };
  const edited = { ...demoPortalCrawler, name: 'Crestview', about: 'Edited' };
  await services.db.transaction().execute((tx) => storeCrawler(tx, crawler.id, edited, change));

  await sql`update task set next_run_at = '2030-01-01Z', settings = settings || '{"scope": {"kept": true}}'`.execute(services.db);
  await sql`update task set deleted = true where row ->> 'name' = 'Careline'`.execute(services.db);
  await seedTasks(services, people.north, 'http://127.0.0.1:4002');
  const second = await stored();
  expect(namesOf(second)).toEqual(namesOf(first).filter((name) => name !== 'Careline'));
  for (const { next_run_at, settings } of second)
    expect([Date.parse(next_run_at ?? ''), settings]).toEqual([
      Date.UTC(2030, 0, 1),
      { feed: 'http://127.0.0.1:4002/…', scope: { kept: true } },
    ]);
  const portals = (await crawlerSetups(services.db)).filter(({ site: of }) => of === 'Crestview');
  expect(portals).toMatchObject([{ id: crawler.id, name: 'Crestview', about: 'Edited' }]);
});

test('what the tasks sign in with is stored encrypted, and each of them collects its few jobs with it', async () => {
  const { services, people } = service;
  await sql`update task set deleted = true`.execute(services.db);
  await seedTasks(services, people.south, site.url());
  await sql`update task set deleted = true where row ->> 'crawlerId' = '1'`.execute(services.db);
  const few = await stored();
  const { rows: sealed } = await sql<{ text: string }>`
    select sealed as text from secret union all select row_to_json(t)::text from task t`.execute(services.db);
  for (const { id, row } of few) {
    const held = await credentialsOf(services.db, services.secrets, { customerId: people.south, taskId: id });
    expect(held.url).toContain(site.url());
    expect(Object.entries(held).flatMap(([name, value]) => (value === '' ? [] : [name]))).toEqual((row as TaskRow).has);
    for (const secret of [held.url, held.password, held.orgKey, held.secretKey].filter((text) => text !== ''))
      expect(sealed.filter(({ text }) => text.includes(secret))).toEqual([]);
  }
  await runJobs(services.db, collectJobs(services));
  const jobs = (await services.db.selectFrom('job').select('row').where('customer_id', '=', people.south).execute()).map(
    ({ row }) => row as JobRow,
  );
  for (const { id, row } of await stored()) {
    const own = jobs.filter(({ taskId }) => taskId === id);
    const isFew = expect.toSatisfy((jobs: number) => jobs >= 3 && jobs <= 16);
    const { name, alarm, refused } = row as TaskRow;
    expect({ name, alarm, refused, jobs: own.length }).toEqual({ name, alarm: null, refused: 0, jobs: isFew });
    for (const job of own)
      expect(job).toMatchObject({
        facility: expect.any(String),
        city: expect.any(String),
        state: expect.any(String),
        degree: expect.any(String),
        specialty: expect.any(String),
        startDate: expect.stringMatching(/^202[67]-/),
      });
  }
});

test('the webhook task keeps its address, and has none once a person removed it', async () => {
  const { services, people } = service;
  const key = await seedWebhookTask(services, people.north);
  expect(await seedWebhookTask(services, people.north)).toBe(key);
  expect(await taskOfKey(services.db, services.secrets, key ?? '')).toMatchObject({ customerId: people.north });
  await sql`update task set deleted = true where row ->> 'name' = 'Redwood VMS'`.execute(services.db);
  expect(await seedWebhookTask(services, people.north)).toBeNull();
});
