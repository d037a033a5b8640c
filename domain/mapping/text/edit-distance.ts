/**
 * Optimal string alignment distance (insert, delete, replace, swap neighbors), or `limit + 1` if it exceeds `limit`. Compares only
 * places at most `limit` apart, because any other way to align them costs more.
 */
export function editDistance(a: string, b: string, limit: number): number {
  const over = limit + 1;
  if (Math.abs(a.length - b.length) > limit) return over;
  let start = 0;
  let [endA, endB] = [a.length, b.length];
  while (start < endA && start < endB && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--;
    endB--;
  }
  const [height, width] = [endA - start, endB - start];
  if (height === 0 || width === 0) return Math.min(height + width, over);
  if (rows[0].length < width + 2) rows = [new Int32Array(2 * width), new Int32Array(2 * width), new Int32Array(2 * width)];
  let [before, last, row] = rows;
  for (let j = 0; j <= width; j++) last[j] = Math.min(j, over);
  for (let i = 1; i <= height; i++) {
    const from = Math.max(1, i - limit);
    const to = Math.min(width, i + limit);
    row[from - 1] = from === 1 ? Math.min(i, over) : over;
    let best = row[from - 1] ?? over;
    for (let j = from; j <= to; j++) {
      const [x, y] = [a.charCodeAt(start + i - 1), b.charCodeAt(start + j - 1)];
      const above = j < i + limit ? (last[j] ?? over) : over;
      let cost = Math.min(above + 1, (row[j - 1] ?? over) + 1, (last[j - 1] ?? over) + (x === y ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && x === b.charCodeAt(start + j - 2) && a.charCodeAt(start + i - 2) === y;
      if (isSwapped) cost = Math.min(cost, (before[j - 2] ?? over) + 1);
      row[j] = Math.min(cost, over);
      if (cost < best) best = cost;
    }
    if (best > limit) return over;
    [before, last, row] = [last, row, before];
  }
  return Math.min(last[width] ?? over, over);
}

/** Three rows of distances, kept because this runs hundreds of times for each matched text. */
let rows: [Int32Array, Int32Array, Int32Array] = [new Int32Array(66), new Int32Array(66), new Int32Array(66)];
