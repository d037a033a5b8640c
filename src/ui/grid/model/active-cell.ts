/** The cell with the focus: row position (-1 is the header) and column position (0 is the checkbox). */
export type ActiveCell = { readonly row: number; readonly col: number };

export type GridSize = { readonly rows: number; readonly cols: number; readonly page: number };
export type Stroke = { readonly key: string; readonly ctrl: boolean; readonly shift: boolean; readonly alt: boolean };

const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The cell that a navigation key leads to, kept within the grid; null if the key does not navigate. */
export function moved(from: ActiveCell, stroke: Stroke, size: GridSize): ActiveCell | null {
  if (stroke.alt) return null;
  const to = target(from, stroke, size);
  return to && within(to, size);
}

function target(from: ActiveCell, { key, ctrl }: Stroke, size: GridSize): ActiveCell | null {
  const step = STEPS[key];
  const last = { row: size.rows - 1, col: size.cols - 1 };
  if (step && ctrl) return jump(from, step, last);
  if (step) return { row: from.row + step[0], col: from.col + step[1] };
  switch (key) {
    case 'Home':
      return { row: ctrl ? 0 : from.row, col: 0 };
    case 'End':
      return { row: ctrl ? last.row : from.row, col: last.col };
    case 'PageUp':
      return { row: Math.max(0, from.row - size.page), col: from.col };
    case 'PageDown':
      return { row: from.row + size.page, col: from.col };
    default:
      return null;
  }
}

function jump(from: ActiveCell, [down, right]: readonly [number, number], last: ActiveCell): ActiveCell {
  if (down !== 0) return { row: down > 0 ? last.row : 0, col: from.col };
  return { row: from.row, col: right > 0 ? last.col : 0 };
}

/** The cell itself, or the nearest existing one. */
export function within(cell: ActiveCell, size: Pick<GridSize, 'rows' | 'cols'>): ActiveCell {
  return {
    row: Math.max(-1, Math.min(size.rows - 1, cell.row)),
    col: Math.max(0, Math.min(size.cols - 1, cell.col)),
  };
}
