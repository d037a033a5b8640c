import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { clock, placedSpans } from '#domain/parsing/clock-times.ts';
import { read } from '#domain/parsing/extract/extract.ts';
import { dataFolder } from '../match/real-data.ts';

/** A labeled text and whether the reader agrees with the label. */
export type Judged = { readonly text: string; readonly right: boolean; readonly got: string };

function rowsOf(file: string): Record<string, string>[] {
  const text = readFileSync(join(dataFolder(), 'jobs', file), 'utf8');
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}

/** The labeled shift texts of feeds, each read as a description: times and hours must be those of the label. */
export const judgedShiftTexts = (): readonly Judged[] =>
  rowsOf('shift-strings-real.csv').map(({ raw = '', start = '', end = '', hours = '' }) => {
    const { shift } = read(raw);
    const got = [shift?.start ?? '', shift?.end ?? '', shift?.hours ?? ''].join(' ');
    return { text: raw, right: got === [start, end, hours].join(' '), got };
  });

const onDial = (text: string): string => {
  const [, hour = '0', minute = '00'] = /(\d{1,2})(?:[:.](\d{2}))?/.exec(text) ?? [];
  return `${Number(hour) % 12}:${minute}`;
};

/** The labeled ranges in sentences of job advertisements: the spans that the reader works on must have each of them. */
export const judgedRanges = (): readonly Judged[] =>
  rowsOf('nhs-time-ranges-in-text.csv').map(({ range = '', context = '' }) => {
    const [from = '', to = ''] = range.split(/\s*(?:-|–|to|until)\s*/);
    const spans = placedSpans(context).map(({ span }) => `${onDial(clock(span.start))} ${onDial(clock(span.end))}`);
    return { text: range, right: spans.includes(`${onDial(from)} ${onDial(to)}`), got: spans.join(', ') };
  });
