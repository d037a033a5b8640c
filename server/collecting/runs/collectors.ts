import type { CrawlerKind } from '#contract/rows/rows.ts';
import { bearerFeedCollector } from '../collectors/bearer-feed.ts';
import type { Collector } from '../collectors/collector.ts';
import { feedCollector } from '../collectors/feed.ts';
import { laborEdgeCollector } from '../collectors/laboredge.ts';
import { mailCollector } from '../collectors/mail.ts';
import { portalCollector } from '../collectors/portal/portal.ts';
import { staffingOrderCollector } from '../collectors/staffing-order.ts';
import { trioCollector } from '../collectors/trio.ts';
import { webhookCollector } from '../collectors/webhook.ts';

/** The collector of each kind of crawler. A kind without one takes jobs in another way, such as an upload. */
const collectors: Partial<Record<CrawlerKind, Collector>> = Object.fromEntries(
  [
    feedCollector,
    bearerFeedCollector,
    staffingOrderCollector,
    portalCollector,
    trioCollector,
    laborEdgeCollector,
    webhookCollector,
    mailCollector,
  ].map((collector) => [collector.kind, collector as Collector]),
);

export const collectorOf = (kind: CrawlerKind): Collector | undefined => collectors[kind];
