// Entry point of the process that reads files, bundled as `feed-parser.mjs` beside the server's main bundle, so that a file from
// outside cannot take the service's memory or time. It reads the file from its standard input and what to read it as from the
// first message. It sends the result in pieces, each one on request, so that receiving them never blocks the service.
import { buffer } from 'node:stream/consumers';
import { type Collection, collectRecords, type RefusedRow } from './collect-records.ts';
import { aliasesWith } from './field-aliases.ts';
import type { FeedMessage } from './files/feed-message.ts';
import { readNamedTable } from './named-table.ts';
import type { ParseRequest } from './parse-request.ts';
import { piecesOf } from './pieces.ts';
import { readTextLines } from './text-lines.ts';

const nextMessage = async (): Promise<unknown> => await new Promise((resolve) => process.once('message', resolve));

async function send(message: FeedMessage): Promise<void> {
  const asked = nextMessage();
  process.send?.(message);
  await asked;
}

async function read(bytes: Uint8Array, request: ParseRequest): Promise<readonly FeedMessage[]> {
  if (request.kind === 'lines') {
    const read = readTextLines(bytes);
    if (!read.ok) return [{ kind: 'problem', problem: read.error }];
    const pieces = piecesOf(read.value, ({ cells }) => cells.length);
    return [...pieces.map((lines) => ({ kind: 'lines', lines }) as const), { kind: 'done', format: 'csv' }];
  }
  if (request.kind === 'table') {
    const read = await readNamedTable(bytes, request.columns, request.mostRows);
    if (!read.ok) return [{ kind: 'problem', problem: read.error }];
    const { rows, refused, format } = read.value;
    const pieces = piecesOf(rows, () => 1);
    return [...pieces.map((rows) => ({ kind: 'rows', rows }) as const), ...refusedPieces(refused), { kind: 'done', format }];
  }
  // The readers of mails are loaded only for mails: they take as long to load as a usual file takes to read.
  if (request.kind === 'sample') {
    const { readSample } = await import('./documents/read-sample.ts');
    const read = await readSample(bytes, aliasesWith(), request.question);
    return [read.ok ? { kind: 'sample', sample: read.value } : { kind: 'problem', problem: read.error }];
  }
  if (request.kind === 'mail') {
    const { collectMail } = await import('./collect-mail.ts');
    const read = await collectMail(bytes, request.options);
    return read.ok ? collectionPieces(read.value) : [{ kind: 'problem', problem: read.error }];
  }
  const read = await collectRecords(bytes, request.options);
  return read.ok ? collectionPieces(read.value) : [{ kind: 'problem', problem: read.error }];
}

/** `rest` has what only mails or only files have. */
function collectionPieces({ jobs, refused, warned, ...rest }: Collection): FeedMessage[] {
  const pieces = piecesOf(jobs, ({ extra }) => Object.keys(extra).length);
  return [
    ...pieces.map((jobs) => ({ kind: 'jobs', jobs }) as const),
    ...refusedPieces(refused),
    ...refusedPieces(warned, 'warned'),
    { kind: 'done', ...rest },
  ];
}

const refusedPieces = (rows: readonly RefusedRow[], kind: 'refused' | 'warned' = 'refused'): FeedMessage[] =>
  piecesOf(rows, ({ problems }) => problems.length).map((refused) => ({ kind, refused }));

// The service has stopped, so the result is no longer needed.
process.once('disconnect', () => process.exit());
const [request, bytes] = await Promise.all([nextMessage(), buffer(process.stdin)]);
for (const message of await read(bytes, request as ParseRequest)) await send(message);
process.exit();
