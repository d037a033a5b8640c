const mostItems = 200;
const mostWeight = 10_000;

/** Splits a list so that the service takes in each piece within one short turn of its event loop. `weightOf` counts cells. */
export function piecesOf<T>(items: readonly T[], weightOf: (item: T) => number): T[][] {
  const pieces: T[][] = [];
  let piece: T[] = [];
  let weight = 0;
  for (const item of items) {
    if (piece.length === mostItems || (piece.length > 0 && weight + weightOf(item) > mostWeight)) {
      pieces.push(piece);
      [piece, weight] = [[], 0];
    }
    piece.push(item);
    weight += weightOf(item);
  }
  return piece.length > 0 ? [...pieces, piece] : pieces;
}
