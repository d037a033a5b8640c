import type { DocumentReading } from '#contract/collecting/parsed-document.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { CollectedJob } from '#domain/jobs/collected-job.ts';
import type { MailCollection, MailOptions } from './collect-mail.ts';
import type { Collection, CollectOptions, RefusedRow } from './collect-records.ts';
import type { SampleQuestion } from './documents/read-sample.ts';
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
  return await readApart(bytes, { kind: 'jobs', options }, reader, limits, takeCollection());
}

/**
 * Reads a mail into jobs by the parsers of its customer. The result says which parser took it, or why none did, and whether it is about
 * one job or lists all open jobs.
 */
export async function collectMailApart(
  bytes: Uint8Array,
  options: MailOptions,
  reader: FileReader,
  limits: ParserLimits = {},
): Promise<Result<MailCollection, FeedProblem>> {
  const takeIn = takeCollection();
  return await readApart(bytes, { kind: 'mail', options }, reader, limits, (message) => {
    const taken = takeIn(message);
    if (!taken?.ok) return taken;
    const { mail } = taken.value;
    if (!mail) throw new Error('The parsing process did not say how it read a mail');
    return ok({ ...taken.value, mail });
  });
}

/** Reads a mail or file as people and parsers see it. */
export async function readSampleApart(
  bytes: Uint8Array,
  question: SampleQuestion,
  reader: FileReader,
): Promise<Result<DocumentReading, FeedProblem>> {
  return await readApart(bytes, { kind: 'sample', question }, reader, {}, (message) =>
    message.kind === 'sample' ? ok(message.sample) : undefined,
  );
}

/** Gathers the pieces of a collection. */
function takeCollection(): TakeIn<Collection & Partial<Pick<MailCollection, 'mail'>>> {
  const jobs: CollectedJob[] = [];
  const refused: RefusedRow[] = [];
  const warned: RefusedRow[] = [];
  return (message) => {
    if (message.kind === 'jobs') jobs.push(...message.jobs);
    else if (message.kind === 'refused') refused.push(...message.refused);
    else if (message.kind === 'warned') warned.push(...message.refused);
    else if (message.kind === 'done') {
      const { kind: _done, signature = '', ...rest } = message;
      return ok({ ...rest, signature, jobs, refused, warned });
    }
    return undefined;
  };
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
