import { XMLParser } from 'fast-xml-parser';

/** A job that Indeed would drop silently: its reference (or position in the feed) and the reason. */
export type FeedProblem = { readonly job: string; readonly problem: string };

const required = [
  'title',
  'date',
  'referencenumber',
  'requisitionid',
  'url',
  'company',
  'sourcename',
  'city',
  'state',
  'country',
  'description',
];

/** Applies the documented rules of the Indeed XML feed and reports each job that breaks one, which Indeed itself does not do. */
export function validateIndeedFeed(xml: string): { jobs: Record<string, string>[]; problems: FeedProblem[] } {
  const parser = new XMLParser({
    cdataPropName: '__cdata',
    parseTagValue: false,
    processEntities: false,
    isArray: (name) => name === 'job',
  });
  const parsed = parser.parse(xml) as { source?: { job?: Record<string, { __cdata?: string | string[] }>[] } };
  if (!parsed.source) return { jobs: [], problems: [{ job: 'feed', problem: 'the root element must be source' }] };
  const jobs = (parsed.source.job ?? []).map((job) =>
    Object.fromEntries(Object.entries(job).map(([name, value]) => [name, [value.__cdata ?? ''].flat().join('')])),
  );
  const seen = new Set<string>();
  const problems = jobs.flatMap((job, index) => {
    const name = job['referencenumber'] ?? `#${index + 1}`;
    const found = required
      .filter((field) => !job[field]?.trim())
      .map((field) => ({ job: name, problem: `${field} is missing or not in CDATA` }));
    if (seen.has(name)) found.push({ job: name, problem: 'referencenumber is not unique' });
    seen.add(name);
    if (job['date'] && Number.isNaN(Date.parse(job['date']))) found.push({ job: name, problem: 'date is not ISO 8601' });
    if (job['salary'] && !/^\$[\d,.]+( - \$?[\d,.]+)? \/ (hour|week|year)$/.test(job['salary']))
      found.push({ job: name, problem: 'salary needs a currency, an amount and a period' });
    if (job['url'] && !/^https?:\/\//.test(job['url'])) found.push({ job: name, problem: 'url is not an address' });
    return found;
  });
  return { jobs, problems };
}
