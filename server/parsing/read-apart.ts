import { no, ok, type Result } from '#contract/kit/result.ts';
import type { Collection, CollectOptions, ReadJob, RefusedRow } from './collect-records.ts';
import { feedLimits } from './files/feed-limits.ts';
import type { FeedProblem } from './files/feed-problem.ts';
import type { NamedColumn, NamedTable, TableRow } from './named-table.ts';
import type { ParseRequest } from './parse-request.ts';
import { type ParserLimits, runParser, type TakeIn } from './parser-process.ts';
import { type FileReader, parserTurns } from './parser-turns.ts';
import type { FileLine } from './text-lines.ts';

// No file of a user is parsed in this process: each of these functions runs the parsing process, in the turn of its reader.
// They throw a "busy" error, which is answered with 429, if too many users' files wait.

/** Parsing processes of this process. Each takes a core and up to 256 MB. */
const inTurn = parserTurns({ atOnce: 2, waiting: 8 });

/** Reads a feed into jobs and refused rows. */
export async function collectApart(
  bytes: Uint8Array,
  options: CollectOptions,
  reader: FileReader,
  limits: ParserLimits = {},
): Promise<Result<Collection, FeedProblem>> {
  const jobs: ReadJob[] = [];
  const refused: RefusedRow[] = [];
  const warned: RefusedRow[] = [];
  return await readApart(bytes, { kind: 'jobs', options }, reader, limits, (message) => {
    if (message.kind === 'jobs') jobs.push(...message.jobs);
    else if (message.kind === 'refused') refused.push(...message.refused);
    else if (message.kind === 'warned') warned.push(...message.refused);
    else if (message.kind === 'done') {
      const { kind: _done, signature = '', shape = [], ...rest } = message;
      return ok({ ...rest, signature, shape, jobs, refused, warned });
    }
    return undefined;
  });
}

/** Reads a list whose columns are found by their headings. A file with more than `mostRows` rows is refused as too large. */
export async function readTableApart<F extends string>(
  bytes: Uint8Array,
  { columns, mostRows }: { readonly columns: Readonly<Record<F, NamedColumn>>; readonly mostRows: number },
  reader: FileReader,
): Promise<Result<NamedTable<F>, FeedProblem>> {
  const rows: TableRow<F>[] = [];
  const refused: RefusedRow[] = [];
  return await readApart(bytes, { kind: 'table', columns, mostRows }, reader, {}, (message) => {
    // The parser names the cells of each row by the columns of the request.
    if (message.kind === 'rows') rows.push(...(message.rows as readonly TableRow<F>[]));
    else if (message.kind === 'refused') refused.push(...message.refused);
    else if (message.kind === 'done') return ok({ rows, refused });
    return undefined;
  });
}

/** What one record of a feed says, column by column. Empty if the file has no such record. */
export async function readRecordApart(
  bytes: Uint8Array,
  record: number,
  reader: FileReader,
): Promise<Result<readonly { readonly column: string; readonly value: string }[], FeedProblem>> {
  return await readApart(bytes, { kind: 'record', record }, reader, {}, (message) =>
    message.kind === 'record' ? ok(message.values) : undefined,
  );
}

/** Reads the lines of a text file (CSV, TXT or TSV, by its content) without blank lines. */
export async function readLinesApart(bytes: Uint8Array, reader: FileReader): Promise<Result<readonly FileLine[], FeedProblem>> {
  const lines: FileLine[] = [];
  return await readApart(bytes, { kind: 'lines' }, reader, {}, (message) => {
    if (message.kind === 'lines') lines.push(...message.lines);
    else if (message.kind === 'done') return ok(lines);
    return undefined;
  });
}

async function readApart<T>(
  bytes: Uint8Array,
  request: ParseRequest,
  reader: FileReader,
  limits: ParserLimits,
  takeIn: TakeIn<T>,
): Promise<Result<T, FeedProblem>> {
  const most = request.kind === 'lines' ? feedLimits.lineFileBytes : feedLimits.fileBytes;
  if (bytes.length > most)
    return no({
      kind: 'too_large',
      words: `The file is larger than ${most / 1024 / 1024} MB. Split it, or leave out what is not needed.`,
    });
  return await inTurn(reader, () => runParser(bytes, request, takeIn, limits));
}
