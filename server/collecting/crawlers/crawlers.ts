import { type CrawlerRow, nobody } from '#contract/rows/rows.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { Publication } from '#server/kit/db/publication.ts';

/** The collector of feeds and files, with its documented id. */
export const feedCrawler: CrawlerRow = {
  id: 1,
  name: 'Feed',
  about: 'Reads a file or an address: CSV, TXT, XLSX, XML, JSON',
  kind: 'feed',
};

/** All kinds of collectors in this build. */
const catalogue: readonly CrawlerRow[] = [feedCrawler];

/**
 * Updates the stored catalog in the global feed to this build's: publishes changed rows and removes unknown ones. Writes
 * nothing if nothing changed.
 */
export async function publishCrawlers(db: Db, rows: readonly CrawlerRow[] = catalogue): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const stored = await tx
      .selectFrom('crawler')
      .select(['id', 'row'])
      .where('customer_id', '=', nobody)
      .where('deleted', '=', false)
      .forUpdate()
      .execute();
    const held = new Map(stored.map(({ id, row }) => [id, row as CrawlerRow]));
    const isNew = (row: CrawlerRow) => {
      const before = held.get(row.id);
      return before?.name !== row.name || before.about !== row.about || before.kind !== row.kind;
    };
    const changed = rows.filter(isNew).map((row): Publication => ({ collection: 'crawler', row }));
    const gone = [...held.keys()].filter((id) => !rows.some((row) => row.id === id));
    const removed = gone.map((id): Publication => ({ collection: 'crawler', id, removed: true }));
    if (changed.length + removed.length > 0) await writeRows(tx, nobody, [...changed, ...removed]);
  });
}
