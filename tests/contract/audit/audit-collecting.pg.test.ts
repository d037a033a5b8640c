import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTasks } from '#contract/collecting/bulk-tasks.ts';
import { saveCrawler, syncCrawlers } from '#contract/collecting/crawlers.ts';
import { addTask, saveTaskScope } from '#contract/collecting/new-tasks.ts';
import { revealPassword } from '#contract/collecting/task-credentials.ts';
import { resetLastCounters } from '#contract/collecting/task-stats.ts';
import { saveTask } from '#contract/collecting/tasks.ts';
import { settingsWith } from '#domain/crawlers/crawler-settings.ts';
import { everyJob } from '#domain/crawlers/job-scope.ts';
import { demoPortalRecipe } from '#server/demo/vendors/portal-recipe.ts';
import { routes } from '#server/routes.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { changed, createLineReader, type LineReader, object } from './audit-lines.ts';
import { callsAboutCollecting } from './audited-elsewhere.ts';

// As audit.pg.test.ts, for the catalog of crawlers and the credentials of tasks.
let service: TestService;
let admin: string;
let reader: LineReader;
beforeAll(async () => {
  service = await startTestService();
  reader = createLineReader(service);
  admin = await service.signIn('administrator');
});
afterAll(() => service.close());

test('audit lines of crawlers: save, sync', async () => {
  const crawler = {
    id: 0,
    name: 'Blue',
    site: 'blue.example',
    about: '',
    kind: 'portal',
    tags: ['blue'],
    settings: settingsWith('url'),
    isDeleted: false,
    recipe: { ...demoPortalRecipe, list: { ...demoPortalRecipe.list, page: '/geheim-step' } },
  };
  const added = await reader.lineOf(saveCrawler, crawler, admin);
  expect(added).toMatchObject({ customer_id: service.people.provider, object_kind: 'crawler', detail: { settings: ['recipe'] } });
  expect(changed(added)).toMatchObject({ name: [null, 'Blue'], tags: [null, ['blue']] });
  const id = Number(added.object_id);
  const renamed = await reader.lineOf(saveCrawler, { ...crawler, id, name: 'Navy' }, admin);
  expect(changed(renamed)).toEqual({ name: ['Blue', 'Navy'] });
  expect(object(await reader.lineOf(syncCrawlers, {}, admin))).toEqual([null, null]);
});

test('audit lines of a task’s credentials: changed by name only, and revealed', async () => {
  const { north } = service.people;
  const url = 'https://vendor.example/jobs?key=geheim';
  const task = { cust: north, id: 0, name: 'Nexus', site: 'Nexus', url, everyMinutes: 60, isDisabled: true, crawlerId: 61 };
  const secrets = { username: 'geheim-user', password: 'geheim-password', orgKey: 'geheim-org' };
  const added = await reader.lineOf(saveTask, { ...task, ...secrets }, admin);
  expect(added.detail['settings']).toEqual(['url', 'username', 'password', 'orgKey']);
  const id = Number(added.object_id);
  const revealed = await reader.lineOf(revealPassword, { cust: north, id }, admin);
  expect(revealed).toMatchObject({ customer_id: north, object_kind: 'task', object_id: String(id), detail: { name: 'Nexus' } });
});

test('audit lines of a new task: added with its credentials by name only, and its scope', async () => {
  const { north } = service.people;
  const secrets = { url: 'https://vendor.example/jobs?key=geheim', username: 'geheim-user', password: 'geheim-password' };
  const added = await reader.lineOf(addTask, { cust: north, crawlerId: 61, alias: 'Nexus West', ...secrets }, admin);
  expect(added).toMatchObject({ customer_id: north, object_kind: 'task', detail: { settings: ['url', 'username', 'password'] } });
  expect(changed(added)).toMatchObject({ name: [null, 'Nexus West'], disabled: [null, true] });
  const id = Number(added.object_id);
  const scope = { ...everyJob, perDiem: false, daysTo: 30, isAccountCredentialManaged: true };
  expect(changed(await reader.lineOf(saveTaskScope, { cust: north, id, ...scope }, admin))).toEqual({
    perDiem: [true, false],
    daysTo: [null, 30],
    isAccountCredentialManaged: [false, true],
  });
});

test('audit lines of tasks that are added in bulk, and of their last counters', async () => {
  const { north } = service.people;
  const added = await reader.lineOf(addTasks, { cust: north, toadd: [{ crawlerId: 63, count: 2 }] }, admin);
  expect(added).toMatchObject({ customer_id: north, detail: { tasks: 2, names: ['Webhook', 'Webhook 2'] } });
  const { id } = await service.services.db.selectFrom('task').select('id').orderBy('id').executeTakeFirstOrThrow();
  const reset = await reader.lineOf(resetLastCounters, { cust: north, customerCrawlerId: id }, admin);
  expect(object(reset)).toEqual(['task', String(id)]);
});

test('the tests above cover every one of these calls that declares an audit line', () => {
  const named = routes.filter(({ audit }) => audit !== null && !audit.startsWith('none: ')).map(({ endpoint }) => endpoint);
  expect(named.filter((one) => callsAboutCollecting.has(one) && !reader.done.has(one)).map(({ route }) => route)).toEqual([]);
});

test('no audit line contains a step of a recipe or a secret', async () => {
  const lines = await service.services.db.selectFrom('audit').select('detail').execute();
  expect(JSON.stringify(lines)).not.toContain('geheim');
});
