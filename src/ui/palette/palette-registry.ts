/** Modes by first character: none everything, `>` actions, `#` jobs, `/` pages, `?` help. */
export type PaletteMode = 'all' | 'action' | 'job' | 'page' | 'help';

/** One thing the palette offers. */
export type PaletteItem = {
  id: string;
  mode: Exclude<PaletteMode, 'all'>;
  label: string;
  /** What it belongs to or acts on: "on 24 selected jobs". */
  note?: string;
  /** Shown beside it, so that people learn it. */
  keys?: string;
  /** Words that find it beside its label. */
  also?: string;
  run: () => void;
};

/** Where items come from. `search` answers from the device: the palette works offline. */
export type PaletteSource = {
  id: string;
  search: (words: string, mode: PaletteMode) => readonly PaletteItem[] | Promise<readonly PaletteItem[]>;
};

const sources = new Map<string, PaletteSource>();

/** Every area adds its own source and takes it away by calling the answer. */
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

/** `#884` asks for jobs with "884". */
export function readQuery(typed: string): { mode: PaletteMode; words: string } {
  const mode = modes[typed.slice(0, 1)];
  return mode ? { mode, words: typed.slice(1).trim() } : { mode: 'all', words: typed.trim() };
}

/**
 * Items that hold every word, best first: a label that starts with what was typed, then a word that does, then the rest;
 * recently used ones before others of their rank. At most `limit`.
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
    if (name.startsWith(part)) score += 4;
    else if (name.includes(` ${part}`)) score += 3;
    else if (name.includes(part)) score += 2;
    else if (rest.includes(part)) score += 1;
    else return null;
  }
  return score;
}
