import type { CrawlerField } from '#contract/rows/crawler-settings.ts';
import type { CrawlerKind } from '#contract/rows/rows.ts';

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
