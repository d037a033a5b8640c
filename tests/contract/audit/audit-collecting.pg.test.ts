import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveCrawler, syncCrawlers } from '#contract/collecting/crawlers.ts';
import { settingsWith } from '#domain/crawlers/crawler-settings.ts';
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
    recipe: { steps: ['geheim-step'] },
  };
  const added = await reader.lineOf(saveCrawler, crawler, admin);
  expect(added).toMatchObject({ customer_id: service.people.provider, object_kind: 'crawler', detail: { settings: ['recipe'] } });
  expect(changed(added)).toMatchObject({ name: [null, 'Blue'], tags: [null, ['blue']] });
  const id = Number(added.object_id);
  const renamed = await reader.lineOf(saveCrawler, { ...crawler, id, name: 'Navy' }, admin);
  expect(changed(renamed)).toEqual({ name: ['Blue', 'Navy'] });
  expect(object(await reader.lineOf(syncCrawlers, {}, admin))).toEqual([null, null]);
});

test('the tests above cover every one of these calls that declares an audit line', () => {
  const named = routes.filter(({ audit }) => audit !== null && !audit.startsWith('none: ')).map(({ endpoint }) => endpoint);
  expect(named.filter((one) => callsAboutCollecting.has(one) && !reader.done.has(one)).map(({ route }) => route)).toEqual([]);
});

test('no audit line contains a step of a recipe or a secret', async () => {
  const lines = await service.services.db.selectFrom('audit').select('detail').execute();
  expect(JSON.stringify(lines)).not.toContain('geheim');
});
