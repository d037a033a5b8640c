import type { FeedField } from '#contract/collecting/column-mapping.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { CollectedJob } from '#domain/jobs/collected-job.ts';
import { chooseParser } from '#domain/parsers/choose-parser.ts';
import type { Parser } from '#domain/parsers/parser.ts';
import type { ParsedRecord } from '#domain/parsers/record.ts';
import { type ParserResult, runParser } from '#domain/parsers/run-parser.ts';
import type { ValueProblem } from '#domain/parsing/value-problem.ts';
import {
  type Collection,
  type CollectOptions,
  collectRecords,
  type ReadJob,
  type RefusedRow,
  replaced,
  storable,
} from './collect-records.ts';
import { type AttachedFile, type ReadDocuments, readDocuments } from './documents/read-documents.ts';
import { aliasesWith } from './field-aliases.ts';
import { type FeedProblem, UnreadableFeed } from './files/feed-problem.ts';
import { type MapContext, mapRecord } from './map-record.ts';
import { planColumns, type RowProblem } from './record-reader.ts';

/** How to read one email: the parsers of its customer, and what the email does not say. Plain data, so that it can be sent to a process. */
export type MailOptions = Pick<MapContext, 'today'> &
  Partial<MapContext> &
  Pick<CollectOptions, 'aliases' | 'fieldAliases' | 'learned'> & {
    readonly customerId: number;
    readonly parsers: readonly Parser[];
  };

/** Kinds of processing, as the history of mails numbers them: an email as such, such as one with a list attached, one job is updated, or all open jobs are listed. */
const processingKinds = { mail: 0, oneJob: 2, allOpenJobs: 3 } as const;

/** Which parser took an email, or why none did. */
type MailReading = {
  readonly parserId: number | null;
  readonly parser: string;
  /** Why nothing took it; empty if a parser did, or if an attached list was read. */
  readonly reason: string;
  readonly processing: 0 | 2 | 3;
  readonly subject: string;
  readonly from: string;
  readonly messageId: string;
  readonly sentAt: string | null;
  /** How many files came with it. */
  readonly attachments: number;
  /** Attachments that were not read, and why. */
  readonly unread: readonly string[];
};

/** The jobs of an email. Jobs that are missing in it are no longer open only if it lists all open jobs, nothing was refused, and it is whole. */
export type MailCollection = Collection & { readonly mail: MailReading };

/** Reads an email into jobs in this thread. `collectMailApart` does the same with limits for memory and time. */
export async function collectMail(bytes: Uint8Array, options: MailOptions): Promise<Result<MailCollection, FeedProblem>> {
  try {
    const read = await readDocuments(bytes);
    const collection = collectionOf(read, options);
    return ok(collection.mail.parserId === null ? await withLists(read.files, collection, options) : collection);
  } catch (fault) {
    if (fault instanceof UnreadableFeed) return no(fault.problem);
    throw fault;
  }
}

function collectionOf(read: ReadDocuments, { customerId, parsers, ...options }: MailOptions): MailCollection {
  const context: MapContext = { dateOrder: 'MDY', durationUnit: 'weeks', currency: 'USD', workType: 1, ...options };
  const choices = read.documents.map((document) => chooseParser(parsers, document, customerId));
  const taken = choices.find(({ parser }) => parser !== null)?.parser ?? null;
  const reasons = choices.flatMap((choice) => (choice.parser === null ? [choice.reason] : []));
  const results = choices.flatMap((choice) =>
    choice.parser && choice.parser === taken ? [runParser(choice.parser, choice.document, context)] : [],
  );
  return {
    format: 'mail',
    ...jobsOf(results, context),
    signature: '',
    shape: [],
    ...whatIsMissing(read, results),
    mail: {
      parserId: taken?.id ?? null,
      parser: taken?.name ?? '',
      reason: taken ? '' : (reasons[0] ?? ''),
      processing:
        taken === null ? processingKinds.mail : taken.listsAllJobs ? processingKinds.allOpenJobs : processingKinds.oneJob,
      subject: read.subject,
      from: read.from,
      messageId: read.messageId,
      sentAt: read.sentAt,
      attachments: read.attachments,
      unread: read.unread,
    },
  };
}

/** What attached lists say, for an email that no parser took. They never cancel a job: no one said that they are whole. */
async function withLists(files: readonly AttachedFile[], mail: MailCollection, options: MailOptions): Promise<MailCollection> {
  const jobs = new Map<string, ReadJob>();
  const [refused, warned, unread]: [RefusedRow[], RefusedRow[], string[]] = [[], [], []];
  let rows = 0;
  let read = 0;
  for (const { name, bytes } of files) {
    const list = await collectRecords(bytes, options);
    if (!list.ok || list.value.format === 'json') {
      unread.push(`${name}: ${list.ok ? 'this is no CSV, XLSX or XML file' : list.error.words}`);
      continue;
    }
    const moved = (row: RefusedRow): RefusedRow => ({ ...row, row: row.row + rows });
    const from = rows;
    read += 1;
    refused.push(...list.value.refused.map(moved));
    warned.push(...list.value.warned.map(moved));
    for (const job of list.value.jobs) jobs.set(job.providerJobId, { ...job, record: job.record + from });
    rows += Math.max(0, ...list.value.jobs.map(({ record }) => record), ...list.value.refused.map(({ row }) => row));
  }
  if (read === 0) return { ...mail, mail: { ...mail.mail, unread: [...new Set([...mail.mail.unread, ...unread])] } };
  const names = new Set(files.map(({ name }) => name));
  const others = mail.mail.unread.filter((words) => !names.has(words.slice(0, words.indexOf(': '))));
  const reading = { ...mail.mail, reason: '', processing: processingKinds.mail, unread: [...others, ...unread] };
  return { ...mail, jobs: [...jobs.values()], refused, warned, mail: reading };
}

function whatIsMissing(read: ReadDocuments, results: readonly ParserResult[]): { readonly truncated?: string } {
  if (results.some(({ truncated }) => truncated))
    return { truncated: 'The email has more jobs than are read. Ask the vendor for several emails.' };
  return read.isCut ? { truncated: 'Only the beginning of the email was read, because it is very long.' } : {};
}

function jobsOf(results: readonly ParserResult[], context: MapContext): Pick<Collection, 'jobs' | 'refused' | 'warned'> {
  const jobs = new Map<string, { readonly row: number; readonly job: CollectedJob }>();
  const [refused, warned]: [RefusedRow[], RefusedRow[]] = [[], []];
  let row = 0;
  for (const { records, problem } of results) {
    for (const record of records) {
      row += 1;
      const job = jobOf(record, context);
      if ('refused' in job) {
        refused.push({ row, problems: job.refused, ...(job.providerJobId !== null && { providerJobId: job.providerJobId }) });
        continue;
      }
      const { providerJobId } = job.ok;
      if (job.warnings.length > 0) warned.push({ row, problems: job.warnings, providerJobId });
      const earlier = jobs.get(providerJobId);
      if (earlier) refused.push(replaced(earlier.row, row, job.ok));
      jobs.set(providerJobId, { row, job: job.ok });
    }
    if (problem !== null) {
      row += 1;
      refused.push({ row, problems: [{ field: 'row', column: '', value: '', problem, remedy: 'Correct the parser.' }] });
    }
  }
  const read = Array.from(jobs.values(), ({ row, job }) => Object.assign(job, { record: row }));
  return { jobs: read, refused: refused.sort((a, b) => a.row - b.row), warned };
}

/** Reads the texts of a record as a job, like a row of a feed. The columns are the names that the document uses. */
function jobOf(record: ParsedRecord, context: MapContext): ReturnType<typeof mapRecord> {
  const fields = [...record.values.keys()];
  const plan = planColumns(fields, aliasesWith(), Object.fromEntries(fields.map((field) => [field, field])));
  const mapped = mapRecord(
    new Map(Array.from(record.values, ([field, text]) => [field, storable(text)] as const)),
    plan,
    context,
  );
  const named = (problems: readonly RowProblem[]): RowProblem[] =>
    problems.map((problem) => ({ ...problem, column: record.names.get(problem.column as FeedField) ?? problem.column }));
  const ofRecord = (problems: readonly ValueProblem[]): RowProblem[] =>
    problems.map((problem) => ({ ...problem, column: record.names.get(problem.field as FeedField) ?? '' }));
  if ('refused' in mapped || record.problems.length > 0) {
    const found = 'refused' in mapped ? mapped : { refused: mapped.warnings, providerJobId: mapped.ok.providerJobId };
    const id = record.values.has('providerJobId') ? found.providerJobId : null;
    return { refused: [...ofRecord(record.problems), ...named(found.refused), ...ofRecord(record.warnings)], providerJobId: id };
  }
  return { ok: mapped.ok, warnings: [...named(mapped.warnings), ...ofRecord(record.warnings)] };
}
