import { useState } from 'react';
import { boundedBy, goneTo, type Moved, type Work } from './sheet-actions.ts';
import type { Cells, Place } from './sheet-cells.ts';

/** Number of undo steps kept. */
const maxSteps = 100;
const origin: Place = { row: 0, col: 0 };

type SheetState = {
  readonly cells: Cells;
  readonly width: number;
  readonly onChange: (cells: Cells) => void;
  readonly shown: readonly number[] | undefined;
  readonly readOnly: boolean;
};

/** The editing state of a sheet. The caller owns the cells; each change of them is one undo step. */
export function useSheet({ cells, width, onChange, shown, readOnly }: SheetState) {
  const [past, setPast] = useState<readonly Cells[]>([]);
  const [future, setFuture] = useState<readonly Cells[]>([]);
  const [place, setPlace] = useState({ at: origin, anchor: origin });
  const [editing, setEditing] = useState<{ readonly typed: string | null } | null>(null);
  const lines = shown ?? cells.map((_, line) => line);
  const bounded = boundedBy(lines.length, width);
  const work: Work = { cells, width, lines, at: bounded(place.at), anchor: bounded(place.anchor) };
  const stand = ({ at, anchor }: Pick<Moved, 'at' | 'anchor'>) => setPlace({ at, anchor });
  const back = (from: readonly Cells[], keep: (left: readonly Cells[]) => void, other: (cells: Cells) => void) => {
    const last = from.at(-1);
    if (!last || readOnly) return;
    keep(from.slice(0, -1));
    other(cells);
    onChange(last);
  };
  return {
    work,
    editing,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    go: (to: Place, extend: boolean): void => stand(goneTo(work, to, extend)),
    edit: (typed: string | null): void => {
      if (!readOnly && lines.length > 0) setEditing({ typed });
    },
    leave: (): void => setEditing(null),
    /** Runs an action. A read-only sheet ignores it if it would change cells. */
    run: (action: (work: Work) => Moved): void => {
      const next = action(work);
      if (next.cells !== cells) {
        if (readOnly) return;
        setPast([...past, cells].slice(-maxSteps));
        setFuture([]);
        onChange(next.cells);
      }
      stand(next);
    },
    undo: (): void => back(past, setPast, (now) => setFuture([...future, now])),
    redo: (): void => back(future, setFuture, (now) => setPast([...past, now])),
  };
}

export type SheetWork = ReturnType<typeof useSheet>;
