import { escaped } from '#domain/descriptions/description-html.ts';
import type { DescriptionPart } from '#domain/descriptions/format-description.ts';
import { type FeedEntry, type FeedOrder, feedDescription, feedEntry } from '#domain/posting/feeds/feed-entry.ts';
import { page } from '#server/kit/page/page.ts';
import { isDay, jobPosting } from './job-posting.ts';
import type { Feed } from './open-feed.ts';

const jobTypes: Readonly<Record<string, string>> = { contract: 'Travel contract', fulltime: 'Full time', 'per diem': 'Per diem' };

/** The page of a job that a feed lists: complete HTML without a script. Vendors' texts are text, whatever signs they have. */
export function offeredPage(feed: Feed, order: FeedOrder): string {
  const entry = feedEntry(feed.head, order);
  const markup = jobPosting(entry, order.job);
  const script = markup === null ? '' : `<script type="application/ld+json">${markup}</script>`;
  const facts = factsOf(entry).map(([term, html]) => `<div><dt>${term}</dt><dd>${html}</dd></div>`);
  return page({
    title: `${entry.title} – ${entry.agency}`,
    head: `<link rel="canonical" href="${escaped(`${feed.head.publisherUrl}/apply/${entry.reference}`)}">${script}`,
    agency: entry.agency,
    main: `<h1 dir="auto">${escaped(entry.title)}</h1>
<section aria-labelledby="facts"><h2 id="facts">Job details</h2><dl>${facts.join('')}</dl></section>
<section aria-labelledby="about"><h2 id="about">Description</h2><div dir="auto">${descriptionOf(feedDescription(order))}</div></section>
<section aria-labelledby="apply"><h2 id="apply">How to apply</h2>${howToApply(feed, entry)}</section>`,
  });
}

/** The page of a job that no feed lists any more. */
export const gonePage = (agency: string): string =>
  page({
    title: 'Job no longer available',
    head: '<meta name="robots" content="noindex">',
    agency,
    main: '<h1>This job is no longer available</h1>\n<section><p>It was filled or withdrawn. Ask the agency for similar jobs.</p></section>',
  });

/** The page for a reference that no feed has listed. */
export const unknownPage = (): string =>
  page({
    title: 'No job at this address',
    head: '<meta name="robots" content="noindex">',
    agency: '',
    main: '<h1>No job at this address</h1>\n<section><p>Check the link for missing characters.</p></section>',
  });

/** What the page says of a job at a glance: terms, and values as HTML. */
function factsOf(entry: FeedEntry): readonly (readonly [string, string])[] {
  const place = [entry.city, [entry.state, entry.zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const facts = [
    ['Location', text(place)],
    ['Job type', text(jobTypes[entry.jobType] ?? '')],
    ['Degree', text(entry.degree)],
    ['Specialty', text(entry.specialty)],
    ['Shift', text(entry.shift)],
    ['Start date', day(entry.startDate)],
    ['End date', day(entry.endDate)],
    ['Length', entry.weeks === '' ? '' : text(`${entry.weeks} ${entry.weeks === '1' ? 'week' : 'weeks'}`)],
    ['Pay', text(entry.pay)],
    ['Posted', day(entry.date.slice(0, 10))],
    ['Last day to apply', day(entry.expires)],
    ['Reference', `<code>${escaped(entry.reference)}</code>`],
  ] as const;
  return facts.filter(([, html]) => html !== '');
}

const text = (value: string): string => (value.trim() === '' ? '' : `<bdi>${escaped(value)}</bdi>`);

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const day = (iso: string): string => (isDay(iso) ? `<time datetime="${iso}">${longDay.format(new Date(iso))}</time>` : '');

/** Consecutive items are one list, since HTML has no list directly in a list. */
function descriptionOf(parts: readonly DescriptionPart[]): string {
  let html = '';
  let inList = false;
  for (const part of parts) {
    const isItem = part.kind === 'item';
    if (isItem !== inList) html += isItem ? '<ul>' : '</ul>';
    inList = isItem;
    html += partOf(part);
  }
  return inList ? `${html}</ul>` : html;
}

function partOf({ kind, level, continues, label, runs }: DescriptionPart): string {
  const words = runs.map((run) => (run.struck ? `<s>${escaped(run.text)}</s>` : escaped(run.text))).join('');
  const content = label === null ? words : `<strong>${escaped(label)}:</strong> ${words}`;
  if (kind === 'heading') return `<h3>${content}</h3>`;
  if (kind === 'paragraph') return `<p>${content}</p>`;
  const classes = [level > 1 ? 'deep' : '', continues ? 'more' : ''].filter(Boolean).join(' ');
  return `<li${classes === '' ? '' : ` class="${classes}"`}>${content}</li>`;
}

function howToApply({ contact: { email, phone } }: Feed, entry: FeedEntry): string {
  const subject = encodeURIComponent(`${entry.title} (${entry.reference})`);
  const ways = [
    ...(email === null ? [] : [`<a href="mailto:${escaped(encodeURI(email))}?subject=${subject}">Email ${escaped(email)}</a>`]),
    ...(phone === null ? [] : [`<a href="tel:${phone.replaceAll(/[^\d+]/g, '')}">Call ${escaped(phone)}</a>`]),
  ];
  const reference = `<p>Mention the reference <code>${escaped(entry.reference)}</code>.</p>`;
  const agency = `<bdi>${escaped(entry.agency)}</bdi>`;
  if (ways.length === 0) return `<p>Contact ${agency}.</p>${reference}`;
  return `<p>Contact ${agency}:</p><ul>${ways.map((way) => `<li>${way}</li>`).join('')}</ul>${reference}`;
}
