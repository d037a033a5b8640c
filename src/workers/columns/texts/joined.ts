import { fold, isWordAt, type Match } from '#domain/columns/matching.ts';

/** Texts joined into one lower-case string, so that one native `indexOf` searches all of them. */
export type Joined = { readonly text: string; readonly starts: Uint32Array };

/**
 * Where an entry must hold a needle: `first` at its start, `last` at its end, anywhere between if neither. `word`: at the start of a
 * word, or as whole words.
 */
export type Place = { readonly first: boolean; readonly last: boolean; readonly word: 'start' | 'word' | null };

export const placeOf = (how: Match): Place => ({
  first: how === 'equals',
  last: how === 'equals',
  word: how === 'start' || how === 'word' ? how : null,
});

const SEPARATOR = '\u0001';

export function joinedOf(texts: readonly (string | null)[]): Joined {
  const parts = texts.map((text) => fold(text ?? ''));
  const starts = new Uint32Array(parts.length + 1);
  let at = 1;
  for (const [i, part] of parts.entries()) {
    starts[i] = at;
    at += part.length + 1;
  }
  starts[parts.length] = at;
  return { text: SEPARATOR + parts.join(SEPARATOR) + SEPARATOR, starts };
}

/** Calls `found` once for each entry that holds the folded needle, which is not blank. */
export function searchJoined({ text, starts }: Joined, needle: string, place: Place, found: (entry: number) => void): void {
  // The separators at both ends of an entry are no letters, so that its ends are ends of words.
  const wanted = (place.first ? SEPARATOR : '') + needle + (place.last ? SEPARATOR : '');
  const lead = place.first ? 1 : 0;
  const last = starts.length - 2;
  let entry = 0;
  let at = text.indexOf(wanted);
  while (at >= 0) {
    const start = at + lead;
    entry = entryAt(starts, entry, last, start);
    if (!fits(text, starts, entry, start, needle.length, place)) {
      at = text.indexOf(wanted, at + 1);
      continue;
    }
    found(entry);
    if (++entry > last) return;
    at = text.indexOf(wanted, (starts[entry] ?? 0) - lead);
  }
}

/** Separators within entries and needles must not pass for their ends. */
function fits(text: string, starts: Uint32Array, entry: number, start: number, length: number, place: Place): boolean {
  const end = (starts[entry + 1] ?? 0) - 1;
  if (start < (starts[entry] ?? 0) || start + length > end) return false;
  if (place.first && start !== starts[entry]) return false;
  if (place.last && start + length !== end) return false;
  return place.word === null || isWordAt(text, start, length, place.word);
}

/** The entry, at or after `low`, that contains offset `at` of the joined text. */
function entryAt(starts: Uint32Array, low: number, last: number, at: number): number {
  let step = 1;
  while (low + step <= last && (starts[low + step] ?? 0) <= at) step <<= 1;
  let from = low + (step >>> 1);
  let to = Math.min(low + step, last + 1);
  while (to - from > 1) {
    const middle = (from + to) >>> 1;
    if ((starts[middle] ?? 0) <= at) from = middle;
    else to = middle;
  }
  return from;
}
