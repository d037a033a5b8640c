/**
 * The text of a page, by the first that applies: byte order mark, charset of the reply, charset that the page names, UTF-8 if it is
 * valid, else Windows-1252. A wrong claim of UTF-8 and an unknown charset are ignored.
 */
export function decodePage(bytes: Uint8Array, charset: string | null): string {
  const named = decoderOf(markOf(bytes) ?? charset ?? namedIn(bytes));
  if (named !== undefined && named.encoding !== 'utf-8') return named.decode(bytes, whole);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes, whole);
  }
}

/** Node 20 decodes Windows-1252 as Latin-1, without its quotation marks and dashes, unless it decodes a stream. */
const whole = { stream: true };

function markOf([a, b]: Uint8Array): string | null {
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : null;
}

/** What `<meta charset>` or `<meta http-equiv="content-type">` says at the start of the page. */
function namedIn(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
  const label = /<meta[^>]{0,200}\bcharset\s*=\s*["']?([\w:.-]{1,40})/i.exec(start)?.[1] ?? null;
  // A page that can be read byte by byte is not UTF-16.
  return label !== null && /^utf-?16/i.test(label) ? null : label;
}

function decoderOf(label: string | null) {
  if (label === null) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
