import type { DocumentReading } from '#contract/collecting/parsed-document.ts';

type Piece = { readonly start: number; readonly text: string; readonly token: number | null };
export type SampleLine = { readonly start: number; readonly pieces: readonly Piece[] };

type Place = { readonly start: number; readonly end: number; readonly token: number };

/** The lines of a document, each in pieces: those that a token read are marked with its number. */
export function sampleLines({ text }: DocumentReading['document'], places: readonly Place[]): SampleLine[] {
  const sorted = [...places].sort((a, b) => a.start - b.start);
  const lines: SampleLine[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    lines.push({ start, pieces: piecesOf(line, start, sorted) });
    start += line.length + 1;
  }
  return lines;
}

function piecesOf(line: string, start: number, places: readonly Place[]): Piece[] {
  const pieces: Piece[] = [];
  const end = start + line.length;
  let at = start;
  for (const place of places) {
    const [from, to] = [Math.max(place.start, at), Math.min(place.end, end)];
    if (from >= to) continue;
    if (from > at) pieces.push({ start: at, text: line.slice(at - start, from - start), token: null });
    pieces.push({ start: from, text: line.slice(from - start, to - start), token: place.token });
    at = to;
  }
  if (at < end || pieces.length === 0) pieces.push({ start: at, text: line.slice(at - start), token: null });
  return pieces;
}
