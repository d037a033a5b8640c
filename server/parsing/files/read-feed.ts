import { no, ok, type Result } from '#contract/kit/result.ts';
import { decodeText } from './decode-text.ts';
import { feedLimits } from './feed-limits.ts';
import { type FeedProblem, UnreadableFeed } from './feed-problem.ts';
import type { FeedTable } from './feed-table.ts';
import { isZip, otherKindOf } from './other-kinds.ts';
import { readDelimited } from './read-delimited.ts';
import { readJson } from './read-json.ts';
import { readXlsx } from './read-xlsx.ts';
import { readXml } from './read-xml.ts';

/** Reads a feed by its content, not by its file name. An unreadable file returns a problem as a value. */
export async function readFeed(bytes: Uint8Array): Promise<Result<FeedTable, FeedProblem>> {
  try {
    return ok(await read(bytes));
  } catch (fault) {
    if (fault instanceof UnreadableFeed) return no(fault.problem);
    throw fault;
  }
}

async function read(bytes: Uint8Array): Promise<FeedTable> {
  if (bytes.length > feedLimits.fileBytes) {
    throw new UnreadableFeed('too_large', `The file is larger than ${feedLimits.fileBytes / 1024 / 1024} MB. Split it.`);
  }
  const other = otherKindOf(bytes);
  if (other) throw new UnreadableFeed('unknown_format', `${other.is}. ${other.remedy}`);
  if (isZip(bytes)) return await readXlsx(bytes);
  const text = decodeText(bytes).replace(/^\uFEFF/, '');
  const start = /\S/.exec(text)?.index;
  if (start === undefined) throw new UnreadableFeed('empty', 'The file is empty. Ask the vendor to send it again.');
  if (text[start] === '{' || text[start] === '[') return readJson(text);
  if (isMail(text.slice(start, start + 10_000))) {
    throw new UnreadableFeed('e_mail', 'This is an email, not a feed. Check that the address leads to the export itself.');
  }
  if (text[start] !== '<') return readDelimited(text);
  if (webPageStart.test(text.slice(start, start + 20))) {
    throw new UnreadableFeed(
      'web_page',
      'This is a web page, not a feed: a sign-in page perhaps. Check the address and its credentials.',
    );
  }
  // The parser expects the XML declaration at the very start.
  return readXml(text.slice(start));
}

/** How a web page or a part of one begins, such as the text of a single job. No feed has a record or a root of these names. */
const webPageStart =
  /^<(?:!doctype html|html|head|body|meta|script|style|table|div|section|article|center|h[1-6]|p|br|ul|ol|li|span|font|strong|b|i|img)\b/i;

/** A saved email begins with a header line, and its headers name both the sender and the message. */
const isMail = (text: string): boolean =>
  /^[A-Za-z][A-Za-z-]*: /.test(text) &&
  /^(?:From|Received|Return-Path): /im.test(text) &&
  /^(?:MIME-Version|Message-ID): /im.test(text);
