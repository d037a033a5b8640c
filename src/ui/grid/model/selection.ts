/**
 * The chosen rows by id, frozen at the moment of choice: rows that match later do not join. `all` remembers that they came
 * from "select all matching" and what was asked then. `anchor` is the row from which a range extends.
 */
export type Selection = {
  readonly ids: ReadonlySet<number>;
  readonly anchor: number | null;
  readonly all: { readonly of: string; readonly count: number } | null;
};

export const nothingSelected: Selection = { ids: new Set(), anchor: null, all: null };

/** The row added if it was not chosen, taken out if it was; a range may extend from it. */
export function toggled(selection: Selection, id: number): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id, all: null };
}

/** The rows of a range added (or taken out, when its anchor was just taken out); the anchor stays. */
export function extended(selection: Selection, range: ArrayLike<number>, anchor: number): Selection {
  const ids = new Set(selection.ids);
  const remove = selection.anchor === anchor && !selection.ids.has(anchor);
  for (let i = 0; i < range.length; i++) {
    const id = range[i];
    if (id === undefined) continue;
    if (remove) ids.delete(id);
    else ids.add(id);
  }
  return { ids, anchor, all: null };
}

/** Exactly these rows, as "select all matching" found them under the query `of`. */
export function allMatching(found: ArrayLike<number>, of: string): Selection {
  const ids = new Set<number>();
  for (let i = 0; i < found.length; i++) {
    const id = found[i];
    if (id !== undefined) ids.add(id);
  }
  return { ids, anchor: null, all: { of, count: ids.size } };
}

/** What the header checkbox shows: all only when every matching row is chosen. */
export function headerCheck(selection: Selection, matching: number, hidden: number): 'none' | 'some' | 'all' {
  const visible = selection.ids.size - hidden;
  if (selection.ids.size === 0) return 'none';
  return visible >= matching && matching > 0 ? 'all' : 'some';
}
