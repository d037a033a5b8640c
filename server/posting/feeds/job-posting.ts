import type { JobRow } from '#contract/rows/jobs.ts';
import type { FeedEntry } from '#domain/posting/feeds/feed-entry.ts';

const employmentTypes = { 1: 'CONTRACTOR', 2: 'FULL_TIME', 3: 'PER_DIEM' } as const;

/**
 * A job as JobPosting of schema.org, as text for a script element: search engines read it. It has only what the page shows. Null
 * for a job without a place, which they refuse.
 */
export function jobPosting(entry: FeedEntry, job: Pick<JobRow, 'workType' | 'currency'>): string | null {
  if (entry.city === '' || entry.state === '') return null;
  const posting = {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: entry.title,
    description: entry.description,
    datePosted: entry.date.slice(0, 10),
    ...(isDay(entry.expires) && { validThrough: entry.expires }),
    employmentType: employmentTypes[job.workType],
    identifier: { '@type': 'PropertyValue', name: entry.agency, value: entry.reference },
    hiringOrganization: { '@type': 'Organization', name: entry.agency },
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        addressLocality: entry.city,
        addressRegion: entry.state,
        ...(entry.zip !== '' && { postalCode: entry.zip }),
        addressCountry: entry.country,
      },
    },
    ...salaryOf(entry, job.currency),
  };
  // No text of it can end the script element.
  return JSON.stringify(posting).replaceAll('<', '\\u003c');
}

/** Whether a text is a day of the calendar. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

function salaryOf({ payPerHour, payPerWeek }: FeedEntry, currency: string) {
  const amount = payPerHour === '' ? payPerWeek : payPerHour;
  if (amount === '') return {};
  const unitText = payPerHour === '' ? 'WEEK' : 'HOUR';
  return {
    baseSalary: { '@type': 'MonetaryAmount', currency, value: { '@type': 'QuantitativeValue', value: Number(amount), unitText } },
  };
}
