import type { DocumentReading } from '#contract/collecting/parsed-document.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { MailCollection, MailOptions } from './collect-mail.ts';
import type { Collection, CollectOptions, ReadJob, RefusedRow } from './collect-records.ts';
import type { AttachedFile, MailFilesQuestion } from './documents/read-documents.ts';
import type { SampleQuestion } from './documents/read-sample.ts';
import { feedLimits } from './files/feed-limits.ts';
import type { FeedProblem } from './files/feed-problem.ts';
import type { PageFacts, PagePlan, PageRow } from './files/page-plan.ts';
import type { RecordList, ReplyOptions } from './files/reply-options.ts';
import type { KeptParser } from './kept-parser.ts';
import type { NamedColumn, NamedTable, TableRow } from './named-table.ts';
import type { ParseRequest } from './parse-request.ts';
import { type ParserLimits, runParser, type TakeIn } from './parser-process.ts';
import { type RefusedFile, refusedFile } from './refused-file.ts';
import type { FileLine } from './text-lines.ts';
import { type FileReader, parserTurns } from './turns/parser-turns.ts';

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
 * Reads an email into jobs by the parsers of its customer. The result says which parser took it, or why none did, and whether it is about
 * one job or lists all open jobs. With `kept`, one process reads several emails of a customer, and each waits for its own turn.
 */
export async function collectMailApart(
  bytes: Uint8Array,
  options: MailOptions,
  reader: FileReader,
  { kept, ...limits }: ParserLimits & { readonly kept?: KeptParser } = {},
): Promise<Result<MailCollection, FeedProblem>> {
  const request = { kind: 'mail', options } as const;
  if (!kept) return await readApart(bytes, request, reader, limits, takeMail());
  return tooLarge(bytes, request) ?? (await inTurn(reader, () => kept.read({ bytes, request, takeIn: takeMail }, limits)));
}

function takeMail(): TakeIn<MailCollection> {
  const takeIn = takeCollection();
  return (message) => {
    const taken = takeIn(message);
    if (!taken?.ok) return taken;
    const { mail } = taken.value;
    if (!mail) throw new Error('The parsing process did not say how it read an email');
    return ok({ ...taken.value, mail });
  };
}

/** The files that came with an email, as they are, and how many more it has. */
export async function readMailFilesApart(
  bytes: Uint8Array,
  question: MailFilesQuestion,
  reader: FileReader,
  { kept, ...limits }: ParserLimits & { readonly kept?: KeptParser } = {},
): Promise<Result<MailFiles, FeedProblem>> {
  const request = { kind: 'mailFiles', question } as const;
  if (!kept) return await readApart(bytes, request, reader, limits, takeMailFiles());
  return tooLarge(bytes, request) ?? (await inTurn(reader, () => kept.read({ bytes, request, takeIn: takeMailFiles }, limits)));
}

/** The files of an email. */
export type MailFiles = { readonly files: readonly AttachedFile[]; readonly more: number };

function takeMailFiles(): TakeIn<MailFiles> {
  const files: AttachedFile[] = [];
  let parts: Uint8Array[] = [];
  return (message) => {
    if (message.kind === 'bytes') parts.push(message.bytes);
    else if (message.kind === 'file') {
      files.push({ name: message.name, bytes: Buffer.concat(parts) });
      parts = [];
    } else if (message.kind === 'mailFiles') return ok({ files, more: message.more });
    return undefined;
  };
}

/** Reads an email or file as people and parsers see it. */
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
  const jobs: ReadJob[] = [];
  const refused: RefusedRow[] = [];
  const warned: RefusedRow[] = [];
  return (message) => {
    if (message.kind === 'jobs') jobs.push(...message.jobs);
    else if (message.kind === 'refused') refused.push(...message.refused);
    else if (message.kind === 'warned') warned.push(...message.refused);
    else if (message.kind === 'done') {
      const { kind: _done, signature = '', shape = [], ...rest } = message;
      return ok({ ...rest, signature, shape, jobs, refused, warned });
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

/** Reads the lines of a text file (CSV, TXT or TSV, by its content) without blank lines; those of a JSONL file as one cell each. */
export async function readLinesApart(
  bytes: Uint8Array,
  reader: FileReader,
  kind: 'lines' | 'jsonLines' = 'lines',
): Promise<Result<readonly FileLine[], FeedProblem>> {
  const lines: FileLine[] = [];
  return await readApart(bytes, { kind }, reader, {}, (message) => {
    if (message.kind === 'lines') lines.push(...message.lines);
    else if (message.kind === 'done') return ok(lines);
    return undefined;
  });
}

/** Reads the lines of a JSONL file of a customer, each as one cell, or says how the call refuses it. */
export async function readJsonLinesApart(
  file: Uint8Array,
  customerId: number,
): Promise<Result<readonly FileLine[], RefusedFile>> {
  const read = await readLinesApart(file, { customerId }, 'jsonLines');
  return read.ok ? read : refusedFile(read.error);
}

/** Reads the flat records of a JSON or XML document, such as an API's reply, without mapping them to jobs. */
export async function readReplyApart(
  bytes: Uint8Array,
  options: ReplyOptions,
  reader: FileReader,
): Promise<Result<RecordList, FeedProblem>> {
  const records: Readonly<Record<string, string>>[] = [];
  let list = { beside: {}, bad: 0 };
  return await readApart(bytes, { kind: 'reply', options }, reader, {}, (message) => {
    if (message.kind === 'list') list = message;
    else if (message.kind === 'rows') records.push(...message.rows.map(({ cells }) => cells));
    else if (message.kind === 'done')
      return ok({ records, beside: list.beside, whole: list.bad === 0 && message.truncated === undefined });
    return undefined;
  });
}

/** A web page as it came, with the charset that its reply named. */
export type PageBytes = { readonly bytes: Uint8Array; readonly charset: string | null };
/** What a page has of its plan. */
export type PageRead = PageFacts & { readonly rows: readonly PageRow[] };

/**
 * Reads web pages by a plan of selectors: one for each page, in their order. Pages of together 20 MB at most. With `kept`, one process
 * reads all pages of a portal, and each reading waits for its own turn.
 */
export async function readPagesApart(
  pages: readonly PageBytes[],
  plan: PagePlan,
  reader: FileReader,
  { kept, ...limits }: ParserLimits & { readonly kept?: KeptParser } = {},
): Promise<Result<readonly PageRead[], FeedProblem>> {
  const lengths = pages.map(({ bytes, charset }) => ({ length: bytes.length, charset }));
  const bytes = Buffer.concat(pages.map((page) => page.bytes));
  const request = { kind: 'pages', plan, pages: lengths } as const;
  const takeIn = () => takePages(pages.length);
  if (!kept) return await readApart(bytes, request, reader, limits, takeIn());
  return tooLarge(bytes, request) ?? (await inTurn(reader, () => kept.read({ bytes, request, takeIn }, limits)));
}

function takePages(count: number): TakeIn<readonly PageRead[]> {
  const read: PageRead[] = [];
  let rows: PageRow[] = [];
  return (message) => {
    if (message.kind === 'pageRows') rows.push(...message.rows);
    if (message.kind !== 'page') return undefined;
    read.push({ ...message.facts, rows });
    rows = [];
    return read.length === count ? ok(read) : undefined;
  };
}

async function readApart<T>(
  bytes: Uint8Array,
  request: ParseRequest,
  reader: FileReader,
  limits: ParserLimits,
  takeIn: TakeIn<T>,
): Promise<Result<T, FeedProblem>> {
  return tooLarge(bytes, request) ?? (await inTurn(reader, () => runParser({ bytes, request, takeIn }, limits)));
}

function tooLarge(bytes: Uint8Array, { kind }: ParseRequest): Result<never, FeedProblem> | undefined {
  const most = kind === 'lines' ? feedLimits.lineFileBytes : feedLimits.fileBytes;
  if (bytes.length <= most) return undefined;
  return no({
    kind: 'too_large',
    words: `The file is larger than ${most / 1024 / 1024} MB. Split it, or leave out what is not needed.`,
  });
}
