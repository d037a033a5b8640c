type Row = { readonly id: number };

/**
 * The row after one, in the order of the list; the first one after the last. Null if there is no other. `labeled`: rows that were labeled in
 * this visit. They are not offered again, because the list may still have them without the label.
 */
export function nextRow(rows: readonly Row[], labeled: ReadonlySet<number>, current: number): number | null {
  const open = rows.filter(({ id }) => !labeled.has(id) || id === current);
  const place = open.findIndex(({ id }) => id === current);
  return open[place + 1]?.id ?? open.find(({ id }) => id !== current)?.id ?? null;
}
