import * as fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { formulaStart } from '#contract/kit/formula.ts';
import { type FeedFormat, feedFields } from '#contract/posting/feed-settings.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { boardProblems } from '#domain/posting/feeds/board-problems.ts';
import { type FeedEntry, type FeedOrder, feedEntry } from '#domain/posting/feeds/feed-entry.ts';
import { validateIndeedFeed } from '#tests/doubles/indeed-validator.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { feedWriter } from './feed-formats.ts';

const head = {
  publisher: 'Harborview Staffing ]]> & <Sons>',
  publisherUrl: 'https://agency.example',
  applyUrl: 'https://agency.example/apply/{reference}',
  showsPay: true,
};
const everything = feedFields.map((field) => ({ field, name: field }));
const unmapped = { facility: null, degree: null, specialty: null, shift: null };
const orderOf = (reference: string, over: Partial<JobRow>): FeedOrder => ({ reference, job: aJob(over), mapped: unmapped });

function written(format: FeedFormat, entries: readonly FeedEntry[]): string {
  const writer = feedWriter(format, head, everything);
  return writer.start('2026-11-20T12:00:00.000Z') + entries.map((one, i) => writer.entry(one, i === 0)).join('') + writer.end;
}

/** Reads CSV by RFC 4180, without the library that wrote it. */
function readCsv(text: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r\n)/gy;
  const rows: string[][] = [[]];
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) throw new Error('not CSV');
    rows.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === '\r\n' && cell.lastIndex < text.length) rows.push([]);
  }
  return rows;
}

function readXml(text: string): Record<string, string>[] {
  const parser = new XMLParser({
    cdataPropName: '__cdata',
    parseTagValue: false,
    processEntities: false,
    trimValues: false,
    isArray: (name) => name === 'job',
  });
  const { source } = parser.parse(text) as { source: { job: Record<string, { __cdata: string | string[] }>[] } };
  return source.job.map((job) =>
    Object.fromEntries(feedFields.map((field) => [field, [job[field]?.__cdata ?? ''].flat().join('')])),
  );
}

const hostile = fc.oneof(
  fc.constantFrom(
    ']]>',
    ']]]]><![CDATA[>',
    '\u0000\u0001\u0008\u001f',
    '<script>alert(1)</script>',
    '</job></source>',
    '&amp;&#0;&',
    '\u202eRTL\u202c \u200f',
    '\ud800 half',
    '\uffff',
    '=HYPERLINK("https://x.test")',
    '"a","b"\r\nc',
    ' +1',
    'a\rb',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const text = fc.array(hostile, { maxLength: 4 }).map((parts) => parts.join(' '));
const job = fc.record({
  title: text,
  city: fc.option(text),
  state: fc.option(text),
  zip: text,
  shift: text,
  description: fc.oneof(
    text,
    text.map((part) => `${part} word `.repeat(4000)),
  ),
  payPerHour: fc.option(fc.double({ min: 0, max: 500, noNaN: true })),
  currency: fc.constantFrom('USD', 'CAD'),
  extra: fc.record({ customField1: text, customField20: text }),
});

test('random jobs with hostile texts: every format holds every job with the same values, word for word', () => {
  let checked = 0;
  fc.assert(
    fc.property(fc.array(job, { minLength: 1, maxLength: 4 }), (jobs) => {
      const entries = jobs.map((over, i) => feedEntry(head, orderOf(`R${i}`, over as Partial<JobRow>)));
      const inOrder = entries.map((entry) => Object.fromEntries(feedFields.map((field) => [field, entry[field]])));
      expect(readXml(written('xml', entries))).toEqual(inOrder);
      expect((JSON.parse(written('json', entries)) as { jobs: unknown }).jobs).toEqual(inOrder);
      const [names, ...rows] = readCsv(written('csv', entries));
      expect(names).toEqual(feedFields);
      const safe = (value: string) => (formulaStart.test(value) ? `'${value}` : value);
      expect(rows).toEqual(entries.map((entry) => feedFields.map((field) => safe(entry[field]))));
      checked += jobs.length;
    }),
    { seed: 20261126, numRuns: 60 },
  );
  expect(checked).toBeGreaterThan(60);
});

test('[T17] the page of dropped jobs agrees with an independent check of what the feed says', () => {
  let dropped = 0;
  let kept = 0;
  fc.assert(
    fc.property(fc.array(job, { minLength: 1, maxLength: 4 }), (jobs) => {
      const entries = jobs.map((over, i) => feedEntry(head, orderOf(`R${i}`, over as Partial<JobRow>)));
      const { problems, jobs: read } = validateIndeedFeed(written('indeed', entries));
      expect(read).toHaveLength(entries.length);
      for (const entry of entries) {
        const found = boardProblems(entry);
        expect(found.length === 0).toBe(!problems.some((problem) => problem.job === entry.reference));
        if (found.length === 0) kept++;
        else dropped++;
      }
    }),
    { seed: 20261127, numRuns: 100 },
  );
  expect(Math.min(dropped, kept)).toBeGreaterThan(10);
});

test('[T17] a complete job follows every rule of Indeed, with the elements that it documents', () => {
  const orders = [1, 2, 3].map((id) =>
    orderOf(`REF${id}`, { id, city: 'Reno', state: 'NV', payPerHour: 61.5, description: 'Nights' }),
  );
  const entries = orders.map((order) => feedEntry(head, order));
  const { jobs, problems } = validateIndeedFeed(written('indeed', entries));
  expect(problems).toEqual([]);
  expect(entries.flatMap(boardProblems)).toEqual([]);
  expect(jobs.map((one) => one['referencenumber'])).toEqual(['REF1', 'REF2', 'REF3']);
  expect(jobs[0]).toMatchObject({ salary: '$61.50 / hour', url: 'https://agency.example/apply/REF1', country: 'US' });
});

test('a job without a city is named with the remedy', () => {
  const entry = feedEntry(head, orderOf('R', { city: null, state: 'NV' }));
  expect(boardProblems(entry)).toEqual([
    { field: 'city', words: 'The job has no city. Add it, or map the facility to a client with a city.' },
  ]);
  expect(validateIndeedFeed(written('indeed', [entry])).problems).toEqual([
    { job: 'R', problem: 'city is missing or not in CDATA' },
  ]);
});

test('a feed that hides pay has none in any format, and a job mapped to a client has the client’s place and name', () => {
  const facility = {
    id: 1,
    targetId: 1,
    kind: 'facility' as const,
    extId: '9',
    name: 'Fairhaven Hospital',
    parentId: null,
    address: '1 Main Street',
    city: 'Sparks',
    state: 'NV',
    zip: '89431',
    active: true,
  };
  const order = { ...orderOf('R', { payPerHour: 61.5, payPerWeek: 2460 }), mapped: { ...unmapped, facility } };
  const entry = feedEntry({ ...head, showsPay: false }, order);
  expect(entry).toMatchObject({ company: 'Fairhaven Hospital', city: 'Sparks', street: '1 Main Street', zip: '89431' });
  for (const format of ['indeed', 'xml', 'json', 'csv'] as const) expect(written(format, [entry])).not.toMatch(/61\.5|2460/);
});

test('rates of the vendor, margins, notes and people are in no feed', () => {
  const secret = {
    billRate: 777.25,
    otRate: 888.25,
    note: 'SECRET note',
    coordinator: 'SECRET person',
    hiringManager: 'SECRET boss',
  };
  const entry = feedEntry(head, orderOf('R', secret));
  for (const format of ['indeed', 'xml', 'json', 'csv'] as const)
    expect(written(format, [entry])).not.toMatch(/SECRET|777\.25|888\.25/);
});
