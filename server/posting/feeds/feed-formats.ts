import type { FeedElement, FeedFormat } from '#contract/posting/feed-settings.ts';
import { indeedElements } from '#domain/posting/feeds/feed-elements.ts';
import type { FeedEntry, FeedHead } from '#domain/posting/feeds/feed-entry.ts';
import { csvText } from '#server/kit/lib/csv-text.ts';

/** Writes a feed in one format: what comes before its jobs, each job, and what comes after them. */
export type FeedWriter = {
  readonly contentType: string;
  /** `builtAt` is an ISO time. */
  start(builtAt: string): string;
  entry(entry: FeedEntry, isFirst: boolean): string;
  readonly end: string;
};

/** The elements that a format writes. Indeed documents its own; the others take the chosen ones. */
export const writtenElements = (format: FeedFormat, chosen: readonly FeedElement[]): readonly FeedElement[] =>
  format === 'indeed' ? indeedElements : chosen;

/** The writer of a format, with its elements of those that were chosen. */
export function feedWriter(format: FeedFormat, head: FeedHead, chosen: readonly FeedElement[]): FeedWriter {
  const elements = writtenElements(format, chosen);
  switch (format) {
    case 'indeed':
    case 'xml':
      return xmlWriter(head, elements);
    case 'json':
      return jsonWriter(head, elements);
    case 'csv':
      return csvWriter(elements);
  }
}

/** One element with its text in CDATA, or nothing if there is no text. */
const element = (name: string, text: string): string =>
  text === '' ? '' : `    <${name}><![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]></${name}>\n`;

function xmlWriter(head: FeedHead, elements: readonly FeedElement[]): FeedWriter {
  const about = (builtAt: string) =>
    element('publisher', head.publisher) + element('publisherurl', head.publisherUrl) + element('lastBuildDate', builtAt);
  return {
    contentType: 'application/xml; charset=utf-8',
    start: (builtAt) => `<?xml version="1.0" encoding="utf-8"?>\n<source>\n${about(builtAt)}`,
    entry: (entry) => `  <job>\n${elements.map(({ field, name }) => element(name, entry[field])).join('')}  </job>\n`,
    end: '</source>\n',
  };
}

function jsonWriter(head: FeedHead, elements: readonly FeedElement[]): FeedWriter {
  const about = (builtAt: string) =>
    `"publisher":${JSON.stringify(head.publisher)},"publisherUrl":${JSON.stringify(head.publisherUrl)},"builtAt":${JSON.stringify(builtAt)}`;
  return {
    contentType: 'application/json; charset=utf-8',
    start: (builtAt) => `{${about(builtAt)},"jobs":[`,
    entry: (entry, isFirst) =>
      `${isFirst ? '' : ','}\n${JSON.stringify(Object.fromEntries(elements.map(({ field, name }) => [name, entry[field]])))}`,
    end: '\n]}\n',
  };
}

function csvWriter(elements: readonly FeedElement[]): FeedWriter {
  return {
    contentType: 'text/csv; charset=utf-8',
    start: () => csvText([elements.map(({ name }) => name)]),
    entry: (entry) => csvText([elements.map(({ field }) => entry[field])]),
    end: '',
  };
}
