import type { JobOrder } from '#server/targets/adapter/target-adapter.ts';

/** The header of a feed: its title and the agency. `applyUrl` may contain `{reference}`. */
export type FeedHead = {
  readonly publisher: string;
  readonly publisherUrl: string;
  readonly applyUrl: string;
  readonly builtAt: string;
};

const jobTypes = { 1: 'contract', 2: 'fulltime', 3: 'per diem' } as const;

// XML 1.0 forbids control characters other than tab and line breaks, even escaped.
// oxlint-disable-next-line no-control-regex -- exactly these characters must be removed
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** One element with its text in CDATA, or nothing if there is no text. */
function element(name: string, text: string | number | null | undefined): string {
  if (text === null || text === undefined || text === '') return '';
  const clean = String(text).replace(illegal, '').replaceAll(']]>', ']]]]><![CDATA[>');
  return `    <${name}><![CDATA[${clean}]]></${name}>\n`;
}

/**
 * Writes a feed of job orders with the fields that Indeed documents, in chunks, so that the size does not matter. It writes every
 * job it gets: the caller decides which jobs may be posted.
 */
export async function* feedDocument(head: FeedHead, orders: AsyncIterable<JobOrder>): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="utf-8"?>\n<source>\n${element('publisher', head.publisher)}${element('publisherurl', head.publisherUrl)}${element('lastBuildDate', head.builtAt)}`;
  for await (const order of orders) yield jobElement(head, order);
  yield '</source>\n';
}

function jobElement(head: FeedHead, { reference, job, mapped }: JobOrder): string {
  const place = mapped.facility ?? { city: job.city, state: job.state, zip: job.zip, address: job.address };
  const degree = mapped.degree?.name ?? job.degree;
  const specialty = mapped.specialty?.name ?? job.specialty;
  const title = job.title ?? [degree, specialty].filter(Boolean).join(' ');
  const fields = [
    element('title', title),
    element('date', job.firstSeenAt),
    element('referencenumber', reference),
    element('requisitionid', `${job.source}-${job.providerJobId}`),
    element('url', head.applyUrl.replaceAll('{reference}', encodeURIComponent(reference))),
    element('company', mapped.facility?.name ?? head.publisher),
    element('sourcename', head.publisher),
    element('city', place.city ?? job.city),
    element('state', place.state ?? job.state),
    element('country', 'US'),
    element('postalcode', place.zip ?? job.zip),
    element('streetaddress', place.address ?? job.address),
    element('description', job.description ?? describe(title, mapped.shift?.name ?? job.shift, job.durationDays)),
    element('salary', job.payPerHour === null ? null : `$${job.payPerHour.toFixed(2)} / hour`),
    element('jobtype', jobTypes[job.workType]),
    element('category', [degree, specialty].filter(Boolean).join(', ')),
  ];
  return `  <job>\n${fields.join('')}  </job>\n`;
}

function describe(title: string, shift: string | null, durationDays: number | null): string {
  const weeks = durationDays === null ? null : `${Math.round(durationDays / 7)} weeks`;
  return [title, shift, weeks].filter(Boolean).join(', ');
}
