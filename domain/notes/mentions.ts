import type { Mention } from '#contract/rows/job-note.ts';

/** A part of a note's text. `userId` is the person whom it mentions; null for other text. */
export type NotePart = { readonly text: string; readonly userId: number | null };

/** Divides a note's text into mentions and other text, in their order. A longer name wins over a shorter one that it begins with. */
export function notePartsOf(text: string, mentions: readonly Mention[]): NotePart[] {
  const longestFirst = mentions.toSorted((a, b) => b.name.length - a.name.length);
  const parts: NotePart[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    if (at < from || !beginsMention(text, at)) continue;
    const found = longestFirst.find(({ name }) => text.startsWith(name, at + 1) && endsName(text, at + 1 + name.length));
    if (!found) continue;
    const to = at + 1 + found.name.length;
    if (at > from) parts.push({ text: text.slice(from, at), userId: null });
    parts.push({ text: text.slice(at, to), userId: found.userId });
    from = to;
  }
  if (from < text.length) parts.push({ text: text.slice(from), userId: null });
  return parts;
}

/** The chosen people whose mention is still in the text, each once. */
export function mentionsIn(text: string, chosen: readonly Mention[]): Mention[] {
  const mentioned = new Set(notePartsOf(text, chosen).map(({ userId }) => userId));
  const byPerson = new Map(chosen.filter(({ userId }) => mentioned.has(userId)).map((each) => [each.userId, each]));
  return [...byPerson.values()];
}

/** The `@` before the caret and the words typed after it; null where no mention is being typed. */
export function mentionAt(text: string, caret: number): { readonly from: number; readonly words: string } | null {
  const from = text.lastIndexOf('@', caret - 1);
  if (from === -1 || caret === 0 || !beginsMention(text, from)) return null;
  const words = text.slice(from + 1, caret);
  return words.length > mostTyped || /\n|^\s| {2}/.test(words) ? null : { from, words };
}

/** The text with a person's name in place of what was typed after the `@`, and where the caret is then. */
export function withMention(
  text: string,
  { from, caret, name }: { readonly from: number; readonly caret: number; readonly name: string },
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(caret);
  const inserted = `@${name}${/^\s/.test(rest) ? '' : ' '}`;
  return { text: text.slice(0, from) + inserted + rest, caret: from + name.length + 2 };
}

/** Longest start of a name that opens the list of people. */
const mostTyped = 60;

/** An `@` inside a word, as in an email address, is no mention. */
const beginsMention = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}_.+-]/u.test(text[at - 1] ?? '');
const endsName = (text: string, at: number): boolean => !/[\p{L}\p{N}_]/u.test(text[at] ?? '');
