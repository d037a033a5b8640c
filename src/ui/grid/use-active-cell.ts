import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type ActiveCell, within } from './model/active-cell.ts';

type Reveal = (cell: ActiveCell) => void;

/**
 * The grid's one tab stop. The focused row stays mounted wherever the grid scrolls. If its element is replaced, the focus
 * moves to the new one. A grid without the focus never takes it.
 */
export function useActiveCell(root: RefObject<HTMLElement | null>, rows: number, cols: number, reveal: Reveal) {
  const [wanted, setWanted] = useState<ActiveCell>({ row: 0, col: 1 });
  const active = within(wanted, { rows, cols });
  const hasFocus = useRef(false);

  const go = useCallback(
    (cell: ActiveCell) => {
      hasFocus.current = true;
      setWanted(cell);
      reveal(cell);
    },
    [reveal],
  );

  useLayoutEffect(() => {
    if (!hasFocus.current) return;
    const cell = root.current?.querySelector<HTMLElement>(`[data-row="${active.row}"] [data-col="${active.col}"]`);
    if (cell && !cell.contains(document.activeElement)) cell.focus({ preventScroll: true });
  });

  const onFocus = useCallback(() => {
    hasFocus.current = true;
  }, []);
  const onBlur = useCallback((event: React.FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) hasFocus.current = false;
  }, []);
  return { active, go, setActive: setWanted, onFocus, onBlur };
}
