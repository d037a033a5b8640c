import { sql } from 'kysely';
import type { Recipe } from '#contract/collecting/recipe.ts';
import type { CrawlerSettings } from '#contract/rows/crawler-settings.ts';
import type { CrawlerKind } from '#contract/rows/rows.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { type ShippedCrawler, shippedCrawlers } from './shipped-crawlers.ts';

/** A crawler as administrators edit it, without the preset org key. */
export type CrawlerSetup = {
  readonly id: number;
  readonly name: string;
  readonly site: string;
  readonly about: string;
  readonly kind: CrawlerKind;
  readonly tags: readonly string[];
  readonly settings: CrawlerSettings;
  readonly recipe: Recipe | null;
  readonly isDeleted: boolean;
  readonly changedById: number | null;
  readonly changedAt: string | null;
};

const columns = sql`id, name, site, about, kind, tags, settings, recipe, removed as "isDeleted", changed_by as "changedById",
  changed_at as "changedAt"`;

/** The whole catalog by name, deleted crawlers included. */
export async function crawlerSetups(db: Db | Tx): Promise<CrawlerSetup[]> {
  return (await sql<CrawlerSetup>`select ${columns} from crawler_setup order by lower(name), id`.execute(db)).rows;
}

/**
 * One crawler; undefined if there is none. `lock` holds it until the transaction ends: `share` for a task that is saved by its settings,
 * `update` for a change of it, which waits for those tasks and then fits them.
 */
export async function crawlerSetup(db: Db | Tx, id: number, lock?: 'share' | 'update'): Promise<CrawlerSetup | undefined> {
  const { rows } = await sql<CrawlerSetup>`
    select ${columns} from crawler_setup where id = ${id} ${lock ? sql.raw(`for ${lock}`) : sql``}`.execute(db);
  return rows[0];
}

/** What of a crawler is stored. */
export type CrawlerDraft = Omit<CrawlerSetup, 'id' | 'changedById' | 'changedAt'>;

/** Adds a crawler, or changes the one with this id. `change` says who did it and when; null if it comes with the demo. Returns its id. */
export async function storeCrawler(
  tx: Tx,
  id: number,
  draft: CrawlerDraft,
  change: { readonly by: number; readonly at: Date } | null,
): Promise<number> {
  const { isDeleted: removed, settings, recipe, tags, ...texts } = draft;
  const values = {
    ...texts,
    tags: [...tags],
    settings: JSON.stringify(settings),
    recipe: recipe === null ? null : JSON.stringify(recipe),
    removed,
    changed_by: change?.by ?? null,
    changed_at: change?.at ?? null,
  };
  if (id === 0) return (await tx.insertInto('crawler_setup').values(values).returning('id').executeTakeFirstOrThrow()).id;
  await tx.updateTable('crawler_setup').set(values).where('id', '=', id).execute();
  return id;
}

/** Adds what this build ships and updates it where no administrator changed it. */
export async function shipCrawlers(db: Db, shipped: readonly ShippedCrawler[] = shippedCrawlers): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { id, name, site, about, kind, tags, settings } of shipped) {
      const texts = {
        name: await freeName(tx, id, name),
        site,
        about,
        kind,
        tags: [...tags],
        settings: JSON.stringify(settings),
      };
      await tx
        .insertInto('crawler_setup')
        .values({ id, ...texts })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(texts).where('crawler_setup.changed_by', 'is', null))
        .execute();
    }
  });
}

/** The name of a shipped crawler; with its number if an administrator gave the name to another crawler. */
async function freeName(tx: Tx, id: number, name: string): Promise<string> {
  const { rows } =
    await sql`select from crawler_setup where lower(name) = lower(${name}) and id <> ${id} and not removed`.execute(tx);
  return rows.length === 0 ? name : `${name} (${id})`;
}
