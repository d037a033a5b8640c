import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { End, Head } from './format.ts';
import { BackupRefused, unseal } from './sealed-file.ts';

/**
 * A piece of a backup: the head first, rows in portions as a JSON array of texts, and the end after everything was verified.
 */
export type BackupPart =
  | { readonly kind: 'head'; readonly head: Head }
  | { readonly kind: 'rows'; readonly table: string; readonly rows: string }
  | { readonly kind: 'end'; readonly head: Head; readonly end: End };

const portionRows = 2000;
const portionBytes = 2_000_000;
const [quote, brace, newline] = [0x22, 0x7b, 0x0a];

/**
 * Reads a backup in portions and checks every frame, row count and hash. Ends with the part `end` exactly if the file is whole.
 * Throws `BackupRefused` otherwise, also after some rows were read: keep nothing of them then.
 */
export async function* readBackup(file: string, key: Uint8Array): AsyncGenerator<BackupPart> {
  let head: Head | undefined;
  let end: End | undefined;
  let rows: Buffer[] = [];
  let bytes = 0;
  let count = 0;
  let table = -1;
  let hash = createHash('sha256');
  const sums: End['tables'] = [];
  const tableName = () => head?.tables[table]?.name ?? '';
  const flushed = (): BackupPart => {
    const part = { kind: 'rows', table: tableName(), rows: `[${rows.join(',')}]` } as const;
    [rows, bytes] = [[], 0];
    return part;
  };
  const closeTable = () => {
    if (table >= 0) sums.push({ name: tableName(), rows: count, sha256: hash.digest('hex') });
    [hash, count] = [createHash('sha256'), 0];
  };
  for await (const line of linesOf(file, key)) {
    if (line[0] === quote) {
      hash.update(line);
      count += 1;
      bytes += line.length;
      rows.push(line);
      if (rows.length >= portionRows || bytes >= portionBytes) yield flushed();
      continue;
    }
    if (rows.length > 0) yield flushed();
    if (line[0] !== brace) {
      closeTable();
      table = Number(line.toString('utf8'));
    } else if (head === undefined) {
      head = parsed(Head, line);
      yield { kind: 'head', head };
    } else {
      closeTable();
      end = parsed(End, line);
    }
  }
  if (!head || !end) throw new BackupRefused('This backup ends too early: a part of the file is missing. Use another backup.');
  for (const [i, expected] of end.tables.entries()) {
    const sum = sums[i];
    if (sum?.name !== expected.name || sum.rows !== expected.rows || sum.sha256 !== expected.sha256)
      throw new BackupRefused(`The rows of ${expected.name} are not those that were backed up. Use another backup.`);
  }
  yield { kind: 'end', head, end };
}

function parsed<T>(schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } }, line: Buffer): T {
  const result = schema.safeParse(JSON.parse(line.toString('utf8')));
  if (!result.success) throw new BackupRefused('This backup has a form that this version does not know. Run the newer version.');
  return result.data;
}

/** The lines of a backup's content, each with its line end. */
async function* linesOf(file: string, key: Uint8Array): AsyncGenerator<Buffer> {
  const source = createReadStream(file, { highWaterMark: 1_048_576 });
  const inflate = createInflateRaw({ chunkSize: 262_144 });
  const feeding = pipeline(Readable.from(unseal(source, key), { objectMode: false }), inflate);
  // The loop below reports it.
  feeding.catch(() => undefined);
  let started: Buffer[] = [];
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
        const piece = chunk.subarray(from, at + 1);
        yield started.length === 0 ? piece : Buffer.concat([...started, piece]);
        started = [];
        from = at + 1;
      }
      if (from < chunk.length) started.push(chunk.subarray(from));
    }
    await feeding;
  } finally {
    inflate.destroy();
    source.destroy();
  }
}
