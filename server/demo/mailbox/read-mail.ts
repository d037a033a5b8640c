/** A plain-text mail as it arrived. */
export type ReceivedMail = {
  readonly from: string;
  /** The recipients that the sender named to the mail server. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
};

type Envelope = { readonly from: string; readonly to: readonly string[] };

/** Reads a plain-text message (RFC 5322), in the encodings that mail programs choose for such a text. */
export function readMail(envelope: Envelope, message: Buffer): ReceivedMail {
  const source = message.toString('latin1');
  const end = source.indexOf('\r\n\r\n');
  const head = end < 0 ? source : source.slice(0, end);
  const body = end < 0 ? '' : source.slice(end + 4);
  // A long header goes on in the next line, which begins with a space.
  const headers = new Map(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
      }),
  );
  const encoding = (headers.get('content-transfer-encoding') ?? '7bit').toLowerCase();
  const text = decoded(body, encoding).toString('utf8').replaceAll('\r\n', '\n');
  return { ...envelope, subject: readWords(headers.get('subject') ?? ''), text };
}

function decoded(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding === 'quoted-printable') return quotedPrintable(body.replaceAll(/[ \t]*=\r\n/g, ''));
  return Buffer.from(body, 'latin1');
}

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** Encoded words of a header (RFC 2047). Spaces between two of them do not count. */
const readWords = (header: string): string =>
  header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : quotedPrintable(text.replaceAll('_', ' ')).toString('utf8'),
    );
