/**
 * The selected row ids, frozen when selected: rows that match later do not join. `all` is set after "select all matching"
 * and holds that query and its count. `anchor` is the row from which a range extends.
 */
export type Selection = {
  readonly ids: ReadonlySet<number>;
  readonly anchor: number | null;
  readonly all: { readonly of: string; readonly count: number } | null;
};

export const nothingSelected: Selection = { ids: new Set(), anchor: null, all: null };

/** Selects the row, or deselects it if it was selected. The row becomes the anchor. */
export function toggled(selection: Selection, id: number): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id, all: null };
}

/** Adds the rows of a range, or removes them if the anchor was just deselected. The anchor stays. */
export function extended(selection: Selection, range: ArrayLike<number>, anchor: number): Selection {
  const ids = new Set(selection.ids);
  const remove = selection.anchor === anchor && !selection.ids.has(anchor);
  for (let i = 0; i < range.length; i++) {
    const id = range[i];
    // The id of a group, which is no row.
    if (id === undefined || id < 0) continue;
    if (remove) ids.delete(id);
    else ids.add(id);
  }
  return { ids, anchor, all: null };
}

/** Selects exactly these rows, found by "select all matching" under the query `of`. */
export function allMatching(found: ArrayLike<number>, of: string): Selection {
  const ids = new Set<number>();
  for (let i = 0; i < found.length; i++) {
    const id = found[i];
    if (id !== undefined) ids.add(id);
  }
  return { ids, anchor: null, all: { of, count: ids.size } };
}

/** The state of the header checkbox: "all" only if every matching row is selected. */
export function headerCheck(selection: Selection, matching: number, hidden: number): 'none' | 'some' | 'all' {
  const visible = selection.ids.size - hidden;
  if (selection.ids.size === 0) return 'none';
  return visible >= matching && matching > 0 ? 'all' : 'some';
}
