// Entry point of the process that reads files, bundled as `feed-parser.mjs` beside the server's main bundle, so that a file from
// outside cannot take the service's memory or time. A message says what to read the next bytes of its standard input as. It loads
// only the readers that it needs, as most processes read one file. It sends the result in pieces, each one on request, so that
// receiving them never blocks the service. The message after the last piece is the request for the next file.
import { once } from 'node:events';
import { watchBuiltIns } from './built-ins.ts';
import type { Collection, RefusedRow } from './collect-records.ts';
import type { MailFilesQuestion } from './documents/read-documents.ts';
import type { FeedMessage } from './files/feed-message.ts';
import type { FeedTable } from './files/feed-table.ts';
import type { ParseOrder, ParseRequest } from './parse-request.ts';
import { piecesOf } from './turns/pieces.ts';

const nextMessage = async (): Promise<unknown> => await new Promise((resolve) => process.once('message', resolve));

/** Sends a piece of the result. Returns the message that follows it. */
async function send(message: FeedMessage): Promise<unknown> {
  const asked = nextMessage();
  process.send?.(message);
  return await asked;
}

/** The next bytes of the standard input. */
async function take(length: number): Promise<Buffer> {
  const { stdin } = process;
  const parts: Buffer[] = [];
  for (let missing = length; missing > 0; ) {
    const part = stdin.read(Math.min(missing, stdin.readableLength)) as Buffer | null;
    if (part === null) await once(stdin, 'readable');
    else {
      parts.push(part);
      missing -= part.length;
    }
  }
  return Buffer.concat(parts, length);
}

async function read(bytes: Uint8Array, request: ParseRequest): Promise<readonly FeedMessage[]> {
  if (request.kind === 'lines' || request.kind === 'jsonLines') return await lineMessages(bytes, request.kind);
  if (request.kind === 'record') {
    const { readFeed } = await import('./files/read-feed.ts');
    const read = await readFeed(bytes);
    return [
      read.ok ? { kind: 'record', values: recordOf(read.value, request.record) } : { kind: 'problem', problem: read.error },
    ];
  }
  if (request.kind === 'table') {
    const { readNamedTable } = await import('./named-table.ts');
    const read = await readNamedTable(bytes, request.columns, request.mostRows);
    if (!read.ok) return [{ kind: 'problem', problem: read.error }];
    const { rows, refused, format } = read.value;
    const pieces = piecesOf(rows, () => 1);
    return [...pieces.map((rows) => ({ kind: 'rows', rows }) as const), ...refusedPieces(refused), { kind: 'done', format }];
  }
  if (request.kind === 'reply') {
    const { readReply } = await import('./files/read-reply.ts');
    const read = readReply(bytes, request.options);
    if (!read.ok) return [{ kind: 'problem', problem: read.error }];
    const { records, beside, bad, format, truncated } = read.value;
    const rows = records.map((cells, index) => ({ row: index + 1, cells }));
    const pieces = piecesOf(rows, ({ cells }) => Object.keys(cells).length);
    const done = { kind: 'done', format, ...(truncated !== undefined && { truncated }) } as const;
    return [{ kind: 'list', beside, bad }, ...pieces.map((rows) => ({ kind: 'rows', rows }) as const), done];
  }
  if (request.kind === 'pages') return await pageMessages(bytes, request);
  if (request.kind === 'sample') {
    const [{ readSample }, { aliasesWith }] = await Promise.all([
      import('./documents/read-sample.ts'),
      import('./field-aliases.ts'),
    ]);
    const read = await readSample(bytes, aliasesWith({}, request.question.fieldAliases), request.question);
    return [read.ok ? { kind: 'sample', sample: read.value } : { kind: 'problem', problem: read.error }];
  }
  if (request.kind === 'mailFiles') return await mailFileMessages(bytes, request.question);
  if (request.kind === 'mail') {
    const { collectMail } = await import('./collect-mail.ts');
    const read = await collectMail(bytes, request.options);
    return read.ok ? collectionPieces(read.value) : [{ kind: 'problem', problem: read.error }];
  }
  const { collectRecords } = await import('./collect-records.ts');
  const read = await collectRecords(bytes, request.options);
  return read.ok ? collectionPieces(read.value) : [{ kind: 'problem', problem: read.error }];
}

/** The lines of a text file with their cells, or those of a JSONL file as they are. */
async function lineMessages(bytes: Uint8Array, kind: 'lines' | 'jsonLines'): Promise<readonly FeedMessage[]> {
  const read =
    kind === 'lines'
      ? (await import('./text-lines.ts')).readTextLines(bytes)
      : (await import('./json-lines.ts')).readJsonLines(bytes);
  if (!read.ok) return [{ kind: 'problem', problem: read.error }];
  const pieces = piecesOf(read.value, ({ cells }) => cells.length);
  return [
    ...pieces.map((lines) => ({ kind: 'lines', lines }) as const),
    { kind: 'done', format: kind === 'lines' ? 'csv' : 'json' },
  ];
}

/** `rest` has what only emails or only files have. */
function collectionPieces({ jobs, refused, warned, ...rest }: Collection): FeedMessage[] {
  const pieces = piecesOf(jobs, ({ extra }) => Object.keys(extra).length);
  return [
    ...pieces.map((jobs) => ({ kind: 'jobs', jobs }) as const),
    ...refusedPieces(refused),
    ...refusedPieces(warned, 'warned'),
    { kind: 'done', ...rest },
  ];
}

/** What one record says, without its empty cells. */
const recordOf = ({ columns, rows }: FeedTable, record: number) => {
  const cells = rows.find(({ row }) => row === record)?.cells ?? [];
  return columns.flatMap((column, i) => (cells[i] ? [{ column, value: cells[i].replaceAll(/\p{Cs}|\0/gu, '') }] : []));
};

/** Bytes in one message, so that the service takes them in without holding up others. */
const bytesAtOnce = 1024 * 1024;

async function mailFileMessages(bytes: Uint8Array, question: MailFilesQuestion): Promise<readonly FeedMessage[]> {
  const [{ readMailFiles }, { UnreadableFeed }] = await Promise.all([
    import('./documents/read-documents.ts'),
    import('./files/feed-problem.ts'),
  ]);
  try {
    const { files, more } = await readMailFiles(bytes, question);
    return [
      ...files.flatMap((file): FeedMessage[] => [
        ...Array.from({ length: Math.ceil(file.bytes.length / bytesAtOnce) }, (_, i) => ({
          kind: 'bytes' as const,
          bytes: file.bytes.slice(i * bytesAtOnce, (i + 1) * bytesAtOnce),
        })),
        { kind: 'file', name: file.name },
      ]),
      { kind: 'mailFiles', more },
    ];
  } catch (fault) {
    if (fault instanceof UnreadableFeed) return [{ kind: 'problem', problem: fault.problem }];
    throw fault;
  }
}

async function pageMessages(
  bytes: Uint8Array,
  { plan, pages }: Extract<ParseRequest, { kind: 'pages' }>,
): Promise<readonly FeedMessage[]> {
  const { readPages } = await import('./pages/read-page.ts');
  let at = 0;
  const read = readPages(
    pages.map(({ length, charset }) => ({ bytes: bytes.subarray(at, (at += length)), charset })),
    plan,
  );
  if (!read.ok) return [{ kind: 'problem', problem: read.error }];
  return read.value.flatMap(({ facts, rows }): FeedMessage[] => [
    ...piecesOf(rows, ({ cells }) => cells.length).map((rows) => ({ kind: 'pageRows', rows }) as const),
    { kind: 'page', facts },
  ]);
}

const refusedPieces = (rows: readonly RefusedRow[], kind: 'refused' | 'warned' = 'refused'): FeedMessage[] =>
  piecesOf(rows, ({ problems }) => problems.length).map((refused) => ({ kind, refused }));

/**
 * Answers a request. Returns the next one. A process whose built-in objects are no longer as they were answers no further one, so that
 * nothing of a file reaches the next.
 */
async function answer({ request, length }: ParseOrder): Promise<ParseOrder> {
  const pieces = await read(await take(length), request);
  for (const piece of pieces.slice(0, -1)) await send(piece);
  const last = pieces.at(-1);
  if (last === undefined) throw new Error(`nothing was read as ${request.kind}`);
  if (areBuiltInsUnchanged()) return (await send(last)) as ParseOrder;
  process.send?.(last, () => process.exit());
  return await new Promise(() => undefined);
}

const areBuiltInsUnchanged = watchBuiltIns();
// The service has stopped, so the result is no longer needed.
process.once('disconnect', () => process.exit());
for (let order = (await nextMessage()) as ParseOrder; ; ) order = await answer(order);
