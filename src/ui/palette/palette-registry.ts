/** Modes by first character: none for everything, `>` actions, `#` jobs, `/` pages, `?` help. */
export type PaletteMode = 'all' | 'action' | 'job' | 'page' | 'help';
/** What an item is. Its group has this heading. */
export type PaletteKind =
  | Exclude<PaletteMode, 'all'>
  | 'recent'
  | 'setting'
  | 'facility'
  | 'rule'
  | 'task'
  | 'person'
  | 'customer';

/** One thing the palette offers. */
export type PaletteItem = {
  id: string;
  mode: PaletteKind;
  label: string;
  /** The item's context or object: "on 24 selected jobs". */
  note?: string;
  /** Its shortcut, shown beside it so that users learn it. */
  keys?: string;
  /** More words that find it, besides its label. */
  also?: string;
  /** Why it cannot be done now. It is shown, so that people learn that it exists. */
  blocked?: string;
  run: () => void;
};

/** A source of items. `search` reads only data on the device, so that the palette works offline. */
export type PaletteSource = {
  id: string;
  search: (words: string, mode: PaletteMode) => readonly PaletteItem[] | Promise<readonly PaletteItem[]>;
};

const sources = new Map<string, PaletteSource>();

/** Each area adds its own source, and removes it by calling the returned function. */
export const palette = {
  add(source: PaletteSource): () => void {
    sources.set(source.id, source);
    return () => {
      if (sources.get(source.id) === source) sources.delete(source.id);
    };
  },
  sources: () => [...sources.values()],
};

const modes: Record<string, PaletteMode> = { '>': 'action', '#': 'job', '/': 'page', '?': 'help' };

/** Splits the mode off the typed text: `#884` searches jobs for "884". */
export function readQuery(typed: string): { mode: PaletteMode; words: string } {
  const mode = modes[typed.slice(0, 1)];
  return mode ? { mode, words: typed.slice(1).trim() } : { mode: 'all', words: typed.trim() };
}

/**
 * Items that match every word, best first: the label starts with the word, a later word in the label does, the label contains
 * it, or only note or `also` does; each time whole words before their beginnings. Within a rank, recently used items come first. At most `limit`.
 */
export function rank(items: readonly PaletteItem[], words: string, recent: readonly string[], limit = 50): PaletteItem[] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = items.flatMap((item, order) => {
    const score = scoreOf(item, parts);
    const used = recent.indexOf(item.id);
    return score === null ? [] : [{ item, score, used: used === -1 ? recent.length : used, order }];
  });
  return scored
    .sort((a, b) => b.score - a.score || a.used - b.used || a.order - b.order)
    .slice(0, limit)
    .map((s) => s.item);
}

function scoreOf({ label, note = '', also = '' }: PaletteItem, parts: readonly string[]): number | null {
  const name = label.toLowerCase();
  const rest = `${note} ${also}`.toLowerCase();
  let score = 0;
  for (const part of parts) {
    const worth = worthOf(part, name, rest);
    if (worth === null) return null;
    score += worth;
  }
  return score;
}

/** A whole word counts more than its beginning, the beginning of a word more than its inside, the label more than other words. */
function worthOf(part: string, name: string, rest: string): number | null {
  const isWord = ` ${name} `.includes(` ${part} `);
  if (name.startsWith(part)) return isWord ? 7 : 6;
  if (name.includes(` ${part}`)) return isWord ? 5 : 4;
  if (name.includes(part)) return 3;
  if (` ${rest}`.includes(` ${part}`)) return 2;
  return rest.includes(part) ? 1 : null;
}
