/** What each placeholder of an email means. */
export type Placed = { readonly name: string; readonly customerName: string };

const known: Readonly<Record<string, keyof Placed>> = { '#NAME#': 'name', '#CUSTOMER_NAME#': 'customerName' };
const anyPlaceholder = /#[A-Z][A-Z\d_]*#/gi;

/** Placeholders of a text that no one replaces, each once. Letter case counts: `#name#` is not `#NAME#`. */
const unknownPlaceholders = (text: string): string[] =>
  [...new Set(text.match(anyPlaceholder))].filter((one) => !Object.hasOwn(known, one));

/** Why a text cannot be sent, naming its unknown placeholders; null where it can. */
export function placeholderProblem(text: string): string | null {
  const unknown = unknownPlaceholders(text);
  if (unknown.length === 0) return null;
  return `Remove ${unknown.join(', ')}: only #NAME# and #CUSTOMER_NAME# are replaced.`;
}

/** Why the placeholders of an HTML message cannot be replaced, given the same as plain text; null where they can. */
export function messagePlaceholderProblem(html: string, text: string): string | null {
  const problem = placeholderProblem(text);
  if (problem !== null) return problem;
  const isSplit = (text.match(anyPlaceholder)?.length ?? 0) > (html.match(anyPlaceholder)?.length ?? 0);
  return isSplit ? 'Write each placeholder in one piece: bold, italic or a link must not begin or end inside it.' : null;
}

const replaced = (text: string, valueOf: (key: keyof Placed) => string): string =>
  text.replaceAll(anyPlaceholder, (found) => {
    const key = known[found];
    return key === undefined ? found : valueOf(key);
  });

/** A text with its placeholders replaced in one pass, on one line: a name with a placeholder in it is not replaced again. */
export const filledText = (text: string, placed: Placed): string =>
  replaced(text, (key) => placed[key].replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim());

/** HTML with its placeholders replaced by escaped text. */
export const filledHtml = (html: string, placed: Placed): string => replaced(html, (key) => escapeHtml(placed[key]));

/** Text as HTML that shows it and runs nothing. */
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0) ?? 32};`);
