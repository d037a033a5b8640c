import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { IdOrNone } from '../kit/ids.ts';
import { sortBy } from '../kit/sorting.ts';
import { type FeedField, feedFields } from '../posting/feed-settings.ts';
import { FeedReasonCode } from '../posting/feeds.ts';
import { reportArgs, reportRows } from './report-lists.ts';

const Text = z.string().nullable();
const Amount = z.number().nullable();

/** The fields of a feed that hold a number. */
const amounts = { payPerHour: Amount, payPerWeek: Amount, weeks: Amount, positions: Amount, hoursPerWeek: Amount };
type TextField = Exclude<FeedField, keyof typeof amounts>;
const texts = Object.fromEntries(feedFields.map((field) => [field, Text])) as Record<TextField, typeof Text>;

/**
 * One open job of one feed, with the value of each field that the feed writes: blank where the job has none (null for numbers), null where the
 * feed has no such element. Texts are cut after 500 characters. A job that is not in the feed has its values before rules on export, and
 * neither reference nor URL.
 */
export const FeedJobRow = z.object({
  targetId: z.number(),
  feed: z.string(),
  jobId: z.number(),
  providerJobId: z.string(),
  source: z.string(),
  isListed: z.boolean(),
  /** Why it is not in the feed: the codes, the first one in words, and a sentence for each. Empty if it is. */
  codes: z.array(FeedReasonCode),
  reason: z.string(),
  why: z.string(),
  /** Why Indeed drops it although the feed lists it; blank if it does not. */
  dropped: z.string(),
  ...texts,
  ...amounts,
});
export type FeedJobRow = z.infer<typeof FeedJobRow>;
export const feedJobSorts = ['feed', 'isListed', 'reason', 'title', 'source', 'providerJobId'] as const;

/** Whether a job is in the feed, is not, or is and Indeed drops it. */
export const FeedJobState = z.enum(['yes', 'no', 'dropped']);
export type FeedJobState = z.infer<typeof FeedJobState>;

export const reportFeedJobs = endpoint('GET /api/reports/xmljobs/:cust', {
  about:
    'What each feed of a customer holds now: every open job with its elements, or why it is not in the feed. `feeds` are all feeds of the customer; `feed` asks for one of them, 0 for all.',
  args: z.object({
    ...reportArgs,
    feed: IdOrNone.default(0),
    listed: FeedJobState.optional(),
    reason: FeedReasonCode.optional(),
    sort: sortBy(FeedJobRow, feedJobSorts).default('feed'),
  }),
  reply: reportRows(FeedJobRow).extend({ feeds: z.array(z.object({ id: z.number(), name: z.string() })) }),
  fails: ['invalid', 'not_found'],
  needs: 'targets.write',
  offline: 'cached',
  example: {
    total: 1,
    feeds: [{ id: 2, name: 'Job board feed' }],
    rows: [
      {
        targetId: 2,
        feed: 'Job board feed',
        jobId: 7,
        providerJobId: 'HV-7',
        source: 'Harbor VMS',
        isListed: false,
        codes: ['on_hold'],
        reason: 'On hold',
        why: 'The job is on hold: release it first.',
        dropped: '',
        ...(Object.fromEntries(feedFields.map((field) => [field, null])) as Record<FeedField, null>),
        title: 'RN ICU',
        city: 'Reno',
        state: 'NV',
      },
    ],
  },
});

export const feedJobEndpoints = [reportFeedJobs];
