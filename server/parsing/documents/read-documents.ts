import type { Attachment, Email } from 'postal-mime';
import type { ParserDocument } from '#domain/parsers/document.ts';
import { tidy } from '#domain/parsing/value-problem.ts';
import { decodeText } from '../files/decode-text.ts';
import { feedLimits } from '../files/feed-limits.ts';
import { UnreadableFeed } from '../files/feed-problem.ts';
import { isZip, otherKindOf } from '../files/other-kinds.ts';
import { cleanHtml } from './clean-html.ts';
import type { WrittenText } from './document-writer.ts';
import { htmlTree } from './html-tree.ts';
import { mailLimits, mailParts } from './mail-parts.ts';
import { splitQuotes } from './quotes.ts';
import { readHtml } from './read-html.ts';
import { readPlain } from './read-plain.ts';
import { readWorksheet } from './read-sheet.ts';

/** What an email or file says, as the documents that parsers read: its text first, then its attachments. */
export type ReadDocuments = {
  readonly subject: string;
  readonly from: string;
  readonly messageId: string;
  /** An instant as UTC ISO text. Null if the email names none. */
  readonly sentAt: string | null;
  readonly documents: readonly ParserDocument[];
  /** What people see of it: without scripts, remote content and hidden text. */
  readonly html: string;
  /** The text of an email or file that has no HTML. */
  readonly plain: string | null;
  /** How many files came with it, besides pictures in its text. */
  readonly attachments: number;
  /** Attached lists, for the readers of feeds: CSV, XLSX and XML files. */
  readonly files: readonly AttachedFile[];
  /** Attachments that no parser reads, and why. */
  readonly unread: readonly string[];
  /** Some of it was too long to be read. */
  readonly isCut: boolean;
};

/** An attached file. `name` is as the email gives it. */
export type AttachedFile = { readonly name: string; readonly bytes: Uint8Array };

type Part = { readonly document: ParserDocument; readonly html: string; readonly plain: string | null; readonly isCut: boolean };

/** Reads an email, a page, a text, a worksheet or a CSV file by its content. Throws `UnreadableFeed` for anything else. */
export async function readDocuments(bytes: Uint8Array, name = ''): Promise<ReadDocuments> {
  if (bytes.length > feedLimits.fileBytes)
    throw new UnreadableFeed(
      'too_large',
      `The email is larger than ${feedLimits.fileBytes / 1024 / 1024} MB. Ask the vendor for a smaller one.`,
    );
  if (bytes.length === 0) throw new UnreadableFeed('empty', 'The file is empty. Ask the vendor to send it again.');
  const headers = { subject: name, from: '', messageId: '', sentAt: null };
  if (!looksLikeMail(bytes)) {
    const part = await partOf(bytes, name);
    return {
      ...headers,
      documents: [part.document],
      html: part.html,
      plain: part.plain,
      attachments: 0,
      files: [],
      unread: [],
      isCut: part.isCut,
    };
  }
  return await ofMail(await mailParts(bytes));
}

async function ofMail(mail: Email): Promise<ReadDocuments> {
  const subject = tidy(mail.subject ?? '', 500);
  const body = bodyOf(mail, subject);
  const parts = body ? [body] : [];
  const unread: string[] = [];
  for (const [at, attachment] of mail.attachments.entries()) {
    const part = at < mailLimits.attachments ? await attached(attachment) : `only the first ${mailLimits.attachments} are read`;
    if (typeof part === 'string') unread.push(`${tidy(attachment.filename ?? 'An attachment', 100)}: ${part}`);
    else if (part) parts.push(part);
  }
  const files = mail.attachments.slice(0, mailLimits.attachments).flatMap(listIn);
  if (parts.length === 0 && files.length === 0)
    throw new UnreadableFeed('empty', 'The email has no text and no attachment that can be read.');
  return {
    subject,
    from: tidy(mail.from?.address ?? '', 320),
    messageId: tidy(mail.messageId ?? '', 500),
    sentAt: instantOf(mail.date),
    documents: parts.map(({ document }) => document),
    html: body?.html ?? parts[0]?.html ?? '',
    plain: (body ?? parts[0])?.plain ?? null,
    attachments: mail.attachments.filter(isFile).length,
    files,
    unread,
    isCut: parts.some(({ isCut }) => isCut),
  };
}

/** The instant of a header, if it is plausible. The library leaves unreadable dates as they are. */
const instantOf = (date: string | undefined): string | null =>
  date !== undefined && /^(?:19|20)\d\d-\d\d-\d\dT[\d:.]+Z$/.test(date) ? date : null;

/** The text of an email. HTML first: only there can be seen which values are struck through. */
function bodyOf(mail: Email, subject: string): Part | undefined {
  const page = mail.html === undefined ? undefined : ofHtml(mail.html, 'mail', subject, headerLines(mail, subject));
  if (page && (page.document.text.trim() !== headerLines(mail, subject).trim() || page.document.quoted !== '')) return page;
  return mail.text === undefined ? undefined : ofText(mail.text, 'mail', subject, headerLines(mail, subject));
}

/** Subject and sender begin the text of an email, so that rules can find them. */
function headerLines({ from }: Email, subject: string): string {
  const sender = from?.address ? `From: ${tidy(`${from.name} <${from.address}>`, 500)}\n` : '';
  return `Subject: ${subject}\n${sender}\n`;
}

/** Files of an email: all of its attachments but the pictures of its text. */
const isFile = ({ content, mimeType, related, disposition }: Attachment): boolean =>
  typeof content !== 'string' && !related && !(disposition === 'inline' && mimeType.startsWith('image/'));

/**
 * The files of an email, of which `most` are given, and how many more there are. `withoutLists`: without those that are read as lists of
 * jobs. Throws `UnreadableFeed` like `readDocuments`.
 */
export async function readMailFiles(
  bytes: Uint8Array,
  { most, withoutLists }: MailFilesQuestion,
): Promise<{ readonly files: readonly AttachedFile[]; readonly more: number }> {
  const { attachments } = await mailParts(bytes);
  const wanted = attachments.filter((one) => isFile(one) && !(withoutLists && listIn(one).length > 0));
  const files = wanted
    .slice(0, most)
    .map(({ filename, content }) => ({ name: filename ?? '', bytes: new Uint8Array(content as ArrayBuffer) }));
  return { files, more: Math.max(0, wanted.length - most) };
}

/** Which files of an email are asked for. */
export type MailFilesQuestion = { readonly most: number; readonly withoutLists: boolean };

/** Whether an attachment may be a list of jobs, by its name, its type and how it begins. */
function listIn({ content, filename, mimeType, related }: Attachment): AttachedFile[] {
  if (typeof content === 'string' || related) return [];
  const bytes = new Uint8Array(content);
  const name = tidy(filename ?? '', 100);
  const isNamed = /\.(?:csv|tsv|xlsx|xml)$/i.test(name) || /(?:csv|xml|spreadsheet)/i.test(mimeType);
  return (isNamed && !/html/i.test(mimeType)) || isZip(bytes) ? [{ name: name || 'An attachment', bytes }] : [];
}

async function attached({ content, mimeType, related, disposition }: Attachment): Promise<Part | string | undefined> {
  if (typeof content === 'string' || related || (disposition === 'inline' && mimeType.startsWith('image/'))) return undefined;
  if (/^(?:image|audio|video|font)\//.test(mimeType)) return undefined;
  try {
    return await partOf(new Uint8Array(content), '');
  } catch (fault) {
    if (fault instanceof UnreadableFeed) return fault.problem.words;
    throw fault;
  }
}

async function partOf(bytes: Uint8Array, name: string): Promise<Part> {
  const other = otherKindOf(bytes);
  if (other) throw new UnreadableFeed('unknown_format', `${other.is}. ${other.remedy}`);
  if (isZip(bytes)) return ofWritten(await readWorksheet(bytes, true), 'sheet', name);
  const text = decodeText(bytes, 'Send an email, a page, a text or a worksheet.').replace(/^\uFEFF/, '');
  if (text.trim() === '') throw new UnreadableFeed('empty', 'The file is empty. Ask the vendor to send it again.');
  if (/^\s*<(?:!doctype|[a-z!])/i.test(text)) return ofHtml(text, 'page', name, '');
  const sheet =
    /^[^\n]{0,2000}[,;\t|]/.test(text.trimStart()) && !/^[^\n,;\t|]{1,60}:\s/.test(text)
      ? await readWorksheet(bytes, false)
      : undefined;
  return sheet && sheet.cells.length > 3 ? ofWritten(sheet, 'sheet', name) : ofText(text, 'text', name, '');
}

function ofHtml(html: string, kind: ParserDocument['kind'], name: string, top: string): Part {
  const tree = htmlTree(html);
  return { ...withQuotes(readHtml(tree), kind, name, top), html: cleanHtml(tree), plain: null };
}

function ofText(text: string, kind: ParserDocument['kind'], name: string, top: string): Part {
  return {
    ...withQuotes(readPlain(text), kind, name, top),
    html: `<pre>${escaped(text.slice(0, 400_000))}</pre>`,
    plain: text.slice(0, 400_000),
  };
}

function withQuotes(written: WrittenText, kind: ParserDocument['kind'], name: string, top: string): Omit<Part, 'html' | 'plain'> {
  const { text, cells, quoted, emails } = splitQuotes(written, name);
  const moved = cells.map((cell) => ({ ...cell, start: cell.start + top.length, end: cell.end + top.length }));
  const document = { kind, name, text: top + text, cells: moved, quoted, emails: emails.map((start) => start + top.length) };
  return { document, isCut: written.isCut };
}

function ofWritten(written: WrittenText | undefined, kind: ParserDocument['kind'], name: string): Part {
  if (!written) throw new UnreadableFeed('unknown_format', 'This is no worksheet.');
  const { text, cells, isCut } = written;
  return { document: { kind, name, text, cells, quoted: '', emails: [] }, html: '', plain: null, isCut };
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const headerName =
  /^(?:from|received|return-path|subject|mime-version|message-id|content-type|date|to|delivered-to|x-[\w-]+)\s?:/i;

/** Whether the bytes begin with the headers of an email: one line after the other has a name, and one of them is an email's own. */
function looksLikeMail(bytes: Uint8Array): boolean {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 20_000)).replace(/^\uFEFF|^\u00EF\u00BB\u00BF/, '');
  // A mailbox file begins each email with a line of its own.
  const lines = start.replace(/^From \S{1,320} [^\n]{0,100}\n/, '').split(/\r?\n/);
  const headers = lines.slice(0, lines.findIndex((line) => line.trim() === '') + 1 || lines.length);
  const folded = (line: string): boolean => /^[ \t]/.test(line) || /^[\w-]+:/.test(line) || line === '';
  return (
    headers.length > 1 && headers.every(folded) && headers.some((line) => headerName.test(line)) && /\S/.test(headers[0] ?? '')
  );
}
