import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { type FeedField, feedFields } from '#contract/posting/feed-settings.ts';
import type { FeedReasonCode } from '#contract/posting/feeds.ts';
import type { reportFeedJobs } from '#contract/reports/feed-jobs.ts';
import { feedFieldLabel } from '../../posting/feeds/feed-elements.ts';
import { feedReasonNames } from '../../posting/feeds/feed-reasons.ts';
import type { Report, ReportColumn, ReportColumnType } from '../kit/report.ts';
import { reportIds } from '../kit/report-ids.ts';

/** One open job of one feed, as the service answers. */
export type FeedJobLine = ReplyOf<typeof reportFeedJobs>['rows'][number];
type Column = ReportColumn<FeedJobLine>;

const types: Partial<Record<FeedField, ReportColumnType>> = {
  date: 'instant',
  url: 'link',
  startDate: 'date',
  endDate: 'date',
  payPerHour: 'number',
  payPerWeek: 'number',
  weeks: 'number',
  positions: 'number',
  hoursPerWeek: 'number',
};

/** Elements that the report shows first; the others wait in its column chooser. */
const shownFirst: ReadonlySet<FeedField> = new Set<FeedField>([
  'reference',
  'title',
  'company',
  'city',
  'state',
  'category',
  'pay',
  'jobType',
  'date',
  'url',
]);

const renamed: ReadonlySet<FeedField> = new Set<FeedField>(['degree', 'specialty', 'shift']);

/** A field's name, with the customer's own name where it is a field of jobs. */
function labelOf(field: FeedField): string {
  if (field.startsWith('custom')) return `{customField${field.replace('custom', '')}}`;
  return renamed.has(field) ? `{${field}}` : feedFieldLabel(field);
}

/** An element of a feed. One that the feed does not write says so; a number that is missing may be either. */
function columnOf(field: FeedField): Column {
  const type = types[field] ?? 'text';
  return {
    key: field,
    label: labelOf(field),
    type,
    none: (row) => (row[field] === null && type !== 'number' ? 'No element' : '—'),
    ...(!shownFirst.has(field) && { hidden: true }),
  };
}

const elements = [
  ...feedFields.filter((field) => shownFirst.has(field)),
  ...feedFields.filter((field) => !shownFirst.has(field)),
].map(columnOf);

const codes = Object.keys(feedReasonNames) as FeedReasonCode[];

/** `/report_xmljobs`: what each feed holds now, element by element, and why a job is not in it. */
export const feedJobsReport: Report<FeedJobLine> & { readonly answeredBy: 'service' } = {
  id: reportIds.feedJobs,
  title: 'Jobs in feeds',
  about: 'Every open job in each feed with the elements that job boards read, or why the job is not in the feed.',
  group: 'Posting',
  audience: 'targets.write',
  path: '/report_xmljobs',
  answeredBy: 'service',
  call: 'GET /api/reports/xmljobs/:cust',
  offline: 'cached',
  noun: 'job',
  columns: [
    {
      key: 'providerJobId',
      label: '{providerJobId|Job}',
      type: 'text',
      to: ({ jobId }) => `/staging?view=all&open=job:${jobId}`,
    },
    { key: 'feed', label: 'Feed', type: 'text', to: ({ targetId }) => `/targetconfig/${targetId}` },
    { key: 'source', label: '{source}', type: 'text' },
    { key: 'isListed', label: 'In the feed', type: 'yes-no' },
    { key: 'reason', label: 'Reason', type: 'text', hidden: true },
    { key: 'why', label: 'Why it is not in the feed', type: 'text' },
    { key: 'dropped', label: 'Why Indeed drops it', type: 'text' },
    ...elements,
  ],
  filters: [
    { kind: 'value', name: 'feed', label: 'Feed', key: 'targetId' },
    {
      kind: 'choice',
      name: 'listed',
      label: 'Listing',
      choices: [
        { value: 'yes', label: 'In the feed' },
        { value: 'no', label: 'Not in the feed' },
        { value: 'dropped', label: 'In the feed, dropped by Indeed' },
      ],
      keeps: ({ isListed, dropped }, value) => (value === 'dropped' ? dropped !== '' : isListed === (value === 'yes')),
    },
    {
      kind: 'choice',
      name: 'reason',
      label: 'Reason',
      choices: codes.map((code) => ({ value: code, label: feedReasonNames[code] })),
      keeps: (row, value) => row.codes.some((code) => code === value),
    },
  ],
  sort: { key: 'feed', descending: false },
};
