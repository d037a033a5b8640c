import { UnreadableFeed } from './feed-problem.ts';

/**
 * Decodes bytes to text, by the first that applies: byte order mark, zero bytes of UTF-16 without a mark, encoding declared in
 * XML, UTF-8 if valid, else Windows-1252, which also reads every Latin-1 file. Text with zero characters is refused with `remedy`.
 */
export function decodeText(bytes: Uint8Array, remedy = 'Export it again as CSV, JSON, XML or XLSX.'): string {
  const encoding = encodingOf(bytes);
  const decoded = new TextDecoder(encoding).decode(bytes);
  const text = encoding === 'windows-1252' ? withWindowsLetters(decoded) : decoded;
  if (text.includes('\0')) throw new UnreadableFeed('malformed', `The file holds zero bytes, so it is no text. ${remedy}`);
  return text;
}

function encodingOf(bytes: Uint8Array): string {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  // UTF-16 without a mark: every second byte of ASCII characters is zero.
  if (a !== 0 && b === 0 && bytes[3] === 0) return 'utf-16le';
  if (a === 0 && b !== 0 && bytes[2] === 0) return 'utf-16be';
  return declaredEncoding(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const label = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1];
  if (label === undefined) return undefined;
  // A declaration of UTF-16 is wrong if it can be read byte by byte.
  if (/^(?:utf-?8|us-ascii|utf-?16\w*)$/i.test(label)) return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
  try {
    return new TextDecoder(label).encoding;
  } catch {
    throw new UnreadableFeed('malformed', `The encoding "${label}" is unknown. Ask the vendor for UTF-8.`);
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Windows-1252 from 0x80 on, with a space for what it does not use. */
const windowsLetters = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Node 20 decodes Windows-1252 as Latin-1, which has control characters in place of its quotation marks and dashes. */
export const withWindowsLetters = (text: string): string =>
  text.replaceAll(/[\u0080-\u009F]/g, (letter) => windowsLetters[letter.charCodeAt(0) - 0x80] ?? ' ');
