import type { Store } from '#src/store/store.ts';
import { GridClient } from './grid/grid-client.ts';
import { LabClient } from './lab-client.ts';
import { MatchClient } from './match-client.ts';

type Workers = { readonly store: Store; readonly grid: GridClient; readonly match: MatchClient; readonly lab: LabClient };

/** Only one customer is open at a time. Opening another store stops the workers of this one. */
let open: Workers | null = null;

function workersOf(store: Store): Workers {
  if (open?.store === store) return open;
  if (open) stopWorkersOf(open.store);
  open = { store, grid: new GridClient(store.key), match: new MatchClient(store.key), lab: new LabClient(store.key) };
  return open;
}

/** The grid worker of a store, started on first use. */
export const gridClientOf = (store: Store): GridClient => workersOf(store).grid;

/** The match worker of a store, with its indexes. */
export const matchClientOf = (store: Store): MatchClient => workersOf(store).match;

/** The rule lab worker of a store, with the jobs it has read. */
export const labClientOf = (store: Store): LabClient => workersOf(store).lab;

/** Stops a store's workers, so that its rows leave memory when the user signs out. */
export function stopWorkersOf(store: Store): void {
  if (open?.store !== store) return;
  open.grid.stop();
  open.match.stop();
  open.lab.stop();
  open = null;
}
