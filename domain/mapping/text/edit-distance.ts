/** Optimal string alignment distance (insert, delete, replace, swap neighbors), or `limit + 1` as soon as it exceeds `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  const over = limit + 1;
  if (Math.abs(a.length - b.length) > limit) return over;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min((last[j] ?? over) + 1, (row[j - 1] ?? over) + 1, (last[j - 1] ?? over) + (same ? 0 : 1));
      const swapped =
        i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? over) + 1);
      row.push(cost);
      if (cost < best) best = cost;
    }
    if (best > limit) return over;
    before = last;
    last = row;
  }
  return Math.min(last[b.length] ?? over, over);
}
