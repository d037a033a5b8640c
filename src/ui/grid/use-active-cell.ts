import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type ActiveCell, within } from './model/active-cell.ts';
import { FollowedRow } from './model/followed-row.ts';
import type { GridSource } from './model/grid-source.ts';
import type { useGridView } from './use-grid-view.ts';

type Options = {
  readonly source: GridSource;
  readonly cols: number;
  readonly rowHeight: number;
  readonly view: Pick<ReturnType<typeof useGridView>, 'cache' | 'reveal'>;
};

/**
 * The grid's one tab stop. It belongs to a row, not to a position: when rows arrive or leave above it, it moves with its row, and
 * the row stays at its height on the screen. The focused row stays mounted wherever the grid scrolls. If its element is replaced,
 * the focus moves to the new one. A grid without the focus never takes it.
 */
export function useActiveCell(root: RefObject<HTMLElement | null>, { source, cols, rowHeight, view }: Options) {
  const { cache, reveal } = view;
  const [wanted, setWanted] = useState<ActiveCell>({ row: 0, col: 1 });
  const active = within(wanted, { rows: source.rowCount, cols });
  const [followed] = useState(() => new FollowedRow());
  const hasFocus = useRef(false);
  // The user can choose a row that is still shown from the order before: then its position must be asked for.
  const [oldChoice, setOldChoice] = useState<{ readonly id: number } | null>(null);

  const go = useCallback(
    (cell: ActiveCell) => {
      hasFocus.current = true;
      const row = cache.row(cell.row);
      followed.choose(row?.id ?? null);
      setOldChoice(row && cache.isOld(cell.row) ? { id: row.id } : null);
      setWanted(cell);
      reveal(cell);
    },
    [cache, followed, reveal],
  );
  /** Gives the focus back to the cell that has it. */
  const stay = () => {
    hasFocus.current = true;
    setWanted({ ...active });
    reveal(active);
  };

  const place = useEffectEvent((position: number) => {
    const row = followed.placed(position);
    if (row === null || row === active.row) return;
    setWanted({ ...active, row });
    if (hasFocus.current) root.current?.scrollBy({ top: (row - active.row) * rowHeight });
  });
  // Every new source is asked, and again after a choice from the order before, which it was not asked about.
  const asked = useMemo(() => ({ source, oldChoice }), [source, oldChoice]);
  useEffect(() => {
    const { id } = followed;
    if (id === null) return;
    let isStale = false;
    asked.source.positionOf(id).then(
      (position) => !isStale && place(position),
      () => undefined, // ignore: the worker died; its next order asks again
    );
    return () => {
      isStale = true;
    };
  }, [followed, asked]);

  useEffect(() => {
    const row = cache.row(active.row);
    if (row && hasFocus.current) followed.shown(row.id);
  });
  useKeptFocus(root, active, hasFocus);

  const onFocus = () => {
    hasFocus.current = true;
    const row = cache.row(active.row);
    if (row) followed.shown(row.id);
  };
  const onBlur = useCallback((event: React.FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) hasFocus.current = false;
  }, []);
  return { active, followed, go, stay, onFocus, onBlur };
}

/** Moves the focus to the focused cell's element after each render. */
function useKeptFocus(root: RefObject<HTMLElement | null>, { row, col }: ActiveCell, hasFocus: RefObject<boolean>): void {
  useLayoutEffect(() => {
    if (!hasFocus.current) return;
    const cell = root.current?.querySelector<HTMLElement>(`[data-row="${row}"] [data-col="${col}"]`);
    if (cell && !cell.contains(document.activeElement)) cell.focus({ preventScroll: true });
  });
}
