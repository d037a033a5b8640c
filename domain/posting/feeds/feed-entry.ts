import type { FeedField } from '#contract/posting/feed-settings.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind } from '#contract/rows/rows.ts';
import { descriptionHtml } from '../../descriptions/description-html.ts';
import { type DescriptionPart, formatDescription } from '../../descriptions/format-description.ts';

/** A job of a feed, with the values of the ATS that its texts are mapped to. */
export type FeedOrder = {
  readonly reference: string;
  readonly job: JobRow;
  readonly mapped: Readonly<Record<MapKind, AtsValueRow | null>>;
};

/** What a feed says about all of its jobs. `applyUrl` may contain `{reference}`. */
export type FeedHead = {
  readonly publisher: string;
  readonly publisherUrl: string;
  readonly applyUrl: string;
  readonly showsPay: boolean;
};

/** The values of one job of a feed as text, the same in every format; blank where the job has none. */
export type FeedEntry = Readonly<Record<FeedField, string>>;

const jobTypes = { 1: 'contract', 2: 'fulltime', 3: 'per diem' } as const;

// XML 1.0 forbids most control characters and halves of surrogate pairs, even escaped. No format gets them, so that all have the same.
// oxlint-disable-next-line no-control-regex -- exactly these characters must be removed
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** A value as text that every format can hold; blank for none. */
export const feedText = (value: string | number | boolean | null | undefined): string =>
  String(value ?? '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(illegal, '');

/** The values of a job for a feed. The description is cleaned HTML; days are ISO dates, and pay is as Indeed reads it. */
export function feedEntry(head: FeedHead, { reference, job, mapped }: FeedOrder): FeedEntry {
  const place = placeOf(job, mapped.facility);
  const { degree, specialty, shift, title, weeks } = namesOf(job, mapped);
  const written = {
    title,
    date: job.firstSeenAt,
    reference,
    requisition: `${job.source}-${job.providerJobId}`,
    url: head.applyUrl.replaceAll('{reference}', encodeURIComponent(reference)),
    company: mapped.facility?.name ?? head.publisher,
    agency: head.publisher,
    ...place,
    description: descriptionHtml(feedDescription({ job, mapped })),
    ...(head.showsPay ? payOf(job) : { pay: null, payPerHour: null, payPerWeek: null }),
    jobType: jobTypes[job.workType],
    category: [degree, specialty].filter(Boolean).join(', '),
    degree,
    specialty,
    shift,
    startDate: job.startDate,
    endDate: job.endDate,
    expires: job.extra['closeDate'] ?? job.extra['expiresOn'],
    weeks,
    positions: job.positions,
    hoursPerWeek: job.hoursPerWeek,
  };
  const texts = Object.entries(written).map(([field, value]) => [field, feedText(value)] as const);
  const custom = Array.from({ length: 20 }, (_, at) => [`custom${at + 1}`, feedText(job.extra[`customField${at + 1}`])] as const);
  return Object.fromEntries([...texts, ...custom]) as FeedEntry;
}

function placeOf(job: JobRow, facility: AtsValueRow | null) {
  return {
    city: facility?.city ?? job.city,
    state: facility?.state ?? job.state,
    country: 'US',
    zip: facility?.zip ?? job.zip,
    street: facility?.address ?? job.address,
  };
}

/** What a job is called, with the names of the ATS where its texts are mapped. */
function namesOf(job: JobRow, mapped: FeedOrder['mapped']) {
  const degree = mapped.degree?.name ?? job.degree;
  const specialty = mapped.specialty?.name ?? job.specialty;
  return {
    degree,
    specialty,
    shift: mapped.shift?.name ?? job.shift,
    title: feedText(job.title).trim() || [degree, specialty].filter(Boolean).join(' '),
    weeks: job.durationDays === null ? null : Math.round(job.durationDays / 7),
  };
}

/** The description of a job, cleaned; a summary of the job where its vendor wrote none. */
export function feedDescription({ job, mapped }: Pick<FeedOrder, 'job' | 'mapped'>): readonly DescriptionPart[] {
  const written = formatDescription(feedText(job.description));
  if (written.length > 0) return written;
  const { title, shift, weeks } = namesOf(job, mapped);
  return formatDescription(feedText([title, shift, weeks === null ? null : `${weeks} weeks`].filter(Boolean).join(', ')));
}

function payOf({ currency, payPerHour, payPerWeek }: JobRow) {
  const sign = currency === 'USD' ? '$' : `${currency} `;
  const amount = (value: number, period: string) => `${sign}${value.toFixed(2)} / ${period}`;
  const perWeek = payPerWeek === null ? null : amount(payPerWeek, 'week');
  return { pay: payPerHour === null ? perWeek : amount(payPerHour, 'hour'), payPerHour, payPerWeek };
}
