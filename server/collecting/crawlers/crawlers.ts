import { type CrawlerRow, nobody } from '#contract/rows/rows.ts';
import { canonicalJson } from '#domain/json/canonical-json.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { type CrawlerSetup, crawlerSetups } from './crawler-setups.ts';

/** What devices get of a crawler: nothing that only administrators see. */
export const publicRow = ({ id, name, site, about, kind, settings }: CrawlerSetup): CrawlerRow => ({
  id,
  name,
  site,
  about,
  kind,
  settings,
});

/** The crawlers as devices have them. */
export const publicCrawlers = async (db: Db | Tx): Promise<CrawlerRow[]> =>
  (await crawlerSetups(db)).filter(({ isDeleted }) => !isDeleted).map(publicRow);

/**
 * Updates the global feed to the catalog: publishes changed rows and removes deleted ones. Writes nothing if nothing changed. The last
 * statement of its transaction.
 */
export async function publishCrawlers(db: Db | Tx, given?: readonly CrawlerRow[]): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((tx) => publishCrawlers(tx, given));
  const tx = db as Tx;
  const rows = given ?? (await publicCrawlers(tx));
  const stored = await tx
    .selectFrom('crawler')
    .select(['id', 'row'])
    .where('customer_id', '=', nobody)
    .where('deleted', '=', false)
    .forUpdate()
    .execute();
  const held = new Map(stored.map(({ id, row }) => [id, canonicalJson(row)]));
  const changed = rows
    .filter((row) => held.get(row.id) !== canonicalJson(row))
    .map((row): Publication => ({ collection: 'crawler', row }));
  const gone = [...held.keys()].filter((id) => !rows.some((row) => row.id === id));
  const removed = gone.map((id): Publication => ({ collection: 'crawler', id, removed: true }));
  if (changed.length + removed.length > 0) await writeRows(tx, nobody, [...changed, ...removed]);
}
