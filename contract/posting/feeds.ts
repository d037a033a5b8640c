import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { newestOf } from '../kit/newest.ts';
import { FeedFormat } from './feed-settings.ts';

export const readFeed = endpoint('GET /feeds/:key', {
  about:
    'The feed of one target at a secret address, as XML, JSON or CSV: the open jobs that are not on hold. Answers 304 to `If-None-Match` while nothing has changed, and 410 at an address that was renewed.',
  args: z.object({ key: z.string().min(24).max(64) }),
  reply: z.string(),
  fails: ['not_found'],
  needs: 'public',
  offline: 'online',
  raw: 'xml',
  example: '<?xml version="1.0" encoding="utf-8"?>\n<source>\n</source>\n',
});

export const readOfferedJob = endpoint('GET /apply/:reference', {
  about:
    'The public page of one job of a feed, with its JobPosting. Answers a page with 410 once the job is no longer offered, and with 404 for a reference that no feed has listed.',
  args: z.object({ reference: z.string().max(200) }),
  reply: z.string(),
  fails: [],
  needs: 'public',
  offline: 'online',
  raw: 'html',
  example: '<!doctype html><html lang="en"><head><title>RN ICU</title></head></html>',
});

/**
 * Why an open job is not in a feed. Those of targets and jobs are the codes of posting; `kept_by_rule` and `awaits_ai` come from rules on
 * export.
 */
export const FeedReasonCode = z.enum([
  'target_disabled',
  'posting_off',
  'target_takes_orders',
  'target_takes_shifts',
  'target_takes_long_term',
  'target_takes_per_diem',
  'cancelled',
  'on_hold',
  'hidden',
  'unmapped_facility',
  'unmapped_degree',
  'unmapped_specialty',
  'unmapped_shift',
  'choose_source',
  'other_chosen',
  'other_posted',
  'below_floor',
  'kept_by_rule',
  'awaits_ai',
]);
export type FeedReasonCode = z.infer<typeof FeedReasonCode>;

/** A job that boards drop, and why. */
export const DroppedJob = z.object({ jobId: z.number(), title: z.string(), words: z.array(z.string()) });
export type DroppedJob = z.infer<typeof DroppedJob>;

/** A program that read a feed. `address` is shortened. */
export const FeedReader = z.object({
  agent: z.string(),
  address: z.string(),
  readAt: z.string(),
  times: z.number(),
  jobs: z.number(),
});
export type FeedReader = z.infer<typeof FeedReader>;

const ofFeed = { cust: CustomerRef, target: Id };

export const checkFeed = endpoint('GET /api/posting/feed/:cust/:target', {
  about:
    'What a feed lists now: the number of jobs, its first job as written, the jobs that boards drop (200 of them at most) and who read it in the last 30 days.',
  args: z.object(ofFeed),
  reply: z.object({
    format: FeedFormat,
    jobs: z.number(),
    preview: z.string(),
    dropped: newestOf(DroppedJob),
    readers: newestOf(FeedReader),
  }),
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'targets.write',
  offline: 'cached',
  example: {
    format: 'indeed',
    jobs: 400,
    preview: '  <job>\n    <title><![CDATA[RN ICU]]></title>\n  </job>\n',
    dropped: { total: 1, rows: [{ jobId: 7, title: 'RN ICU', words: ['The job has no city.'] }] },
    readers: {
      total: 1,
      rows: [{ agent: 'Indeed', address: '203.0.113.0', readAt: '2026-11-20T12:00:00.000Z', times: 30, jobs: 400 }],
    },
  },
});

export const renewFeedAddress = endpoint('POST /api/posting/feed/renew/:cust/:target', {
  about: 'Gives a feed a new address. The old one ends at once and answers 410.',
  args: z.object(ofFeed),
  reply: z.object({ xmlFeedUrl: z.string() }),
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'targets.write',
  offline: 'online',
  example: { xmlFeedUrl: '/feeds/0123456789abcdef0123456789abcdef' },
});

export const feedEndpoints = [readFeed, readOfferedJob, checkFeed, renewFeedAddress];
