import type { CrawlerRow } from '#contract/rows/rows.ts';

/** Jobs of these tasks come by themselves, from people or vendors: nothing is asked for them, and they have no schedule. */
export const getsJobsSent = ({ kind, settings }: Pick<CrawlerRow, 'kind' | 'settings'>): boolean =>
  kind === 'file' || kind === 'webhook' || (kind === 'mail' && !settings.url.active);
