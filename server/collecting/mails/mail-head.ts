import { createHash } from 'node:crypto';

/** What the headers of an email say, as far as it must be known before the email is read. */
export type MailHead = {
  /** With its angle brackets; empty if there is none. */
  readonly messageId: string;
  /** The address that people see as sender; empty if there is none. */
  readonly from: string;
  readonly subject: string;
  /** Mail servers that the email passed. */
  readonly hops: number;
  /** An answer that a program gave by itself, such as an absence note or a report of delivery. */
  readonly isAutomaticReply: boolean;
  /** Identifies what the sender sent: the body and the headers that servers on the way leave alone. SHA-256, lowercase hex. */
  readonly digest: string;
};

/** Headers beyond this are not read here. The parsing process has a limit of its own. */
export const mostHeadBytes = 256 * 1024;

/** The headers of an email, as the beginning of it shows them, with the blank line that ends them. */
export const headOf = (start: Buffer): Buffer =>
  Buffer.concat([start.subarray(0, Math.min(endOfHead(start), mostHeadBytes)), Buffer.from('\r\n\r\n')]);

/** Reads the headers of an email (RFC 5322). Takes anything: what is no email has no headers. */
export function readHead(bytes: Uint8Array): MailHead {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfHead(buffer);
  const headers = headersOf(buffer.subarray(0, Math.min(end, mostHeadBytes)).toString('latin1'));
  const first = (name: string): string => headers.get(name)?.[0] ?? '';
  const kind = first('content-type').toLowerCase();
  const submitted = first('auto-submitted').toLowerCase();
  const hash = createHash('sha256');
  for (const name of ['from', 'date', 'subject', 'message-id']) hash.update(`${name}:${first(name)}\n`);
  return {
    messageId: /<[^<>\s]{1,500}>/.exec(first('message-id'))?.[0] ?? '',
    from: addressIn(first('from')),
    subject: tidy(decodeWords(first('subject'))),
    hops: headers.get('received')?.length ?? 0,
    // `auto-generated` is what systems of vendors write into their orders.
    isAutomaticReply:
      submitted.startsWith('auto-replied') || (kind.startsWith('multipart/report') && kind.includes('delivery-status')),
    digest: hash.update(buffer.subarray(end)).digest('hex'),
  };
}

function endOfHead(buffer: Buffer): number {
  const ends = ['\r\n\r\n', '\n\n'].map((mark) => buffer.indexOf(mark)).filter((at) => at >= 0);
  return ends.length === 0 ? buffer.length : Math.min(...ends);
}

/** Names in lower case, each with its values in order. A long header goes on in the next line, which begins with a space. */
function headersOf(head: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (!/^[\w-]{1,100}$/.test(name)) continue;
    const values = found.get(name) ?? [];
    values.push(line.slice(colon + 1).trim());
    found.set(name, values);
  }
  return found;
}

const addressIn = (from: string): string =>
  tidy(/<([^<>\s]{1,320})>\s*$/.exec(from)?.[1] ?? /[^\s<>,;"()]{1,250}@[^\s<>,;"()]{1,250}/.exec(from)?.[0] ?? '');

const tidy = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, 500);

/** Encoded words of a header (RFC 2047). Spaces between two of them do not count. A header without any may be UTF-8. */
function decodeWords(header: string): string {
  const joined = header.replaceAll(/\?=\s+=\?/g, '?==?');
  if (!joined.includes('=?')) return decoded(Buffer.from(joined, 'latin1'), 'utf-8') ?? joined;
  return joined.replaceAll(
    /=\?([\w-]{1,40})(?:\*[\w-]{1,20})?\?([bq])\?([^?]*)\?=/gi,
    (whole, charset: string, kind: string, text: string) => {
      const bytes = kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : quoted(text.replaceAll('_', ' '));
      return decoded(bytes, charset) ?? whole;
    },
  );
}

const quoted = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

function decoded(bytes: Buffer, charset: string): string | undefined {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // The charset is unknown: the text stays as it was written.
    return undefined;
  }
}
