import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useGridClient } from '#src/entities/job/use-job-grid.ts';
import type { GridClient } from '#src/workers/grid/grid-client.ts';
import type { Opened } from '#src/workers/grid/lines/shown-rows.ts';

export type OpenOrders = {
  /** Ids of the orders whose parts are shown below them; null where the grid is flat. */
  readonly opened: Opened;
  readonly turn: (id: number, isOpen: boolean) => void;
};

/** The orders that are open in the grid of each store, so that a person who comes back to the screen finds them open. */
const openIn = new WeakMap<GridClient, readonly number[]>();

/** The orders that the person opened in the grid. A phone shows cards, which are not below each other. */
export function useOpenOrders(): OpenOrders {
  const client = useGridClient();
  const narrow = useMediaQuery('(max-width: 767px)') ?? false;
  const [opened, setOpened] = useState(() => openIn.get(client) ?? []);
  const turn = (id: number, isOpen: boolean) =>
    setOpened((now) => {
      const others = now.filter((one) => one !== id);
      const next = isOpen ? [...others, id] : others;
      openIn.set(client, next);
      return next;
    });
  return { opened: narrow ? null : opened, turn };
}
