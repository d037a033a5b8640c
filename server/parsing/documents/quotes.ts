import { isWithin, linesIn, type ParserCell, type ParserDocument, type Span } from '#domain/parsers/document.ts';
import type { WrittenText } from './document-writer.ts';

const forwardMarks = /^(?:-{2,}\s*(?:original )?forwarded (?:message|by)\b|begin forwarded message\s*:)/i;
const replyMarks = /^(?:-{2,}\s*original (?:message|appointment)\s*-{2,}|on .{5,200}\bwrote\s*:$)/i;
/** Gateways put marks such as `[EXTERNAL]` before the subject. */
const replySubject = /^\s*(?:\[[^\]]{1,30}\]\s*|\(?ext(?:ernal)?\)?\s*[:-]\s*){0,5}re\s*(?:\[\d{1,3}\])?\s*:/i;

/** What an email says itself. `mails`: where the emails begin that it passes on. */
type OwnText = Pick<ParserDocument, 'text' | 'cells' | 'quoted' | 'emails'>;

/**
 * Separates what an email says from the earlier emails that it quotes. A forwarded email is what the email says: someone passed it on to be
 * read. The email that a reply answers is not, whether the reply came itself or was passed on.
 */
export function splitQuotes(written: WrittenText, subject: string): OwnText {
  const { text, cells, quotes } = written;
  const lines = linesOf(text);
  const blocks = headerBlocks(lines);
  const isReply = replySubject.test(subject);
  // Each email is below the one that passes it on or answers it.
  const answered = blocks.find((_block, at) => replySubject.test(at === 0 ? subject : (blocks[at - 1]?.subject ?? '')));
  const reply = lines.find(({ said }) => replyMarks.test(said))?.start ?? Number.POSITIVE_INFINITY;
  const cut = Math.min(reply, answered?.start ?? Number.POSITIVE_INFINITY);
  const isForwarded = lines.some(({ said }) => forwardMarks.test(said)) || (!isReply && blocks.length > 0);
  const inQuote = quotes.filter(({ start }) => start > cut || (!isForwarded && isReply));
  const left = cut === Number.POSITIVE_INFINITY ? inQuote : [...ownBelow(text, cut, inQuote), ...inQuote];
  const own = without(text, cells, left);
  return { ...own, emails: headerBlocks(linesOf(own.text)).map(({ start }) => start) };
}

type Line = Span & { readonly said: string };

const linesOf = (text: string): Line[] =>
  linesIn(text, { start: 0, end: text.length }).map((span) => ({ ...span, said: text.slice(span.start, span.end) }));

const mostMails = 20;

/** Where the headers of an email are in the text: who sent it, and two of when, to whom and about what. */
function headerBlocks(lines: readonly Line[]): { readonly start: number; readonly subject: string }[] {
  const blocks = lines.flatMap(({ start, said }, at) => {
    if (!/^\*?from\s*:/i.test(said)) return [];
    const headers = new Map<string, string>();
    for (const line of lines.slice(at + 1, at + 8)) {
      const header = /^\*?(sent|date|to|subject)\s*:\W{0,3}(.*)$/i.exec(line.said);
      if (header) headers.set((header[1] ?? '').toLowerCase(), header[2] ?? '');
    }
    return headers.size >= 2 ? [{ start, subject: headers.get('subject') ?? '' }] : [];
  });
  return blocks.slice(0, mostMails);
}

/** What a reply mark cuts off: all below it, or only up to the end of the quotation that follows it, if it is marked as one. */
function ownBelow(text: string, cut: number, quotes: readonly Span[]): Span[] {
  const follows = quotes.find(({ start }) => start > cut && start - cut < 400);
  return [{ start: cut, end: follows ? follows.end : text.length }];
}

/** The text without some parts, and the cells at their new places. */
function without(text: string, cells: readonly ParserCell[], parts: readonly Span[]) {
  const left = merged(parts);
  if (left.length === 0) return { text, cells, quoted: '' };
  const kept: Span[] = [];
  let from = 0;
  for (const { start, end } of left) {
    if (start > from) kept.push({ start: from, end: start });
    from = Math.max(from, end);
  }
  kept.push({ start: from, end: text.length });
  let shift = 0;
  const moves = kept.map((span) => {
    const move = { ...span, by: shift - span.start };
    shift += span.end - span.start;
    return move;
  });
  const moved = cells.flatMap((cell) => {
    const move = moves.find((one) => isWithin(cell, one));
    return move ? [{ ...cell, start: cell.start + move.by, end: cell.end + move.by }] : [];
  });
  const join = (spans: readonly Span[], by: string): string => spans.map(({ start, end }) => text.slice(start, end)).join(by);
  return { text: join(kept, ''), cells: moved, quoted: join(left, '\n') };
}

function merged(parts: readonly Span[]): Span[] {
  const found: { start: number; end: number }[] = [];
  for (const { start, end } of [...parts].sort((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else if (end > start) found.push({ start, end });
  }
  return found;
}
