import PostalMime, { type Email } from 'postal-mime';
import { withWindowsLetters } from '../files/decode-text.ts';
import { UnreadableFeed } from '../files/feed-problem.ts';

/** Limits of an email (reliability D5.2). */
export const mailLimits = { parts: 500, depth: 20, headerBytes: 256 * 1024, attachments: 20 } as const;

/** Takes an email apart. An email beyond the limits is refused before its parts are decoded. */
export async function mailParts(bytes: Uint8Array): Promise<Email> {
  refuseManyParts(bytes);
  try {
    const mail = await PostalMime.parse(bytes, {
      maxNestingDepth: mailLimits.depth,
      maxHeadersSize: mailLimits.headerBytes,
      maxRfc822NestingDepth: 4,
    });
    return {
      ...mail,
      ...(mail.subject !== undefined && { subject: withWindowsLetters(mail.subject) }),
      ...(mail.html !== undefined && { html: withWindowsLetters(mail.html) }),
      ...(mail.text !== undefined && { text: withWindowsLetters(mail.text) }),
    };
  } catch (fault) {
    const why = fault instanceof Error ? fault.message : '';
    if (why.startsWith('Maximum'))
      throw new UnreadableFeed(
        'too_large',
        `The email has more than ${mailLimits.depth} levels of parts, or more than ${mailLimits.headerBytes / 1024} kB of headers. Ask the vendor for a simpler one.`,
      );
    throw new UnreadableFeed('malformed', 'The email cannot be taken apart. Ask the vendor to send it again.');
  }
}

/** Counts the parts by their boundaries, because the library has no limit of its own for them. */
function refuseManyParts(bytes: Uint8Array): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const boundaries = new Set<string>();
  for (const [, boundary] of text.matchAll(/\bboundary\*?0?\*?\s{0,20}=\s{0,20}"?([^"\s;]{1,200})/gi)) {
    boundaries.add(boundary ?? '');
    if (boundaries.size > mailLimits.parts) throw tooManyParts();
  }
  let parts = 0;
  for (const [, line = ''] of text.matchAll(/^--([^\r\n]{1,210})/gm)) {
    if (!boundaries.has(line.trimEnd())) continue;
    parts += 1;
    if (parts > mailLimits.parts) throw tooManyParts();
  }
}

const tooManyParts = (): UnreadableFeed =>
  new UnreadableFeed(
    'too_large',
    `The email has more than ${mailLimits.parts} parts. Ask the vendor for one with fewer attachments.`,
  );
