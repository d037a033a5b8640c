import { createContext, useContext } from 'react';
import type { DashboardLayout } from '#contract/people/users.ts';

/** What a card knows of the board that it lies on. */
export type BoardPlace = {
  readonly layout: DashboardLayout;
  readonly change: (next: DashboardLayout) => void;
  /** Every card of the board, in the usual order. */
  readonly ids: readonly string[];
  /** The cards that are shown above and below a card; null at an end. */
  readonly besides: (id: string) => { readonly above: string | null; readonly below: string | null };
  readonly remove: (id: string) => void;
  /** The card that is being dragged. */
  readonly dragged: string | null;
  readonly drag: (id: string | null) => void;
  /** Whether a dragged card may be put beside this one: only within a column. */
  readonly takes: (id: string) => boolean;
};

const nowhere = { above: null, below: null };

export const BoardContext = createContext<BoardPlace>({
  layout: { order: [], removed: [], closed: [] },
  change: () => undefined,
  ids: [],
  besides: () => nowhere,
  remove: () => undefined,
  dragged: null,
  drag: () => undefined,
  takes: () => false,
});

export const useBoard = (): BoardPlace => useContext(BoardContext);
