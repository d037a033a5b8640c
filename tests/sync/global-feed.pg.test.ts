import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settingsWith } from '#domain/crawlers/crawler-settings.ts';
import { publishCrawlers } from '#server/collecting/crawlers/crawlers.ts';
import { scan } from '#src/store/rows.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { stage } from '../support/worlds/sync-world.ts';
import { realDevice, until } from './real-device.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await stage(service.services.db, service.people.north, 5);
});
afterAll(() => service.close());

test('[S4] a device receives the global rows, follows them, and receives them again after a reset', async () => {
  const { db } = service.services;
  const feed = { id: 1, name: 'Feed', site: '', about: 'Reads files', kind: 'feed', settings: settingsWith('url') } as const;
  const portal = { id: 2, name: 'Portal', site: '', about: 'Signs in', kind: 'portal', settings: settingsWith() } as const;
  await publishCrawlers(db, [feed, portal]);
  const { store, engine } = await realDevice(service, 1);
  const shows = (rows: readonly object[]) =>
    until(async () => {
      engine.retryNow();
      return isDeepStrictEqual(await scan(store, 'crawler'), rows);
    });
  await shows([feed, portal]);
  const renamed = { ...feed, name: 'Feeds and files' };
  await publishCrawlers(db, [renamed]);
  await shows([renamed]);
  await db.updateTable('feed_epoch').set({ epoch: 'another' }).execute();
  await publishCrawlers(db, [renamed, portal]);
  await shows([renamed, portal]);
  expect(await scan(store, 'job')).toHaveLength(5);
  engine.stop();
});
