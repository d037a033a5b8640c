import { longestDocument, type ParserCell, type Span } from '#domain/parsers/document.ts';

type OpenCell = { -readonly [K in keyof ParserCell]: ParserCell[K] };

/** Text with the places of its cells and of what it quotes. */
export type WrittenText = {
  readonly text: string;
  readonly cells: readonly ParserCell[];
  readonly quotes: readonly Span[];
  /** The text was longer than is read. */
  readonly isCut: boolean;
};

/** Characters that are not seen: soft hyphens, zero-width characters and controls without tab and line break. */
const unseen = /[\u00AD\u200B-\u200F\u2028\u2029\u2060\uFEFF]|[^\P{Cc}\t\n]/gu;

const mostCells = 20_000;

/**
 * Writes text with as little white space as it needs. The text is kept in pieces: reading back the end of a long text after each word
 * would take time that grows with its square.
 */
function textWriter() {
  const pieces: string[] = [];
  const state = { length: 0, inkEnd: 0, isCut: false };
  let newlines = 2;
  let hasGap = false;

  function put(piece: string): void {
    pieces.push(piece);
    state.length += piece.length;
  }

  function lineBreak(): void {
    hasGap = false;
    if (newlines >= 2 || state.isCut) return;
    put('\n');
    newlines += 1;
  }

  return {
    state,
    text: (): string => pieces.join('').trimEnd(),
    gap: (): void => {
      hasGap = true;
    },
    /** Writes a word. `starts` learns where it begins. */
    ink(word: string, starts: (at: number) => void): void {
      state.isCut ||= state.length + word.length + 1 > longestDocument;
      if (state.isCut) return;
      if (hasGap && newlines === 0) put(' ');
      hasGap = false;
      starts(state.length);
      put(word);
      state.inkEnd = state.length;
      newlines = 0;
    },
    lineBreak,
    block(): void {
      if (newlines === 0) lineBreak();
      hasGap = false;
    },
  };
}

/** Writes the text of a document, and notes where its cells and its quotations are. */
export function documentWriter() {
  const out = textWriter();
  const cells: ParserCell[] = [];
  const open: OpenCell[] = [];
  const quotes: Span[] = [];

  const ink = (word: string): void =>
    out.ink(word, (at) => {
      for (const cell of open) if (cell.start === -1) cell.start = at;
    });

  return {
    lineBreak: (): void => out.lineBreak(),
    block: (): void => out.block(),
    /** Writes text, with one space for any white space. `lines`: its line breaks are kept; `spaces`: its spaces, too. */
    write(text: string, keep: { readonly lines?: boolean; readonly spaces?: boolean } = {}): void {
      const seen = text.replaceAll('\u00A0', ' ').replaceAll(unseen, '');
      if (keep.spaces) return ink(seen);
      for (const [at, line] of (keep.lines ? seen.split('\n') : [seen]).entries()) {
        if (at > 0) out.lineBreak();
        for (const [n, word] of line.split(/\s+/).entries()) {
          if (n > 0) out.gap();
          if (word !== '') ink(word);
        }
      }
    },
    openCell(table: number, row: number, column: number, columns: number): void {
      out.block();
      open.push({ table, row, column, columns, start: -1, end: -1 });
    },
    closeCell(): void {
      const cell = open.pop();
      if (cell && cells.length < mostCells) {
        const start = cell.start === -1 ? out.state.length : cell.start;
        cells.push({ ...cell, start, end: Math.max(start, out.state.inkEnd) });
      } else out.state.isCut = true;
      out.block();
    },
    /** What `write` writes is a quotation. */
    quote(write: () => void): void {
      out.block();
      const start = out.state.length;
      write();
      out.block();
      if (out.state.length > start) quotes.push({ start, end: out.state.length });
    },
    done(): WrittenText {
      const text = out.text();
      const ordered = cells
        .filter(({ end }) => end <= text.length)
        .sort((a, b) => a.table - b.table || a.row - b.row || a.column - b.column);
      const within = quotes.map(({ start, end }) => ({ start, end: Math.min(end, text.length) }));
      return { text, cells: ordered, quotes: within, isCut: out.state.isCut };
    },
  };
}

export type DocumentWriter = ReturnType<typeof documentWriter>;
