import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { shipCrawlers } from '#server/collecting/crawlers/crawler-setups.ts';
import type { StagePlace } from '#server/collecting/staging/collected-of.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import { openDatabase } from '#server/kit/db/connection.ts';
import { startEmbedded } from '#server/kit/db/embedded/embedded.ts';
import { migrate } from '#server/kit/db/migrate.ts';
import { addCustomer } from '#server/seed/seed.ts';
import { buildFeedParser, buildRuleWorker } from '#tests/corpus/build-feed-parser.ts';
import { atsLists } from '../service/vendor-file.ts';

/** PostgreSQL with fsync on, one agency with ATS lists of so many facilities, the parsing process, and the threads that run rules. */
export async function startCollectWorld(facilities: number) {
  const home = await mkdtemp(join(tmpdir(), 'jobdock-bench-'));
  // The programs are built while PostgreSQL makes its files.
  const [embedded, ...forget] = await Promise.all([
    startEmbedded(home),
    buildRuleWorker(resolve('.')),
    buildFeedParser(resolve('.')),
  ]);
  await migrate(embedded.url());
  const db = openDatabase(embedded.url());
  await shipCrawlers(db);
  const customerId = await db.transaction().execute((tx) => addCustomer(tx, { name: 'Agency' }));
  const source = { id: 1, name: 'Harbor VMS', alias: null, autoPost: false, aliases: [], members: [] };
  await db.transaction().execute(async (tx) => {
    const [targetId = 0] = await nextIds(tx, 'target', 1);
    const lists = atsLists(targetId, facilities);
    const ids = await nextIds(tx, 'atsValue', lists.length);
    const target = {
      id: targetId,
      typeId: 8,
      name: 'Bullhorn',
      maps: ['facility', 'degree', 'specialty', 'shift'],
      specialtyDependsOnDegree: false,
      disabled: false,
      canPost: true,
      checkState: 'ok',
      hierarchyLevel: 'both',
      posting: 'live',
      mappingRequired: true,
      takesOnly: null,
    } as const;
    await writeRows(tx, customerId, [
      { collection: 'source', row: source },
      { collection: 'target', row: { ...target, maps: [...target.maps] }, extra: { settings: {} } },
      ...lists.map((row, i) => ({ collection: 'atsValue', row: { id: ids[i] ?? 0, ...row } }) as const),
    ]);
  });
  const place: StagePlace = { customerId, taskId: null, sourceId: 1, source: source.name };
  return {
    db,
    url: embedded.url(),
    place,
    async stop() {
      await db.destroy();
      await embedded.stop();
      for (const undo of forget) undo();
      await rm(home, { recursive: true, force: true });
    },
  };
}
export type CollectWorld = Awaited<ReturnType<typeof startCollectWorld>>;
