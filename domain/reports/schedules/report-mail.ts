import { escaped } from '../../descriptions/description-html.ts';
import { rowWords } from '../kit/row-words.ts';

/** Rows and columns that a mail shows; the file and the report have all of them. */
const [shownRows, shownColumns] = [10, 6];
/** Longest text of a cell in a mail, in characters. */
const mostCell = 80;

/** What a mail of a scheduled report says. Cells are texts as the report shows them, in the order of `labels`. */
export type ReportMail = {
  /** The saved view, its report and its customer. */
  readonly name: string;
  readonly report: string;
  readonly customer: string;
  /** The page of the report shows its owner all customers; a schedule sends one. */
  readonly isNarrowed: boolean;
  readonly labels: readonly string[];
  readonly cells: readonly (readonly string[])[];
  /** All rows found. */
  readonly total: number;
  /** When the rows were read, on the customer's clock. */
  readonly readAt: string;
  /** When the schedule sends, as words. */
  readonly timing: string;
  readonly owner: string;
  /** Columns and filters of the view that the report no longer has. */
  readonly skipped: readonly string[];
  /** The attached file; null if there is none, and why. */
  readonly file: { readonly name: string; readonly rows: number } | { readonly missing: string };
  /** Addresses of the report, of the schedule, and of the page where a recipient who is no user stops the mails. */
  readonly links: { readonly report: string; readonly schedule: string; readonly stop: string | null };
};

/** The mail of a scheduled report as plain text and as HTML that loads nothing. The subject has no line break. */
export function reportMail(mail: ReportMail): { readonly subject: string; readonly text: string; readonly html: string } {
  return { subject: subjectOf(mail), text: textOf(mail), html: htmlOf(mail) };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const subjectOf = ({ name, total, customer }: ReportMail): string => oneLine(`${name}: ${rowWords(total)} – ${customer}`);

/** What is said of the rows, line by line, above the table. */
function leadOf({ report, customer, isNarrowed, total, readAt, cells, labels, file, skipped }: ReportMail): string[] {
  const rows = total === 0 ? 'No rows were found' : `${rowWords(total)} found`;
  const lines = [`${report}. ${rows}. As of ${readAt}.`];
  if (isNarrowed)
    lines.push(`These are the rows of ${oneLine(customer)} alone. Export the report to get those of all customers.`);
  const shown = Math.min(cells.length, shownRows);
  const isCut = total > shown || labels.length > shownColumns;
  if (shown > 0 && isCut)
    lines.push(
      `Below: the first ${rowWords(shown)}${labels.length > shownColumns ? ` in ${shownColumns} of ${labels.length} columns` : ''}.`,
    );
  lines.push('name' in file ? attachedWords(file, total) : file.missing);
  if (skipped.length > 0) lines.push(`Left out, because the report no longer has them: ${skipped.join(', ')}.`);
  return lines;
}

const attachedWords = ({ name, rows }: { readonly name: string; readonly rows: number }, total: number): string =>
  rows < total
    ? `The file ${name} is attached with the first ${rowWords(rows)}. A schedule with a CSV file sends all.`
    : `The file ${name} is attached.`;

/** Who sends it, and how its reader stops it. */
function endOf({ timing, owner, links: { schedule, stop } }: ReportMail) {
  return {
    why: `${owner} sends this report ${timing.charAt(0).toLowerCase()}${timing.slice(1)}.`,
    way: stop === null ? { words: 'Change or stop this schedule', link: schedule } : { words: 'Stop these emails', link: stop },
  };
}

const cutCell = (text: string): string => {
  const line = oneLine(text);
  return line.length > mostCell ? `${line.slice(0, mostCell - 1)}…` : line;
};
const tableOf = ({ labels, cells }: ReportMail) => ({
  head: labels.slice(0, shownColumns),
  body: cells.slice(0, shownRows).map((row) => row.slice(0, shownColumns).map(cutCell)),
});

function textOf(mail: ReportMail): string {
  const { head, body } = tableOf(mail);
  const rows = body.map((row) => row.map((cell, i) => `${head[i]}: ${cell === '' ? '–' : cell}`).join('\n'));
  const { why, way } = endOf(mail);
  return [leadOf(mail).join('\n'), ...rows, `Open the report:\n${mail.links.report}`, `${why}\n${way.words}: ${way.link}`].join(
    '\n\n',
  );
}

const cellStyle = 'padding:6px 12px 6px 0;border-bottom:1px solid #d9dde1;text-align:left;vertical-align:top';

function htmlOf(mail: ReportMail): string {
  const { head, body } = tableOf(mail);
  const row = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag} dir="auto" style="${cellStyle}">${escaped(cell)}</${tag}>`).join('')}</tr>`;
  const table =
    body.length === 0
      ? ''
      : `<table style="border-collapse:collapse;font-size:14px;margin:16px 0">${row('th', head)}${body.map((cells) => row('td', cells)).join('')}</table>`;
  const { why, way } = endOf(mail);
  const link = (href: string, words: string, style = 'color:#1c5d99') =>
    `<a href="${escaped(href)}" style="${style}">${escaped(words)}</a>`;
  const button = link(
    mail.links.report,
    'Open the report',
    'display:inline-block;padding:10px 16px;border-radius:8px;background:#1c5d99;color:#ffffff;text-decoration:none',
  );
  return [
    '<!doctype html><html lang="en"><body style="margin:0;padding:24px;font-family:system-ui,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#1c2024;background:#ffffff">',
    `<h1 dir="auto" style="font-size:20px;margin:0 0 8px">${escaped(oneLine(mail.name))}</h1>`,
    ...leadOf(mail).map((line) => `<p dir="auto" style="margin:0 0 4px">${escaped(line)}</p>`),
    table,
    `<p style="margin:16px 0">${button}</p>`,
    `<p style="margin:16px 0 4px;color:#60646c;font-size:13px">${escaped(why)}</p>`,
    `<p style="margin:0;font-size:13px">${link(way.link, way.words)}</p>`,
    '</body></html>',
  ].join('');
}
