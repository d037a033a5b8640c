import { isWithin, linesIn, type ParserCell, type Span } from '#domain/parsers/document.ts';
import type { WrittenText } from './document-writer.ts';

const forwardMarks = /^(?:-{2,}\s*(?:original )?forwarded (?:message|by)\b|begin forwarded message\s*:)/i;
const replyMarks = /^(?:-{2,}\s*original (?:message|appointment)\s*-{2,}|on .{5,200}\bwrote\s*:$)/i;
const replySubject = /^\s*re\s*(?:\[\d+\])?\s*:/i;

/**
 * Separates what a mail says from the earlier mails that it repeats. A forwarded mail is what the mail says: someone passed it on to
 * be read. The text that a reply quotes is not, nor are the mails below a forwarded one.
 */
export function splitQuotes(
  written: WrittenText,
  subject: string,
): { readonly text: string; readonly cells: readonly ParserCell[]; readonly quoted: string } {
  const { text, cells, quotes } = written;
  const whole = { start: 0, end: text.length };
  const lines = linesIn(text, whole).map((span) => ({ ...span, said: text.slice(span.start, span.end) }));
  const isReply = replySubject.test(subject);
  const blocks = lines.flatMap(({ start, said }, at) => (isHeaderBlock(said, lines.slice(at + 1, at + 8)) ? [start] : []));
  // The headers of a forwarded mail come first; further ones begin an older mail.
  const marked = lines.find(({ said }) => forwardMarks.test(said))?.start;
  const forwarded = marked ?? (isReply ? undefined : blocks[0]);
  const later = blocks.filter(
    (start) => isReply || (forwarded !== undefined && start > (blocks.find((one) => one >= forwarded) ?? start)),
  );
  const reply = lines.find(({ said }) => replyMarks.test(said))?.start;
  const cut = Math.min(reply ?? Number.POSITIVE_INFINITY, later[0] ?? Number.POSITIVE_INFINITY);
  const inQuote = quotes.filter(({ start }) => (forwarded === undefined ? isReply || start > cut : start > cut));
  const left = cut === Number.POSITIVE_INFINITY ? inQuote : [ownBelow(text, cut, inQuote), ...inQuote];
  return without(text, cells, left.flat());
}

type Line = Span & { readonly said: string };

/** Whether the headers of a mail begin at a line: who sent it, and two of when, to whom and about what. */
function isHeaderBlock(said: string, below: readonly Line[]): boolean {
  if (!/^\*?from\s*:/i.test(said)) return false;
  const names = new Set(below.map((line) => /^\*?(sent|date|to|subject)\s*:/i.exec(line.said)?.[1]?.toLowerCase()));
  names.delete(undefined);
  return names.size >= 2;
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
