import type { ExportKind, ExportList } from '#contract/reports/data-exports.ts';
import type { SheetCell } from '../../sheet/sheet-data.ts';
import { rowWords } from '../kit/row-words.ts';

type Sheet = { readonly name: string; readonly rows: number };

/** What each list is called. */
export const listLabels: Readonly<Record<ExportList, string>> = {
  jobs: 'Jobs',
  mappings: 'Mappings',
  rules: 'Rules',
  lists: 'Reference lists',
  users: 'Users',
};

/** The work that makes an export, as a sentence. */
export const workName = (kind: ExportKind): string =>
  kind === 'xlsx' ? 'Export of your data for Excel' : 'Export of your data as CSV files';

const number = new Intl.NumberFormat('en-US');

/** What a finished file has. `cut`: texts that are longer than a cell of Excel. */
export function exportWords(kind: ExportKind, sheets: readonly Sheet[], cut: number): string {
  const rows = sheets.reduce((sum, sheet) => sum + sheet.rows, 0);
  const noun = kind === 'xlsx' ? 'sheet' : 'CSV file';
  const has = `The file has ${rowWords(rows)} in ${sheets.length} ${noun}${sheets.length === 1 ? '' : 's'}.`;
  if (cut === 0) return has;
  const texts = cut === 1 ? '1 text is' : `${number.format(cut)} texts are`;
  return `${has} ${texts} longer than Excel takes and cut there. CSV files have them whole.`;
}

/** Why no Excel file is made, and what to do; null where every sheet fits. `most`: rows that one sheet takes. */
export function tooManyForExcel(sheets: readonly Sheet[], most: number): string | null {
  const large = sheets.find(({ rows }) => rows > most);
  return large === undefined
    ? null
    : `${large.name} has ${rowWords(large.rows)}, and a sheet of Excel takes ${number.format(most)}. Choose CSV files in a zip.`;
}

/** Why no file is made whose bytes are too many. */
export const exportTooLarge = (megabytes: number): string =>
  `The file would be larger than ${number.format(megabytes)} MB. Choose fewer lists, then request it again.`;

/** Why a file is not there any more. */
export const exportExpired = (days: number): string => `The export was kept for ${days} days. Request a new one.`;

/** What the last sheet says of an export: whose data they are, who had it made when, and what is in it. */
export const exportFacts = (origin: {
  readonly customer: string;
  readonly person: string;
  readonly at: string;
  readonly zone: string;
  readonly sheets: readonly Sheet[];
}): [string, SheetCell][] => [
  ['Customer', origin.customer],
  ['Requested by', origin.person],
  ['As of', origin.at],
  ['Time zone', origin.zone],
  ...origin.sheets.map(({ name, rows }): [string, SheetCell] => [`Rows of ${name}`, rows]),
  ['Left out', 'Passwords, keys and other secrets; what the person who requested it may not see'],
];

/** The email about a finished export, or about one that failed. The address leads to the screen of exports. */
export function exportMail(mail: {
  readonly customer: string;
  readonly person: string;
  readonly words: string;
  readonly isReady: boolean;
  readonly days: number;
  readonly link: string;
}): { readonly subject: string; readonly text: string } {
  const { customer, person, words, isReady, days, link } = mail;
  const subject = isReady ? `Your export of ${customer} is ready` : `Your export of ${customer} was not made`;
  const way = isReady
    ? `Sign in to Jobdock to download it within ${days} days:`
    : 'Open your exports in Jobdock to request it again:';
  return {
    subject: subject.replaceAll(/\s+/g, ' '),
    text: `Hello ${person},\n\n${words}\n\n${way}\n\n${link}\n`,
  };
}
