import { rowWords } from '../kit/row-words.ts';

const number = new Intl.NumberFormat('en-US');

/** What a finished file has. `found` are the rows that the filters found, of which an Excel file has the first 10,000. */
export const fileWords = (rows: number, found: number): string =>
  found > rows
    ? `The file has the first ${number.format(rows)} of ${rowWords(found)}. Export as CSV to get all.`
    : `The file has ${rowWords(rows)}.`;

/** Why no file is made of so many rows. */
export const tooManyRows = (most: number): string =>
  `The report has more than ${rowWords(most)}. Narrow it by its filters, then export it again.`;

/** Why no file is made whose bytes are too many. */
export const tooLarge = (megabytes: number): string =>
  `The file would be larger than ${number.format(megabytes)} MB. Narrow the report by its filters or show fewer columns, then export it again.`;

/** Why a file is not there any more, and how to get a new one. */
export const expiredWords = (report: string, days: number): string =>
  `The file of “${report}” was kept for ${days} days. Choose Export again in your list of files to get a new one.`;
