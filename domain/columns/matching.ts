/** `start`: a word of the text starts with it; `word`: it is a whole word of the text, or whole words. */
export type Match = 'contains' | 'equals' | 'start' | 'word';

/** Case folding for every text comparison in the engine. */
export const fold = (text: string): string => text.toLowerCase();

/** Whether a folded text matches a folded needle. A blank needle matches nothing. */
export function holds(folded: string, needle: string, how: Match): boolean {
  if (needle === '') return false;
  if (how === 'equals') return folded === needle;
  if (how === 'contains') return folded.includes(needle);
  let at = folded.indexOf(needle);
  while (at >= 0 && !isWordAt(folded, at, needle.length, how)) at = folded.indexOf(needle, at + 1);
  return at >= 0;
}

const LETTER = /[\p{L}\p{M}\p{N}]/u;
/** Whether the character at a place is a letter, a mark or a digit. Others separate words. */
const isLetter = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  // Nearly every letter of a job is plain ASCII, and the test of a Unicode property is slow.
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a);
  return LETTER.test(text.charAt(at));
};

/** Whether no letter or digit goes on before the place, and for a whole word after it either. */
export function isWordAt(text: string, at: number, length: number, how: Match): boolean {
  if (at > 0 && isLetter(text, at - 1) && isLetter(text, at)) return false;
  const end = at + length;
  return how !== 'word' || end >= text.length || !isLetter(text, end - 1) || !isLetter(text, end);
}

export const compareFolded = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
