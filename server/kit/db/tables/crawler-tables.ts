import type { ColumnType, Generated } from 'kysely';
import type { CrawlerSettings } from '#contract/rows/crawler-settings.ts';
import type { CrawlerKind } from '#contract/rows/rows.ts';
import type { Json, MaybeInstant } from './column-types.ts';

/** The catalog of crawlers, as administrators edit it. */
export type CrawlerTables = {
  crawler_setup: {
    id: Generated<number>;
    name: string;
    site: string;
    about: string;
    kind: CrawlerKind;
    tags: Generated<string[]>;
    settings: Json<CrawlerSettings>;
    recipe: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
    removed: Generated<boolean>;
    changed_by: number | null;
    changed_at: MaybeInstant;
  };
};
