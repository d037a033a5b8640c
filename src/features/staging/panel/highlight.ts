/** A piece of a text; `mark` is what was recognized in it. */
export type Piece = { readonly text: string; readonly mark: 'rate' | 'shift' | 'date' | null };

const patterns = {
  rate: String.raw`\$\s?\d[\d,]*(?:\.\d+)?(?:\s*(?:-|–|to)\s*\$?\d[\d,]*(?:\.\d+)?)?(?:\s*(?:\/|per)\s*(?:hr|hour|wk|week|diem|day))?`,
  shift: String.raw`\b\d\s?x\s?\d{1,2}s?\b|\b\d{1,2}(?::?\d{2})?\s?[ap]\.?m\.?\s*(?:-|–|to)\s*\d{1,2}(?::?\d{2})?\s?[ap]\.?m\.?|\b\d{4}\s?-\s?\d{4}\b|\b(?:nights?|days?|evenings?) shift\b`,
  date: String.raw`\b\d{1,2}\/\d{1,2}\/\d{2,4}\b|\b\d{4}-\d{2}-\d{2}\b`,
} as const;
const all = new RegExp(`(?<rate>${patterns.rate})|(?<shift>${patterns.shift})|(?<date>${patterns.date})`, 'gi');

/** Cuts a description into pieces and marks rates, shifts and dates, which users look for. */
export function highlighted(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(all)) {
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), mark: null });
    const { rate, shift } = match.groups ?? {};
    pieces.push({ text: match[0], mark: rate ? 'rate' : shift ? 'shift' : 'date' });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), mark: null });
  return pieces;
}
