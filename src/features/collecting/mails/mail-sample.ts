/** The parts of a received email that a sample keeps. */
type Content = {
  readonly subject: string;
  readonly from: string;
  readonly receivedAt: string;
  readonly html: string;
  readonly plain: string | null;
};

/** A received email as an EML, so that a sample of it is read as an email: with its sender and subject. Its attachments are not in it. */
export function sampleOf({ subject, from, receivedAt, html, plain }: Content): string {
  const isHtml = html !== '';
  const lines = [
    `From: ${headerText(from)}`,
    `Subject: ${headerText(subject)}`,
    `Date: ${new Date(receivedAt).toUTCString()}`,
    'MIME-Version: 1.0',
    `Content-Type: text/${isHtml ? 'html' : 'plain'}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    ...(base64(isHtml ? html : (plain ?? '')).match(/.{1,76}/g) ?? []),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** The longest text, in bytes, of an encoded word, so that its line has at most 76 characters (RFC 2047). */
const wordBytes = 39;

/** A header without line breaks, encoded where it is not plain ASCII. */
function headerText(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (/^[\x20-\x7e]*$/.test(line)) return line;
  const words: string[] = [];
  let word = '';
  for (const character of line) {
    if (utf8.encode(word + character).length > wordBytes) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((part) => `=?utf-8?B?${base64(part)}?=`).join('\r\n ');
}

const utf8 = new TextEncoder();

function base64(text: string): string {
  let binary = '';
  for (const byte of utf8.encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** The name of the sample: the subject, as a file may be called. */
export const sampleName = (subject: string): string =>
  `${
    subject
      .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 100) || 'mail'
  }.eml`;
