import Papa from 'papaparse';
import { UnreadableFeed } from './feed-problem.ts';
import { type BadRow, type FeedTable, headerOf, rowBudget } from './feed-table.ts';

const DELIMITERS = [',', '\t', ';', '|'];
const SAMPLE = 64 * 1024;

/** Reads delimited text. A row that does not match its header is a bad row. An unclosed quote makes the whole file unreadable. */
export function readDelimited(text: string): FeedTable {
  const reading = startReading();
  Papa.parse<string[]>(text, {
    delimiter: delimiterOf(text),
    newline: newlineOf(text),
    skipEmptyLines: 'greedy',
    step: ({ data, errors }, parser) => {
      if (!reading.row(data, errors)) parser.abort();
    },
  });
  return reading.done();
}

/** The delimiter that splits the first lines most evenly. papaparse guesses on a sample, so that a huge file costs no more. */
export function delimiterOf(text: string): string {
  const sample = text.slice(0, SAMPLE);
  const guessed = Papa.parse<string[]>(sample, { delimitersToGuess: DELIMITERS, preview: 20, skipEmptyLines: 'greedy' }).meta
    .delimiter;
  return DELIMITERS.includes(guessed) ? guessed : ',';
}

/** Old Macintosh files end lines with CR alone. All others use LF, which also splits CRLF lines once the CR is trimmed. */
function newlineOf(text: string): '\r' | '\n' {
  return text.includes('\n') ? '\n' : '\r';
}

function startReading() {
  let columns: string[] | undefined;
  let count = 0;
  const rows: { row: number; cells: string[] }[] = [];
  const badRows: BadRow[] = [];
  const budget = rowBudget();
  return {
    row(data: string[], errors: readonly Papa.ParseError[]): boolean {
      const cells = data.map((cell) => cell.trim());
      const unclosed = errors.some(({ code }) => code === 'MissingQuotes');
      if (unclosed)
        throw new UnreadableFeed(
          'malformed',
          `A quotation mark opens in row ${count} and never closes, so the rest cannot be read. Ask the vendor for the whole file.`,
        );
      if (columns === undefined) {
        columns = headerOf(withoutBlankEnd(cells));
        return true;
      }
      if (!budget.take(columns.length)) return false;
      count += 1;
      const problem = misfit(cells, columns.length, errors);
      if (problem === undefined) rows.push({ row: count, cells: cells.slice(0, columns.length) });
      else badRows.push({ row: count, problem, shown: cells.join(' | ').slice(0, 120) });
      return true;
    },
    done(): FeedTable {
      if (columns === undefined || (columns.length < 2 && rows.length + badRows.length === 0)) {
        throw new UnreadableFeed(
          'unknown_format',
          'This is neither a table nor XML, JSON or a spreadsheet. Send a CSV, XML, JSON or XLSX file.',
        );
      }
      return { format: 'csv', columns, rows, badRows, ...budget.truncated() };
    },
  };
}

function misfit(cells: readonly string[], wanted: number, errors: readonly Papa.ParseError[]): string | undefined {
  if (errors.some(({ code }) => code === 'InvalidQuotes')) return 'A quote in this row is not closed where its cell ends.';
  if (cells.length < wanted) return `The row has ${cells.length} cells where the header has ${wanted}; it may be cut off.`;
  const more = withoutBlankEnd(cells).length;
  return more > wanted
    ? `The row has ${more} cells where the header has ${wanted}; a delimiter inside a text may lack quotes.`
    : undefined;
}

function withoutBlankEnd(cells: readonly string[]): readonly string[] {
  let end = cells.length;
  while (end > 0 && cells[end - 1] === '') end -= 1;
  return cells.slice(0, end);
}
