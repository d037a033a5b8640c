import type { CrawlerKind } from '#contract/rows/rows.ts';
import type { Collector } from './collector.ts';
import { feedCollector } from './feed.ts';

/** The collector of each kind of crawler. A kind without one takes jobs in another way, such as an upload. */
const collectors: Partial<Record<CrawlerKind, Collector>> = { feed: feedCollector as Collector };

export const collectorOf = (kind: CrawlerKind): Collector | undefined => collectors[kind];
