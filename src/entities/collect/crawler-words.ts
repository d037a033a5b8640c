import type { CrawlerField } from '#contract/rows/crawler-settings.ts';
import type { CrawlerKind, CrawlerRow } from '#contract/rows/rows.ts';

/** What each kind of crawler is called. */
export const crawlerKinds: Record<CrawlerKind, string> = {
  feed: 'Feed',
  bearer: 'Feed with a key',
  staffing_order: 'Staffing orders (HR-XML)',
  file: 'File upload',
  mail: 'Email',
  portal: 'Web portal',
  trio: 'Trio VMS',
  laboredge: 'LaborEdge',
  webhook: 'Webhook',
};

/** Jobs of these tasks come by themselves, from people or vendors: nothing is asked for them, and they have no schedule. */
export const getsJobsSent = ({ kind, settings }: Pick<CrawlerRow, 'kind' | 'settings'>): boolean =>
  kind === 'file' || kind === 'webhook' || (kind === 'mail' && !settings.url.active);

/** What each field of a task is called, unless its crawler says otherwise. */
export const crawlerFieldNames: Record<CrawlerField, string> = {
  url: 'Site URL',
  username: 'User name',
  password: 'Password',
  orgKey: 'Org key',
  secretKey: 'Secret key',
  description: 'Description',
  label: 'Note',
  switch: 'Switch',
};
